"""The course, lesson by lesson: from groups to the multiple split, then jokers, time, points, strategy and what wins.

E1 … E6 and the ways to free a joker (E-J1, E-J2, E-J3, E-J4) are the worked examples of the booklets.
"""

from tilewise.core import notation
from tilewise.core.events import Ending
from tilewise.learn.lesson import Chapter, Lesson, Other, Task

_TWELVES = "k12 y12"
"""Two tiles that make a new meld with a freed joker."""

_BASICS = (
    Lesson("group", Chapter.BASICS, rack="r7 b7 k7 y2 k12", lay="r7 b7 k7"),
    Lesson("run", Chapter.BASICS, rack="b3 b4 b5 r5 k9", lay="b3 b4 b5"),
    Lesson("ends", Chapter.BASICS, rack="r11 r12 r13 r1 k4", lay="r11 r12 r13"),
    Lesson(
        "opening",
        Chapter.BASICS,
        rack="r8 b8 k8 y2 y3 y4 k5 k13",
        table="[k6 k7 k8]",
        lay="r8 b8 k8 y2 y3 y4",
        has_melded=False,
    ),
    Lesson("draw", Chapter.BASICS, rack="r2 b9 k5", table="[y4 y5 y6] [r11 b11 k11]", task=Task.DRAW, pool="b10"),
    Lesson("joker", Chapter.BASICS, rack="r6 r8 J b1", lay="r6 r8 J"),
)
_TABLE = (
    Lesson("e1", Chapter.TABLE, rack="b3 b8", table="[b4 b5 b6] [r8 y8 k8]", lay="b3 b8"),
    Lesson("e2", Chapter.TABLE, rack="b3 b5 b6", table="[r4 b4 y4 k4]", lay="b3 b5 b6"),
    Lesson("e3", Chapter.TABLE, rack="b11 k8 y8", table="[b8 b9 b10]", lay="b11 k8 y8"),
    Lesson("e4", Chapter.TABLE, rack="r6", table="[r4 r5 r6 r7 r8]", lay="r6"),
    Lesson("e5", Chapter.TABLE, rack="b1", table="[y1 y2 y3 y4] [r1 b1 y1 k1]", lay="b1"),
    Lesson("e6", Chapter.TABLE, rack="k10 b5", table="[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]", lay="k10 b5"),
)
_JOKERS = (
    Lesson("j1", Chapter.JOKERS, rack=f"y3 k3 {_TWELVES}", table="[r3 b3 J]", lay=_TWELVES),
    Lesson("j2", Chapter.JOKERS, rack=_TWELVES, table="[b3 b4 b5 J b7 b8 b9]", lay=_TWELVES),
    Lesson("j3", Chapter.JOKERS, rack=f"b5 {_TWELVES}", table="[b4 J b6]", lay=f"b5 {_TWELVES}"),
    Lesson("j4", Chapter.JOKERS, rack=_TWELVES, table="[k1 k2 J] [r1 b1 y1] [r2 b2 y2]", lay=_TWELVES),
)
_TWIST = (
    Lesson("classic", Chapter.TWIST, rack="r6 b6 J", lay="r6 b6 J", edition_name="twist"),
    Lesson("double-run", Chapter.TWIST, rack="y2 y5 D k9", lay="y2 y5 D", edition_name="twist"),
    Lesson("double-group", Chapter.TWIST, rack="b3 r3 D k9", lay="b3 r3 D", edition_name="twist"),
    Lesson("colour-change", Chapter.TWIST, rack="y2 y3 r5 C", lay="y2 y3 r5 C", edition_name="twist"),
    Lesson("mirror", Chapter.TWIST, rack="b2 b2 b3 b3 M", lay="b2 b2 b3 b3 M", edition_name="twist"),
)
_TIME = (
    Lesson("overrun", Chapter.TIME, rack="r2 b9", table="[k5 k6 k7]", task=Task.OVERRUN, pool="y12 r13 b1"),
    Lesson(
        "unfinished",
        Chapter.TIME,
        rack="k8 r3 b12",
        table="[k5 k6 k7] [r9 b9 y9]",
        task=Task.UNFINISHED,
        pool="y12 r13 b1",
    ),
)
_SCORE = (
    Lesson("count-rack", Chapter.SCORE, task=Task.COUNT, racks=("-", "b2 J", "r5 k9"), asked=1, choices=(-2, -32, 32)),
    Lesson("count-winner", Chapter.SCORE, task=Task.COUNT, racks=("-", "b2 J", "r5 k9"), choices=(0, -46, 46)),
    Lesson(
        "count-pool",
        Chapter.SCORE,
        task=Task.COUNT,
        racks=("r2 r3", "k9 b3", "y7"),
        ending=Ending.EMPTY_POOL,
        asked=1,
        choices=(-12, -7, 7),
    ),
    Lesson(
        "count-fine",
        Chapter.SCORE,
        task=Task.COUNT,
        racks=("-", "r1 b4 k7 y9", "k2"),
        asked=1,
        choices=(-21, -30, -100),
        edition_name="classic-he",
        melded=(0, 2),
    ),
)
_STRATEGY = (
    Lesson("full-table", Chapter.STRATEGY, rack="r5 b8", table="[r6 r7 r8] [k8 y8 r8] [b1 k1 y1]", lay="r5 b8"),
    Lesson("hold-back", Chapter.STRATEGY, rack="r4 b4 k4 y11 b9", table="[y8 y9 y10]", lay="y11", keep="r4 b4 k4"),
    Lesson("keep-fourth", Chapter.STRATEGY, rack="r9 b9 k9 y9 k2", lay="r9 b9 k9", keep="y9"),
    Lesson("joker-danger", Chapter.STRATEGY, rack="J k12 k13 y1", table="[r2 r3 r4]", lay="J"),
    Lesson("duplicates", Chapter.STRATEGY, rack="b5 b5 M r9", lay="b5 b5 M", edition_name="twist"),
)

