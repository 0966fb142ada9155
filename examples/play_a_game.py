"""Play a game between four bots and print its record."""

from tilewise import GameRecord, Match, Record, act, begin_game, deal_from, edition, print_record, verify, view_of
from tilewise.bots import USUAL, by_name


def main() -> None:
    """Deal, play, record and verify a game."""
    match = Match(edition("classic-he"), ("Ann", "Bob", "Cem", "Dana"))
    deal = deal_from("an example", players=4)
    match, _ = begin_game(match, deal)
    bot = by_name("novice")
    game, actions = match.game, []
    while game is not None and game.result is None:
        action = bot.choose(view_of(game, game.to_move), USUAL)
        actions.append(action)
        game = act(game, action)
    result = game.result if game is not None else None
    record = Record(match.edition, match.seats, (GameRecord(deal.commitment, deal, tuple(actions), result),))
    print(print_record(record))
    print("proven" if not verify(record) else "refuted")


if __name__ == "__main__":
    main()
