"""The judgments of WMT, where they are at hand: counts and taus that are known."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

from tarjih.judgments import (
    Judgments,
    Preferences,
    concatenate,
    read_judgments,
    read_meteor_rank,
    read_mqm_averages,
    read_wmt_csv,
    read_wmt_da,
    unroll,
)
from tarjih.kernels.arrays import F64
from tarjih.scoring import score

pytestmark = pytest.mark.data

WMT12 = {"cs-en": 11_021, "de-en": 11_934, "es-en": 9_796, "fr-en": 11_594}
OUT_OF_ENGLISH = {"en-cs": 18_805, "en-de": 14_553, "en-es": 11_834, "en-fr": 11_562}
WMT13 = {"cs-en": 85_469, "de-en": 128_668, "es-en": 67_832, "fr-en": 80_741}
WMT14 = {
    "cs-en": 15_732,
    "de-en": 18_310,
    "fr-en": 19_620,
    "hi-en": 18_603,
    "ru-en": 28_838,
}


@pytest.fixture(scope="module")
def data(wmt12: Path) -> Path:
    return wmt12.parent


@pytest.fixture(scope="module")
def csv12(wmt12: Path) -> Judgments:
    return read_wmt_csv(f"{wmt12}/wmt12.RNK_results.csv")


def ranks(data: Path, year: str, pair: str) -> Judgments:
    return read_meteor_rank(f"{data}/{year}/meteor/{pair}.rank")


def of_pair(judgments: Judgments, pair: str) -> Judgments:
    return judgments.select(judgments.pair.equals(pair))


def pairs(judgments: Judgments) -> Preferences:
    return unroll(judgments, ties="drop", references="drop")[0]


def segment_scores(
    judgments: Judgments, metrics: list[str], reference: str | None
) -> F64:
    """Score all translations: by system, segment and metric."""
    ((test_set, pair),) = zip(
        judgments.test_set.present(), judgments.pair.present(), strict=True
    )
    texts = judgments.texts[test_set, pair]
    stream = texts.references[reference or next(iter(texts.references))]
    systems = judgments.system.names
    scores = np.full((len(systems), len(texts), len(metrics)), np.nan)
    for name in set(judgments.system.present()) & set(texts.systems):
        lines = [f"{text}" for text in texts.systems[name].values]
        references = [f"{text}" for text in stream.values]
        found = score(lines, references, metrics=metrics)
        scores[systems.index(name)] = found.to_numpy()
    return scores


def taus(judgments: Judgments, reference: str | None = None) -> list[str]:
    return [f"{tau:.3f}" for tau in exact_taus(judgments, reference)]


def exact_taus(judgments: Judgments, reference: str | None = None) -> list[float]:
    """WMT12's tau of BLEU and chrF: a tie of the metric counts against it."""
    p = pairs(judgments)
    scores = segment_scores(judgments, ["bleu", "chrf"], reference)
    first = scores[p.first.codes, p.segment - 1]
    second = scores[p.second.codes, p.segment - 1]
    agrees = (first - second) * p.sign[:, None] > 0
    return [float(tau) for tau in (2 * agrees - 1).mean(axis=0)]


def pearsons(judgments: Judgments) -> list[str]:
    scores = segment_scores(judgments, ["bleu", "chrf"], None)
    found = scores[judgments.system.codes, judgments.segment - 1]
    return [f"{np.corrcoef(judgments.value, column)[0, 1]:.3f}" for column in found.T]


@pytest.mark.parametrize(("pair", "count"), [*WMT12.items(), *OUT_OF_ENGLISH.items()])
def test_wmt12_csv(csv12: Judgments, pair: str, count: int) -> None:
    assert len(pairs(of_pair(csv12, pair))) == count


@pytest.mark.parametrize(
    ("year", "counts"), [("wmt12", WMT12), ("wmt13", WMT13), ("wmt14", WMT14)]
)
def test_ranks(data: Path, year: str, counts: dict[str, int]) -> None:
    for pair, count in counts.items():
        assert len(pairs(ranks(data, year, pair))) == count


def test_wmt13_contradictions(data: Path) -> None:
    table = concatenate([ranks(data, "wmt13", pair) for pair in WMT13])
    started = time.perf_counter()
    kept, report = unroll(table, duplicates="collapse")
    assert time.perf_counter() - started < 1
    assert report.pairs == 362_710
    assert report.contradicted == 34_568
    assert len(kept) == 235_283


