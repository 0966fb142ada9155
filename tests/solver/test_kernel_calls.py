"""The interface of the kernel: errors name invalid input, and no input ends the process."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.solver.kernel_calls import coded, coded_table
from tilewise import _kernel
from tilewise.core import notation
from tilewise.core.tiles import Tile, in_order

ROOT = Path(__file__).parents[2]


def table(text: str) -> bytes:
    return coded_table(notation.table(text))


def rack(text: str) -> bytes:
    return coded(notation.rack(text))


@pytest.mark.parametrize(
    ("given", "held", "named"),
    [
        (table("[r1 r2]"), b"", r"not a meld: \[r1 r2\]"),
        (table("[r1 r2 b3]"), b"", r"not a meld: \[r1 r2 b3\]"),
        (table("[J J J]"), b"", "not a meld"),
        (b"\x01\x02\x03", b"", "closed|end"),
        (b"\xff", b"", "meld"),
        (b"\x38\x38\x38\xff", b"", "no tile 56"),
        (b"", b"\x38", "no tile 56"),
        (b"", b"\xff", "no tile 255"),
        (b"", rack("r1 r1 r1 r1"), "more than 3"),
        (table("[r1 r2 r3]"), rack("r1 r1 r1"), "more than 3"),
        (b"", rack("J J J J J J J J J"), "more than 8 jokers"),
    ],
)
def test_wrong_tiles_are_named(given: bytes, held: bytes, named: str) -> None:
    for ask in (_kernel.solve, _kernel.can_play, _kernel.can_play_all, _kernel.maximal_plays):
        with pytest.raises(ValueError, match=named):
            ask(given, held, _kernel.Options())


def solve_with(name: str, value: int) -> None:
    options = _kernel.Options()
    setattr(options, name, value)
    _kernel.solve(b"", b"\x01", options)


@pytest.mark.parametrize(
    ("name", "value"), [("threshold", 256), ("threshold", -1), ("min_number_tiles", 3), ("mirror_min_side", 0)]
)
def test_a_knob_out_of_range_is_named(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        solve_with(name, value)


def test_weights_out_of_range_are_named() -> None:
    options = _kernel.Options()
    options.set_weights([2_000_000] * 56, [0] * 56)

    with pytest.raises(ValueError, match="weight"):
        _kernel.solve(b"", b"\x01", options)
    with pytest.raises(ValueError, match="56"):
        options.set_weights([1] * 55, [0] * 56)


def test_a_meld_that_no_row_could_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"meld|tile"):
        _kernel.solve(bytes(range(40)) + b"\xff", b"", _kernel.Options())


BOX = _kernel.Box(in_order(Tile))
EVERY_TILE = notation.table("[r1 b13 y7] [k10 k11 J] [D C M]")


def test_a_box_packs_tables_and_tiles_as_the_kernel_reads_them() -> None:
    assert BOX.packed(EVERY_TILE) == coded_table(EVERY_TILE)
    assert BOX.packed_tiles(in_order(Tile)) == bytes(range(56))
    assert BOX.unpacked_tiles(bytes(range(56))) == in_order(Tile)


def test_a_box_accepts_values_equal_to_tiles() -> None:
    as_text = tuple(tuple(str.__str__(tile) for tile in meld) for meld in EVERY_TILE)

    assert _kernel.Box(in_order(Tile)).packed(as_text) == coded_table(EVERY_TILE)  # type: ignore[arg-type]


def test_a_box_gives_an_answer_in_tiles() -> None:
    found = _kernel.solve(table("[r3 r4 r5]"), rack("r6 k1 J"), _kernel.Options())

    laid, lying, *numbers = BOX.parts(found)

    assert (coded(laid), coded_table(lying)) == (found.laid, found.table)
    assert all(isinstance(tile, Tile) for meld in (laid, *lying) for tile in meld)
    assert numbers == [found.primary, found.secondary, found.kept, found.moved, found.proven, found.nodes]


@pytest.mark.parametrize("wrong", ["r14", "", 7, None])
def test_a_box_error_names_the_value_that_is_not_a_tile(wrong: object) -> None:
    with pytest.raises(ValueError, match=f"no tile {wrong!r}"):
        _kernel.Box(in_order(Tile)).packed_tiles((wrong,))  # type: ignore[arg-type]


def test_a_box_rejects_lists_unknown_tiles_and_incomplete_orders() -> None:
    with pytest.raises(TypeError, match="tuple"):
        BOX.packed((list(EVERY_TILE[0]),))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no tile 56"):
        BOX.unpacked_tiles(b"\x38")
    with pytest.raises(ValueError, match="56"):
        _kernel.Box(in_order(Tile)[1:])


@pytest.mark.parametrize("seed", range(2))
def test_no_bytes_end_the_process(seed: int) -> None:
    """Runs in a separate process, so that a crash fails only this test."""
    command = [sys.executable, "-m", "tests.solver.fuzz", "--seed", str(seed), "--examples", "100"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
