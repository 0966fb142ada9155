"""An environment with small steps: pick up a meld, put a tile down, end the turn. They can make every legal turn."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from tilewise.core import engine
from tilewise.core.actions import Action, Play
from tilewise.core.edition import Edition
from tilewise.core.tiles import Meld, Table, Tile, tiles_of
from tilewise.core.view import View
from tilewise.lab.envs import encoding
from tilewise.lab.envs.base import Reward, TableEnv, expect_some
from tilewise.lab.envs.encoding import KINDS, NUMBER, SEAT_NUMBERS, TURN_NUMBERS, Mask, Numbers

END, WAIT = 0, 1
"""The first choices: end the turn, and draw or pass."""
PICK_UP = 2
"""The other choices: pick up row 0, row 1, …; then put tile 0 at the end of row 0, tile 1 at the end of row 0, …"""
MOST_STEPS = 500
"""The step limit of a turn. After it the player runs out of time."""


class StepsEnv(TableEnv):
    """The whole game in steps. Only its own seat sees the draft of a turn."""

    def __init__(
        self,
        edition: str | Edition = "classic-en",
        players: int = 2,
        *,
        reward: Reward = "wins",
        most_steps: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(edition, players, reward=reward, render_mode=render_mode)
        expect_some(most_steps, "step")
        self.rows_at_most = encoding.rows_for(self.edition.box_for(players))
        self.longest_row = encoding.longest_row(self.edition)
        self.most_steps = most_steps
        self._make_spaces()

    @property
    def choices(self) -> int:
        """End, wait, pick up a row, put a tile in a row."""
        return PICK_UP + self.rows_at_most * (1 + len(KINDS))

    @property
    def numbers(self) -> int:
        """Rack and hand, the rows, and the public facts."""
        rows = self.rows_at_most * self.longest_row
        return 2 * len(KINDS) + rows + TURN_NUMBERS + SEAT_NUMBERS * len(self.possible_agents)

    def pick_up(self, row: int) -> int:
        """Return the choice that picks up a row."""
        return PICK_UP + row

    def put(self, tile: Tile, row: int) -> int:
        """Return the choice that puts a tile at the end of a row."""
        return PICK_UP + self.rows_at_most + row * len(KINDS) + NUMBER[tile]

    def choices_for(self, table: Table) -> Iterator[int]:
        """Return the choices that turn the draft into this table and end the turn."""
        missing, rows = Counter(table), list(self.rows)
        for row, tiles in enumerate(rows):
            if tiles and not missing[tiles]:
                yield self.pick_up(row)
                rows[row] = ()
            missing[tiles] -= 1 if missing[tiles] else 0
        for meld in missing.elements():
            row = rows.index(())
            rows[row] = meld
            yield from (self.put(tile, row) for tile in meld)
        yield END

    # ── the draft ───────────────────────────────────────────────────────────────────────────────

    @property
    def table(self) -> Table:
        """The draft as a table."""
        return tuple(row for row in self.rows if row)

    def _begin_turn(self) -> None:
        self.rows: list[Meld] = self._rows_of(self.state_now.table)
        self.steps_taken = 0
        self._mask_now: Mask | None = None

    def _rows_of(self, table: Table) -> list[Meld]:
        return [*table, *[()] * (self.rows_at_most - len(table))]

    def _at_hand(self) -> Counter[Tile]:
        """The tiles that can be put down: the rest of the rack and the picked tiles."""
        return tiles_of(self.state_now.table) + Counter(self.state_now.player.rack) - tiles_of(self.table)

    def _mask(self) -> Mask:
        if self._mask_now is None:
            self._mask_now = self._new_mask()
        return self._mask_now.copy()

    def _new_mask(self) -> Mask:
        mask = np.zeros(self.choices, np.int8)
        mask[END] = not engine.check(self.state_now, self._play())
        mask[WAIT] = self.wait_action is not None
        numbers = [NUMBER[tile] for tile in self._at_hand()]
        new = self.rows.index(()) if () in self.rows else -1
        for row, tiles in enumerate(self.rows):
            if tiles:
                mask[self.pick_up(row)] = 1
            if row == new or 0 < len(tiles) < self.longest_row:
                first = self.put(KINDS[0], row)
                mask[[first + number for number in numbers]] = 1
        return mask

    def _chosen(self, choice: int) -> Action | None:
        if choice == END:
            return self._play()
        if choice == WAIT:
            return self.wait_action
        self._mask_now = None
        row = choice - PICK_UP
        if row < self.rows_at_most:
            self.rows[row] = ()
        else:
            row, number = divmod(row - self.rows_at_most, len(KINDS))
            self.rows[row] = (*self.rows[row], KINDS[number])
        return self._one_step_more()

    def _one_step_more(self) -> Action | None:
        self.steps_taken += 1
        return self._out_of_time(self._play()) if self.steps_taken >= self.most_steps else None

    def _play(self) -> Play:
        return Play(self.state_now.to_move, self.table)

    def _waste(self) -> None:
        if (overrun := self._one_step_more()) is not None:
            self.take(overrun)

    def _why_refused(self, action: int | None) -> str:
        return self._words(self._play()) if action == END else super()._why_refused(action)

    # ── what is observed ────────────────────────────────────────────────────────────────────────

    def _numbers_for(self, view: View) -> Numbers:
        is_mine = view.is_my_turn
        rows = self.rows if is_mine else self._rows_of(view.table)
        lying = tiles_of(tuple(rows))
        hand = tiles_of(view.table) - lying
        rack = Counter(view.rack) - (lying - tiles_of(view.table))
        return np.concatenate(
            (
                encoding.counts(rack.elements()),
                encoding.counts(hand.elements()),
                encoding.table(rows, self.rows_at_most, self.longest_row),
                encoding.public(view),
            )
        )
