"""The steps of a turn: from the table before and the table after, what a person would do, in as few steps as possible.

Melds that lie there before and after are left alone. Of the others, tiles that stay together are *pieces*: an old meld
is split into its pieces, pieces are joined, and what a new meld still lacks is put to it. All other tiles are taken
into the hand, one step for each meld they leave, and laid or put from there. A joker that leaves its meld, or would
stand for something else in it, goes free by a step of its own (R-JOK-14).

What is minimised: the number of steps, then the number of tiles that go through the hand, over all plans in which

- tiles are brought together only to stay together,
- a single tile is not built upon but taken into the hand, unless a joker beside it is replaced.

For number tiles and classic jokers the answer agrees with trying everything, as far as that can be tried; a meld of
special jokers, or of jokers and one number tile, may take a step more. Very large rearrangements, beyond what a box of
two copies holds, end with the best plan found within a fixed number of choices, so the answer never depends on time.

Read `values` and `replay` first (what a step is and does), then `pieces`, `plan` and `search` (what stays where), then
`sources`, `hands` and `tasks` (the steps and their order), and `words`.
"""

from tilewise.solver.steps.replay import do_steps, replay_steps
from tilewise.solver.steps.schedule import steps
from tilewise.solver.steps.values import (
    Join,
    Lay,
    Put,
    ReplaceJoker,
    Reverse,
    Split,
    SplitAtJoker,
    Step,
    Take,
    TakeJoker,
)
from tilewise.solver.steps.words import in_words

__all__ = [
    "Join",
    "Lay",
    "Put",
    "ReplaceJoker",
    "Reverse",
    "Split",
    "SplitAtJoker",
    "Step",
    "Take",
    "TakeJoker",
    "do_steps",
    "in_words",
    "replay_steps",
    "steps",
]
