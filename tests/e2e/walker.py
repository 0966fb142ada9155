"""Random walks through the site: links, buttons, Back, Forward, reload.

The seed determines every choice. A failed walk prints its seed and all its steps.
"""

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

BLANK_TIMEOUT_MS = 20_000
"""Time after which a page without content counts as blank."""
CLICK_TIMEOUT_MS = 1_000
"""Time after which a control that cannot be clicked is skipped."""

FIND_CONTROLS = """() => {
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

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


class Walk:
    """One walk. `step` performs a random action; `check` verifies the page after it."""

    def __init__(self, page: "Page", seed: str) -> None:
        self.page = page
        self.random = random.Random(seed)  # noqa: S311  # a walk, not a secret
        self.trail: list[str] = [f"seed {seed}"]
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: dialog.dismiss())

    def go(self, steps: int, start: str = "/") -> None:
        """Take this many steps, and check the page after each."""
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
        """Wait until the page has content, a heading and a control and fits its width; assert that it has no error."""
        self._wait_for("document.body?.innerText.trim().length > 10", "a blank page")  # no body yet: a new document
        self._wait_for("document.querySelector('h1, h2, [role=heading]') !== null", "a page without a heading")
        self._controls()
        self.trail[-1] += f" → {self.page.url}"
        assert not self.errors, self._with_trail(f"page errors {self.errors}")
        self._wait_for(FITS, "the page scrolls sideways")  # not at once: a change of language moves everything

    def _click(self) -> None:
        controls = self._controls()
        index = self.random.randrange(len(controls))
        control = controls[index]
        self.trail.append(f"{control['kind']} “{control['name']}”")
        target = self.page.locator(f'[data-way="{index}"]').first
        try:
            match control["kind"]:
                case "select":
                    choices = target.locator("option").evaluate_all("all => all.map((each) => each.value)")
                    target.select_option(self.random.choice(choices), timeout=CLICK_TIMEOUT_MS)
                case "text" | "search" | "password" | "number":
                    target.fill(
                        self.random.choice(["7", "Ira", "r7 r8 r9"]) if control["kind"] != "number" else "7",
                        timeout=CLICK_TIMEOUT_MS,
                    )
                case _:
                    target.click(timeout=CLICK_TIMEOUT_MS)
        except Exception as error:  # noqa: BLE001  # the page changed before the click
            self.trail[-1] += f" (missed: {str(error).splitlines()[0][:60]})"

    def _controls(self) -> list[dict[str, str]]:
        controls: list[dict[str, str]] = self._wait_for(f"({FIND_CONTROLS})()", "a dead end: nothing to click")
        return controls

    def _wait_for(self, condition: str, otherwise: str) -> Any:  # noqa: ANN401  # any JSON value
        try:
            return self.page.wait_for_function(f"() => {condition}", timeout=BLANK_TIMEOUT_MS).json_value()
        except Exception as error:
            raise AssertionError(self._with_trail(otherwise)) from error

    def _with_trail(self, fault: str) -> str:
        return f"{fault}\n" + "\n".join(self.trail)
