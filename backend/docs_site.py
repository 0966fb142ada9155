"""Hooks of the documentation site: links that leave docs/ lead to the repository, and the tutorial becomes a page."""

import json
import re
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
NOTEBOOK = "examples/tutorial.ipynb"
TUTORIAL = "tutorial.md"
ROW = re.compile(r"^\|.*", re.MULTILINE)
CODE = re.compile(r"`[^`]+`")
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the tutorial as a page."""
    notebook = json.loads((ROOT / NOTEBOOK).read_text("utf-8"))
    files.append(File.generated(config, TUTORIAL, content=as_markdown(notebook)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let a link to a file outside docs/, or to a folder, lead to the repository; clean the code in tables."""
    folder = PurePosixPath("docs", page.file.src_uri).parent

    def elsewhere(link: re.Match[str]) -> str:
        target = (ROOT / folder / link[1]).resolve().relative_to(ROOT).as_posix()
        if target == NOTEBOOK:
            return f"]({'../' * (len(folder.parts) - 1)}{TUTORIAL})"
        if files.get_file_from_path(target.removeprefix("docs/")):
            return link[0]
        kind = "tree" if (ROOT / target).is_dir() else "blob"
        return f"]({config.extra['repository']}/{kind}/main/{target}{link[2] or ''})"

    return ROW.sub(without_escaped_bars, LINK.sub(elsewhere, markdown))


def without_escaped_bars(row: re.Match[str]) -> str:
    """Return a row of a table with the bars in its code as they are; only GitHub needs the backslash."""
    return CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0])


def as_markdown(notebook: dict[str, Any]) -> str:
    """Return the cells of a notebook with their stored output."""
    source = f"[This page is a notebook](../{NOTEBOOK}): download it and run it yourself."
    parts = [part for cell in notebook["cells"] for part in _parts(cell)]
    return "\n\n".join((parts[0], source, *parts[1:])).replace("](../docs/", "](")


def _parts(cell: dict[str, Any]) -> list[str]:
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [text]
    return [f"```python\n{text}\n```", *map(_output, cell["outputs"])]


def _output(output: dict[str, Any]) -> str:
    data = output.get("data", {})
    if "image/svg+xml" in data:
        return f"<div>{''.join(data['image/svg+xml'])}</div>"
    return f"```text\n{''.join(data.get('text/plain', output.get('text', ''))).rstrip()}\n```"
