"""Every example runs and prints what it promises; benchmarks import only what exists."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests import notebook

EXAMPLES = Path(__file__).parents[1] / "examples"
BENCH = EXAMPLES.parent / "bench"
SAYS = {
    "play_a_game.py": "proven",
    "solve_a_rack.py": "proven to be the best",
    "write_a_bot.py": "Turns that the rules refused: 0",
}


def test_every_example_is_tested() -> None:
    """remote_bot.py needs a server; tests/server runs it against one."""
    assert {path.name for path in EXAMPLES.glob("*.py")} == {*SAYS, "remote_bot.py"}


@pytest.mark.parametrize("name", SAYS)
def test_example_runs_and_prints_what_it_promises(name: str) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, check=False, timeout=600)

    assert done.returncode == 0, done.stderr
    assert done.stdout.rstrip().endswith(SAYS[name])


def test_tutorial_shows_what_its_cells_return() -> None:
    cells = json.loads((EXAMPLES / "tutorial.ipynb").read_text("utf-8"))["cells"]

    assert [cell["outputs"] for cell in cells if cell["cell_type"] == "code"] == list(notebook.run(cells))


def is_importable(module: str, name: str) -> bool:
    """Whether a module has this name, or a module of this name."""
    if hasattr(import_module(module), name):
        return True
    try:
        import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return False
    return True


@pytest.mark.parametrize("script", [path.name for path in sorted(BENCH.glob("*.py"))])
def test_benchmark_imports_only_names_that_exist(script: str) -> None:
    """The competitors of the benchmarks are not installed here, so only our own names are looked up."""
    imports = [
        node for node in ast.walk(ast.parse((BENCH / script).read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    ours = [node for node in imports if node.module and node.module.partition(".")[0] in {"tests", "tilewise"}]

    assert [name.name for node in ours for name in node.names if not is_importable(str(node.module), name.name)] == []
