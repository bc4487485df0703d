"""Results that are kept agree with those of other tools, and can be made again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experiments.experiment import read_config
from experiments.glove_coverage import run as glove_coverage
from experiments.tau_rules import run as tau_rules

EXPERIMENTS = Path(__file__).parents[1] / "experiments"
TAU_RULES = EXPERIMENTS / "tau_rules"
METEOR = EXPERIMENTS / "meteor"
GLOVE = EXPERIMENTS / "glove_coverage"
MATSUO = EXPERIMENTS / "matsuo2017"


def kept(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return found


def leaves(tree: Any, path: str = "") -> dict[str, float]:
    """All numbers by their path; intervals have no oracle."""
    if not isinstance(tree, dict):
        return {path: tree}
    parts = (leaves(v, f"{path}/{k}") for k, v in tree.items() if k != "interval")
    return {key: value for part in parts for key, value in part.items()}


def test_tau_rules_are_those_of_sacrebleu() -> None:
    """BLEU and chrF of sacreBLEU 2.6.0 and plain loops, written by oracle.py."""
    expected = kept(TAU_RULES, "expected")
    assert expected["made"]["versions"]["sacrebleu"] == "2.6.0"
    found = leaves(kept(TAU_RULES, "result")["sets"])
    assert found == pytest.approx(leaves(expected["sets"]), abs=1e-9)


def test_the_csv_of_wmt12_is_its_rank_files() -> None:
    result = kept(TAU_RULES, "result")
    csv, rank = leaves(result["csv"]), leaves(result["sets"]["wmt12"])
    ties = {path for path in csv if path.startswith("/tau/xties")}  # only in the CSV
    for path in csv.keys() - ties:
        assert csv[path] == pytest.approx(rank[path], abs=1e-12)


def test_meteor_is_that_of_its_program() -> None:
    """Taus by METEOR 1.5's jar and plain loops, written by oracle.py."""
    expected = kept(METEOR, "expected")["sets"]
    found = kept(METEOR, "result")["sets"]
    for name, of_set in expected.items():
        for metric, taus in of_set["tau"].items():
            mine = found[name]["tau"][metric]
            assert {lp: mine[lp] for lp in taus} == pytest.approx(taus, abs=1e-9)


def test_alignment_is_that_of_numpy_and_scipy() -> None:
    """Taus by plain loops, written by oracle.py.

    Some scores of two lines are equal but for rounding, which loops round off.
    """
    expected = kept(MATSUO, "expected")["sets"]
    found = kept(MATSUO, "result")["vectors"]["shipped"]["tau"]
    for name, by_rule in expected.items():
        for rule, by_metric in by_rule.items():
            for metric, taus in by_metric.items():
                mine = found[name][rule][metric]
                assert {lp: mine[lp] for lp in taus} == pytest.approx(taus, abs=5e-4)


def test_maxima_agree_best_with_people() -> None:
    """As in Matsuo et al. 2017, under the strict rule and under the other."""
    for vectors in kept(MATSUO, "result")["vectors"].values():
        for by_rule in vectors["tau"].values():
            for found in by_rule.values():
                assert found["MAS"]["mean"] > found["HAS"]["mean"]
                assert found["MAS"]["mean"] > found["AAS"]["mean"]


@pytest.mark.data
def test_tau_rules_again(wmt12: Path) -> None:
    config = read_config(TAU_RULES)
    config["sets"] = {"wmt12": config["sets"]["wmt12"]}
    config["resamples"] = 2
    found = tau_rules.run(wmt12.parent, config)
    again, before = leaves(found), leaves(kept(TAU_RULES, "result"))
    assert again == pytest.approx({path: before[path] for path in again}, abs=1e-9)


def test_the_shipped_vectors_know_most_tokens() -> None:
    found = kept(GLOVE, "result")
    for of_set in found["sets"].values():
        shipped = of_set["13a"]["shipped"]
        assert shipped["known tokens"] > 0.97 * shipped["tokens"]


@pytest.mark.data
def test_glove_coverage_again(wmt12: Path) -> None:
    config = read_config(GLOVE)
    before = kept(GLOVE, "result")
    found = glove_coverage.run(wmt12.parent, config)
    assert found["tables"]["shipped"] == before["tables"]["shipped"]
    for name, of_set in found["sets"].items():
        for tokenizer in config["tokenizers"]:
            mine = before["sets"][name][tokenizer]["shipped"]
            assert of_set[tokenizer]["shipped"] == mine
