from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

BESIDE = Path(__file__).parents[2] / "shared" / "data"
DATA = Path(os.environ.get("TARJIH_DATA", BESIDE))

# Machines differ in speed: a slow example is no failure.
settings.register_profile("tarjih", deadline=None, max_examples=100)
settings.load_profile("tarjih")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests that need the human judgments where these are missing."""
    if DATA.is_dir():
        return
    skip = pytest.mark.skip(reason=f"no human judgments in {DATA}; set TARJIH_DATA")
    for item in items:
        if item.get_closest_marker("data"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def wmt12() -> Path:
    """The folder of WMT12's judgments, outputs and references."""
    return DATA / "judgments" / "wmt12"


@pytest.fixture(scope="session")
def mteval() -> Path:
    """The folder of mteval-v13a's texts and scores."""
    return DATA.parent / "goldens" / "mteval-v13a"
