// From the actions of the row program back to melds.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "plain/step.h"
#include "rows/row.h"

namespace tilewise {

// Melds without the spare jokers; those of less than three tiles need some of them in front.
struct RowLayout {
    Table melds;
    Table frozen;  // old melds that are left alone
    JokerCounts spares{};
};

// Builds the rows of a table number by number. A mirror is two rows, from the outside inwards.
class RowBuilder {
   public:
    explicit RowBuilder(const JokerCounts& jokers) : left_(jokers) {}

    void add(int number, const Decision& decision, std::span<const RowAction> actions);
    RowLayout finished() const;

   private:
    struct Open {  // a row that a token stands for
        RowToken token;
        int row;
        int opposite = -1;
    };
    static constexpr int ALONE = -1, TAKEN = -2;

    int new_row();
    void joker(int row, int kind);
    int length(int row) const { return std::min<int>(3, rows_[row].size); }
    void perform(const RowAction& action);
    void go_on(int row, const RowAction& action);
    int take_run(const RowAction& action);
    void column(const Open& open, const RowAction& action);
    void reflect(const RowAction& action);
    void lay_groups(int counts);
    void lay_runs(int c, int places);

    int number_ = 0;
    std::vector<Meld> rows_;
    std::vector<int> mirrored_;  // the row opposite, ALONE, or TAKEN (it is the row opposite)
    std::array<std::vector<int>, COLOURS> open_;
    std::vector<std::pair<int, int>> joined_;
    std::vector<Open> tokens_, out_;
    JokerCounts left_;
};

}  // namespace tilewise
