"""Run a notebook without Jupyter: its code cells in order, in one namespace.

python -m tests.notebook examples/tutorial.ipynb    # run it and store the output
"""

import ast
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

Cell = dict[str, Any]


def run(cells: list[Cell]) -> Iterator[list[dict[str, Any]]]:
    """Yield the outputs of each code cell: printed text, then the value of its last expression."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        if cell["cell_type"] == "code":
            yield list(_outputs("".join(cell["source"]), names))


def _outputs(source: str, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    statements = ast.parse(source).body
    last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "cell", "exec"), names)  # noqa: S102  # the project's own notebook
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307  # as above
    if text := printed.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)}
    if value is not None:
        yield {"output_type": "execute_result", "metadata": {}, "execution_count": None, "data": _shown(value)}


def _shown(value: object) -> dict[str, list[str]]:
    """Return a value as Jupyter shows it. The text beside a picture is left out."""
    picture = getattr(value, "_repr_svg_", None)
    return {"image/svg+xml": [picture()]} if picture else {"text/plain": repr(value).splitlines(keepends=True)}


def main(path: Path) -> None:
    """Run a notebook and store the output in it."""
    notebook = json.loads(path.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, outputs in zip(code, run(notebook["cells"]), strict=True):
        cell["outputs"] = outputs
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