@pytest.mark.parametrize("pair", WMT12)
def test_csv_and_rank_hold_the_same_pairs(
    csv12: Judgments, data: Path, pair: str
) -> None:
    def directed(judgments: Judgments) -> list[tuple[int, str, str]]:
        p = pairs(judgments)
        return sorted(
            zip(p.segment.tolist(), p.better.values(), p.worse.values(), strict=True)
        )

    unrolled = ranks(data, "wmt12", pair)
    assert directed(of_pair(csv12, pair)) == directed(unrolled)
    assert taus(of_pair(csv12, pair)) == taus(unrolled)


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ("cs-en", [".157", ".237"]),
        ("de-en", [".183", ".263"]),
        ("es-en", [".192", ".240"]),
        ("fr-en", [".199", ".250"]),  # sacreBLEU 2.6.0's chrF: .25047
        ("en-cs", [".119", ".235"]),
        ("en-de", [".121", ".240"]),
        ("en-es", [".190", ".263"]),
        ("en-fr", [".190", ".270"]),
    ],
)
def test_taus_of_wmt12(csv12: Judgments, pair: str, expected: list[str]) -> None:
    assert taus(of_pair(csv12, pair)) == [f"0{number}" for number in expected]


@pytest.mark.parametrize(
    ("year", "counts", "expected"),
    [
        ("wmt13", WMT13, (".140", ".241")),
        ("wmt14", WMT14, (".244", ".341")),
    ],
)
def test_mean_taus_of_ranks(
    data: Path, year: str, counts: dict[str, int], expected: tuple[str, str]
) -> None:
    found = [exact_taus(ranks(data, year, pair)) for pair in counts]
    assert [f"{mean:.3f}"[1:] for mean in np.mean(found, axis=0)] == list(expected)


def test_direct_assessment(data: Path) -> None:
    found = read_wmt_da(f"{data}/wmt17-da/DA-seglevel.csv", skip_bad=True)
    usable = {pair: len(of_pair(found, pair)) for pair in found.pair.present()}
    assert usable == {
        "cs-en": 541,
        "de-en": 534,
        "ru-en": 535,
        "tr-en": 540,
        "zh-en": 542,
    }
    reasons = {name: reason.count for name, reason in found.skipped.reasons.items()}
    assert reasons == {"no texts": 4 * 560, "unknown system": 5 * 560 - len(found)}


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ("cs-en", ["0.401", "0.494"]),
        ("de-en", ["0.395", "0.501"]),
        ("ru-en", ["0.450", "0.568"]),
        ("tr-en", ["0.533", "0.588"]),
        ("zh-en", ["0.508", "0.579"]),
    ],
)
def test_pearsons_of_direct_assessment(
    data: Path, pair: str, expected: list[str]
) -> None:
    found = read_wmt_da(f"{data}/wmt17-da/DA-seglevel.csv", skip_bad=True)
    assert pearsons(of_pair(found, pair)) == expected


@pytest.mark.parametrize(
    ("file", "reference", "count", "expected"),
    [
        ("zhen", "A", 13_790, ["0.018", "0.047"]),
        ("ende", "C", 5_981, ["-0.010", "0.057"]),
    ],
)
def test_mqm(
    data: Path, file: str, reference: str, count: int, expected: list[str]
) -> None:
    path = f"{data}/wmt21-mqm/mqm_newstest2021_{file}.avg_seg_scores.tsv"
    found = read_mqm_averages(path, skip_bad=True)
    assert len(pairs(found)) == count
    assert taus(found, reference) == expected


def test_wmt15(data: Path) -> None:
    found = read_judgments(data / "wmt15" / "wmt15.xml.gz")
    assert {reason: r.count for reason, r in found.skipped.reasons.items()} == {
        "skipped by the judge": 757
    }
    assert len(set(found.task.tolist())) == 29_017 - 757
    _, report = unroll(found)
    assert (report.pairs, report.identical, report.blanks) == (540_108, 96_160, 7)


def test_wmt11_has_references_as_systems(data: Path) -> None:
    path = data / "wmt11" / "wmt11-maneval-indivsystems.RNK_results.csv"
    found = read_judgments(path)
    assert len(set(found.task.tolist())) == 7_842
    assert unroll(found)[1].references == 10_190
