"""Every rule of spec/rules.txt is implemented in one place and tested, and no other rule is cited."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests import spec

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src/tilewise/core"
CHAPTERS = CORE / "rules"
ID = re.compile(r"(?<![A-Z0-9-])(?:R-[A-Z]+-\d\d|TA-\d\d|A-\d\d|E-J\d)(?!\d)")
RANGE = re.compile(rf"({ID.pattern}) to ({ID.pattern})")


@cache
def ids(*kinds: str) -> frozenset[str]:
    return frozenset(rule.id for rule in spec.rules() if not kinds or rule.kind in kinds)


def cited(text: str) -> set[str]:
    """Return the ids in a text; `R-SETUP-01 to R-SETUP-03` cites all three."""
    between = {
        f"{first[:-2]}{number:02}"
        for first, last in RANGE.findall(text)
        for number in range(int(first[-2:]), int(last[-2:]))
    }
    return between | set(ID.findall(text))


def cited_in(files: Iterable[Path]) -> dict[str, set[str]]:
    return {str(file.relative_to(ROOT)): cited(file.read_text()) for file in files}


def strings_of(file: Path) -> Iterator[str]:
    """Yield all texts of a source file: docstrings and descriptions of knobs."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def implemented() -> frozenset[str]:
    files = sorted(CORE.rglob("*.py"))
    return frozenset(id_ for file in files for text in strings_of(file) for id_ in cited(text))


@cache
def covered() -> frozenset[str]:
    by_tests = {id_ for file in (ROOT / "tests").rglob("*.py") for text in strings_of(file) for id_ in cited(text)}
    by_melds = {id_ for line in spec.melds() for id_ in line.rules.split()}
    names = ("turns.txt", "flows.txt", "scores.txt")
    by_blocks = {id_ for name in names for block in spec.blocks(name) for id_ in block["rules"].split()}
    return frozenset(by_tests | by_melds | by_blocks)


def test_every_rule_and_ruling_is_cited_where_it_is_implemented() -> None:
    assert ids("rule", "ruling", "hint") - implemented() == set()


def test_every_rule_and_ruling_is_tested() -> None:
    assert ids("rule", "ruling", "hint", "example") - covered() == set()


def test_code_and_tests_cite_only_rules_that_exist() -> None:
    files = [*ROOT.glob("src/tilewise/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("docs/**/*.md")]

    unknown = {name: found - ids() for name, found in cited_in(files).items()}

    assert {name: found for name, found in unknown.items() if found} == {}
    assert covered() - ids() == set()


def functions_of(chapter: Path) -> Iterator[ast.FunctionDef]:
    tree = ast.parse(chapter.read_text())
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_a_rule_is_implemented_in_one_chapter() -> None:
    """A rule function yields violations; two of them in two chapters would be the same rule twice."""
    chapters: dict[str, set[str]] = {}
    for chapter in CHAPTERS.glob("*.py"):
        for function in functions_of(chapter):
            if function.returns is not None and ast.unparse(function.returns) == "Iterator[Violation]":
                for id_ in cited(ast.get_docstring(function) or ""):
                    chapters.setdefault(id_, set()).add(chapter.stem)

    assert {id_: found for id_, found in chapters.items() if len(found) > 1} == {}


def test_every_rule_is_listed_once() -> None:
    listed = [rule.id for rule in spec.rules()]

    assert sorted(set(listed)) == sorted(listed)
    assert {rule.kind for rule in spec.rules()} == {"rule", "feature", "hint", "example", "ruling", "none"}
