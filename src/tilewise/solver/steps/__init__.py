"""Turn a table before and a table after into the fewest steps that a person would make between them.

1. Melds on both tables stay untouched.
2. A *piece* is a set of tiles that moves from an old meld to a new one without being taken up.
3. An old meld is split into its pieces. A new meld is joined from its pieces, and its missing tiles are added.
4. All other tiles go through the hand: one step to take them from each old meld, one to lay or add them.
5. A joker that leaves its meld, or changes its meaning there, is freed by a step of its own (R-JOK-14).

The plan has the fewest steps, then the fewest tiles through the hand, of all plans with two properties:

- Tiles that are brought together stay together.
- A single tile is taken into the hand rather than built upon, unless a joker beside it is replaced.

For number tiles and classic jokers, exhaustive search confirms the answers wherever it is feasible. A meld of special
jokers, or of jokers and one number tile, may take one step more than necessary. Rearrangements larger than a box of
two copies allows get the best plan within a fixed number of choices, so the answer never depends on time.

| read | to learn |
|---|---|
| `values`, `replay` | the steps and their effect |
| `pieces`, `plan`, `search` | which tiles stay together |
| `sources`, `table_in_motion`, `schedule` | the steps of a plan and their order |
| `words` | the steps in English |
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