_THIRTY_TWO = (
    "[r1 r2 r3] [b4 b5 b6] [b10 b11 b12 b13] [k1 k2 k3] [y2 y3 y4] [y10 y11 y12] [r13 k13 y13] [r5 k5 y5] [k7 k8 k9]"
)
_WINNING = (
    Lesson(
        "win-hold",
        Chapter.WINNING,
        task=Task.CHOOSE,
        rack="r8 r9 b2 b3 k12 y1",
        table="[r5 r6 r7] [k1 k2 k3] [y8 y9 y10]",
        others=(Other(9), Other(10), Other(11)),
        options=("[r5 r6 r7 r8 r9] [k1 k2 k3] [y8 y9 y10]", "[r5 r6 r7 r8] [k1 k2 k3] [y8 y9 y10]", notation.NOTHING),
    ),
    Lesson(
        "win-joker",
        Chapter.WINNING,
        task=Task.CHOOSE,
        rack="r9 b9 b5 y12 k3 J",
        table="[k4 k5 k6] [r1 b1 y1] [y9 y10 y11]",
        others=(Other(8), Other(6), Other(9)),
        options=(
            "[k3 k4 k5 k6] [r1 b1 y1] [y9 y10 y11 y12] [r9 b9 J]",
            "[k3 k4 k5 k6] [r1 b1 y1] [y9 y10 y11 y12]",
            notation.NOTHING,
        ),
    ),
    Lesson(
        "win-fourth",
        Chapter.WINNING,
        task=Task.CHOOSE,
        rack="r9 b9 k9 y9 b3 y4 k12",
        table="[r5 r6 r7] [k1 k2 k3]",
        others=(Other(7), Other(8), Other(9)),
        options=(
            "[r5 r6 r7] [k1 k2 k3] [r9 b9 k9 y9]",
            "[r5 r6 r7] [k1 k2 k3] [r9 b9 k9]",
            notation.NOTHING,
        ),
    ),
    Lesson(
        "win-pool",
        Chapter.WINNING,
        task=Task.CHOOSE,
        rack="r11 r12 k10 y7 y8 b8 b2",
        table=f"[r7 r8 r9 r10] {_THIRTY_TWO}",
        others=(Other(22, holds=True), Other(21, holds=True), Other(22, holds=True)),
        options=(
            f"[r7 r8 r9 r10 r11 r12] {_THIRTY_TWO.replace('k9]', 'k9 k10]')}",
            f"[r7 r8 r9 r10 r11] {_THIRTY_TWO}",
            notation.NOTHING,
        ),
    ),
)

COURSE: tuple[Lesson, ...] = (*_BASICS, *_TABLE, *_JOKERS, *_TWIST, *_TIME, *_SCORE, *_STRATEGY, *_WINNING)
