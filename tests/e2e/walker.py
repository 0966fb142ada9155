"""A visitor who wanders through the site at random: links, buttons, Back, Forward, reload.

The walk depends on its seed alone, as far as the pages do. A failed walk prints its seed and every step it took.
"""

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

SETTLE_MS = 20_000
"""A page that is still blank after this long counts as blank."""
CLICK_MS = 1_000
"""A control that cannot be reached within this long is passed over."""

WAYS_ON = """() => {
    const visible = (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && each.getBoundingClientRect().width > 0;
    const dialog = [...document.querySelectorAll('dialog[open], [role=dialog][aria-modal=true]')].at(-1);
    const found = [...(dialog ?? document).querySelectorAll('a[href], button, summary, select, input, [role=tab]')]
        .filter((each) => visible(each) && !each.disabled)
        .filter((each) => !each.closest('[inert], .unseen, .skip'))
        .filter((each) => !each.matches('a[target], a[download], a[href^="/api"], a[href^="mailto:"]'))
        .filter((each) => !(each.matches('a') && each.origin !== location.origin));
    found.forEach((each, index) => (each.dataset.way = index));
    return found.length === 0 ? null : found.map((each) => ({
        kind: each.matches('input') ? each.type : each.tagName.toLowerCase(),
        name: (each.getAttribute('aria-label') ?? each.innerText ?? each.name ?? '').trim().slice(0, 40),
    }));
}"""

STATE = """() => [
    location.pathname + location.search,
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
]"""


class Walk:
    """One visit. `step` does something a person could do; `check` looks at what the page shows then."""

    def __init__(self, page: "Page", seed: str) -> None:
        self.page = page
        self.random = random.Random(seed)  # noqa: S311  # a walk, not a secret
        self.trail: list[str] = [f"seed {seed}"]
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.dismiss())

    def go(self, steps: int, start: str = "/") -> None:
        """Walk this many steps, checking the page after each."""
        self.page.goto(start)
        self.check()
        for _ in range(steps):
            self.step()
            self.check()

    def step(self) -> None:
        match self.random.choices(("click", "back", "forward", "reload"), (86, 8, 2, 4))[0]:
            case "back" if self.page.evaluate("navigation.canGoBack"):
                self.trail.append("back")
                self.page.go_back(wait_until="commit")
            case "forward" if self.page.evaluate("navigation.canGoForward"):
                self.trail.append("forward")
                self.page.go_forward(wait_until="commit")
            case "reload":
                self.trail.append("reload")
                self.page.reload(wait_until="commit")
            case _:
                self._click()

    def check(self) -> None:
        """No blank page, no error, no sideways scrolling, and always a way on."""
        self._wait_for("document.body.innerText.trim().length > 10", "a blank page")
        self._wait_for("document.querySelector('h1, h2, [role=heading]') !== null", "a page without a heading")
        self._ways_on()
        path, sideways = self.page.evaluate(STATE)
        self.trail[-1] += f" → {path}"
        assert not self.errors, self._with_trail(f"page errors {self.errors}")
        assert sideways <= 0, self._with_trail(f"the page scrolls sideways by {sideways} px")

    def _click(self) -> None:
        ways = self._ways_on()
        index = self.random.randrange(len(ways))
        way = ways[index]
        self.trail.append(f"{way['kind']} “{way['name']}”")
        target = self.page.locator(f'[data-way="{index}"]').first
        try:
            match way["kind"]:
                case "select":
                    choices = target.locator("option").evaluate_all("all => all.map((each) => each.value)")
                    target.select_option(self.random.choice(choices), timeout=CLICK_MS)
                case "text" | "search" | "password" | "number":
                    target.fill(
                        self.random.choice(["7", "Ira", "r7 r8 r9"]) if way["kind"] != "number" else "7",
                        timeout=CLICK_MS,
                    )
                case _:
                    target.click(timeout=CLICK_MS)
        except Exception as error:  # noqa: BLE001  # the page moved on meanwhile: a person would miss as well
            self.trail[-1] += f" (missed: {str(error).splitlines()[0][:60]})"

    def _ways_on(self) -> list[dict[str, str]]:
        ways: list[dict[str, str]] = self._wait_for(f"({WAYS_ON})()", "a dead end: nothing to click")
        return ways

    def _wait_for(self, condition: str, otherwise: str) -> Any:  # noqa: ANN401  # whatever the page answers
        try:
            return self.page.wait_for_function(f"() => {condition}", timeout=SETTLE_MS).json_value()
        except Exception as error:
            raise AssertionError(self._with_trail(otherwise)) from error

    def _with_trail(self, fault: str) -> str:
        return f"{fault}\n" + "\n".join(self.trail)
