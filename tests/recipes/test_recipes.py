"""The recipes of docs/adding.md: each patch is applied to a copy of the project, and the page's promises hold."""

import json
from pathlib import Path
from typing import Final

import pytest

from controller.rulebooks.catalogue import OWN_BOOKS
from tests.support.recipes import PAGE, ROOT, Recipe, apply, copied, failing, page, recipes, run

ALL: Final = recipes()
RED: Final = {each for recipe in ALL for each in recipe.red}
"""Tests that a person reviews after all recipes were applied."""
SURE: Final = {"A fault": 0, "A rulebook": 1}
"""Recipes for which the page promises a limit of tests to review."""


@pytest.fixture(scope="module")
def applied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with every recipe applied."""
    copy = copied(tmp_path_factory.mktemp("project"))
    apply(ALL, copy)
    return copy


def test_the_page_counts_what_each_recipe_touches() -> None:
    assert page() == PAGE.read_text("utf-8"), "stale: run `python -m tests.support.recipes`"
    assert {recipe.title: len(recipe.red) for recipe in ALL if recipe.title in SURE} == SURE


def test_with_all_recipes_what_each_promises_holds(applied: Path) -> None:
    red, told = failing(applied, dict.fromkeys(check for recipe in ALL for check in recipe.checks))
    assert red == RED, told


def test_a_venues_own_book_is_known_by_its_id(applied: Path) -> None:
    """It is in the list, in a score, and usable as a base; a broken file is reported with its place."""
    own = {OWN_BOOKS: str(applied / "build" / "own")}
    (applied / "build" / "own" / "later.toml").write_text('base = "our-house"\nid = "later"\n', encoding="utf-8")
    listed = run(applied, "python -m api rulebooks list --json", **own)
    assert {"our-house", "later"} <= {json.loads(line)["id"] for line in listed.stdout.splitlines()}, listed.stderr
    shown = run(applied, "python -m api rulebooks show later --json", **own)
    assert json.loads(shown.stdout)["fields"]["scoring.counter_value"]["value"] == 1500
    (applied / "build" / "own" / "later.toml").write_text("base = 1\n", encoding="utf-8")
    broken = run(applied, "python -m api rulebooks show our-house", **own)
    assert broken.returncode == 2
    assert "later.toml: line 1: base" in broken.stderr


@pytest.mark.long
@pytest.mark.parametrize("recipe", [each for each in ALL if each.long], ids=lambda recipe: recipe.name)
def test_a_recipe_leaves_the_tests_around_it_green(recipe: Recipe, applied: Path) -> None:
    red, told = failing(applied, recipe.long, "-m", "not long")
    assert red == {each for each in RED if each.startswith(recipe.long)}, told


@pytest.mark.long
def test_with_all_recipes_the_house_stands(applied: Path) -> None:
    red, told = failing(applied, ["tests/house"], "-m", "not long")
    assert red == set(), told


def test_the_project_itself_stays_as_it_is(applied: Path) -> None:
    changed = [file for recipe in ALL for file in recipe.files if not (ROOT / file).exists()]
    assert changed
    assert all((applied / file).exists() for file in changed)
