"""axe-core on a page in its present state, by the rules of WCAG 2.2 AA, for a fixture and for page walks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

AXE: Final = Path(__file__).parents[2] / "api" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN: Final = """([only, within]) => axe.run(within || document, { runOnly: only, resultTypes: ["violations"] })
    .then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((each) =>
        `${each.target} ${each.any[0]?.message ?? ''}`).join(' | ')}`))"""


def violations(page: Page, axe: str, within: str = "", rules: Sequence[str] = ()) -> list[str]:
    """Violations of WCAG 2.2 AA that axe-core finds on a page.

    ``within`` limits the check to one part of the page, ``rules`` to these rules.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe)
    found: list[str] = page.evaluate(RUN, [list(rules) or RULES, within])
    return found
