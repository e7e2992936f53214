"""Checks of the walk for people who prefer reduced motion, hear a page, or use it by keys alone."""

import re
from collections.abc import Iterator
from typing import Final

from playwright.sync_api import Page

MOVING: Final = """() => document.getAnimations().filter((each) => each.playState === 'running'
    && each.effect.getComputedTiming().duration > 1).map((each) => each.effect.target.outerHTML.slice(0, 60))"""
LANDMARKS: Final = ("- banner", "- main", "- contentinfo")
NAMELESS: Final = re.compile(r"- (?:button|link|textbox|combobox)(?: \[\w+\])*:?$", re.MULTILINE)


def of_people(page: Page) -> Iterator[str]:
    """Yield errors for users who prefer reduced motion, or hear the page: from its accessibility tree."""
    page.emulate_media(reduced_motion="reduce")
    yield from (f"moves: {each}" for each in page.evaluate(MOVING))
    page.emulate_media(reduced_motion="no-preference")
    told = page.locator("body").aria_snapshot()
    places = [place for each in LANDMARKS if (place := told.find(each)) >= 0]
    if places != sorted(places):
        yield f"heard out of order: {told[:200]}"
    yield from (f"nameless: {each}" for each in NAMELESS.findall(told))


CONTROLS: Final = "button, a[href], input:not([type=hidden]), select, textarea, summary"
TABBED: Final = f"""() => {{
    document.activeElement?.blur();
    globalThis.reached = new Set();
    document.addEventListener('focusin', ({{ target }}) => globalThis.reached.add(target), true);
    return document.querySelectorAll('{CONTROLS}').length;
}}"""
"""Script that notes from now on what gets the focus; the number of controls."""
UNREACHED: Final = f"""() => {{
    const reached = globalThis.reached;
    const isOf = (row) => [...reached].some((each) => row.contains(each));
    const isShown = (each) => each.checkVisibility({{ visibilityProperty: true }}) && each.getClientRects().length
        && !each.matches(':disabled, [inert] *');
    const isInGroup = (each) => each.closest('[data-row], [role=radiogroup], [role=listbox], [role=toolbar]')
        || each.matches('[type=radio]') && each.form;
    return [...document.querySelectorAll('{CONTROLS}')].filter((each) => isShown(each) && !reached.has(each))
        .filter((each) => !(isInGroup(each) && isOf(isInGroup(each)))).map((each) => each.outerHTML.slice(0, 100));
}}"""
"""Script: visible controls that had no focus; of a group whose arrow keys go to the others, one is enough."""
MORE_TABS: Final = 40
"""Stops of Tab that are no controls: what scrolls, and what the browser adds."""


def of_keys(page: Page) -> Iterator[str]:
    """Yield each visible control of a page that the Tab key does not reach."""
    for _ in range(page.evaluate(TABBED) + MORE_TABS):
        page.keyboard.press("Tab")
    yield from (f"not reached by Tab: {each}" for each in page.evaluate(UNREACHED))
