"""The public door: its names, what it costs to open, what it needs."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import Any

import pytest

import tarjih
from tarjih.errors import UnknownName
from tarjih.metrics import METRICS
from tarjih.registry import Entry, Registry


def test_names_are_there() -> None:
    for name in tarjih.__all__:
        assert getattr(tarjih, name) is not None
    assert dir(tarjih) == tarjih.__all__
    assert sorted(tarjih._HOME) == sorted(set(tarjih.__all__) - {"__version__"})


def test_unknown_attribute() -> None:
    with pytest.raises(
        AttributeError, match=r"^module 'tarjih' has no attribute 'scor'$"
    ):
        _ = tarjih.scor


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import tarjih", ["numpy", "click", "rich"]),
        ("import tarjih.cli", ["numpy", "rich"]),
        ("import tarjih; tarjih.score", ["click", "rich", "sacrebleu", "pandas"]),
    ],
)
def test_import_is_light(code: str, absent: list[str]) -> None:
    check = f"import sys; {code}; print([n for n in {absent} if n in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_plain_kernels_can_be_chosen() -> None:
    code = "import tarjih.kernels as k; print(k.NATIVE, k.ter_edits.__module__)"
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"TARJIH_KERNELS": "plain"},
    )
    assert found.stdout.split() == ["False", "tarjih.kernels.ter"]


def test_outsiders_add_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point is a metric; a built-in name cannot be taken over."""
    points = [
        EntryPoint("Mine", "tarjih.metrics.chrf:Chrf", "tarjih.metrics"),
        EntryPoint("bleu", "nowhere:Nothing", "tarjih.metrics"),
    ]

    def installed(group: str) -> list[EntryPoint]:
        assert group == "tarjih.metrics"
        return points

    monkeypatch.setattr("tarjih.registry.entry_points", installed)
    registry = Registry("metric", "tarjih.metrics", METRICS.built_in)
    made: Any = registry.create("mine", beta=3)
    assert made.name == "chrF3"
    assert registry.create("bleu").name == "BLEU"
    assert registry.entries["mine"].summary == "from tarjih.metrics.chrf:Chrf"
    with pytest.raises(
        UnknownName, match=r"^unknown metric 'mne'; did you mean 'mine'\?$"
    ):
        registry.entry("mne")


def test_options_of_a_name_can_be_changed() -> None:
    entry = Entry("tarjih.metrics.chrf:Chrf", "x", {"word_order": 2})
    registry = Registry("metric", "tarjih.metrics", {"x": entry})
    assert registry.create("X", beta=1).name == "chrF1++"
