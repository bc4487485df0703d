from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tarjih import Bleu, Chrf, DataError, Meteor, Nist, Ter, UnknownName, UsageError
from tarjih.judgments import Judgments, read_judgments
from tarjih.judgments.texts import Stream, Texts
from tarjih.metaeval import ScoreFile, as_scorer, evaluate
from tarjih.metaeval.evaluate import sensitivity
from tarjih.metaeval.significance import enough_resamples
from tarjih.metaeval.tables import by_pair, notes, places, summary, to_dict
from tarjih.stats.multiple import holm

WORDS = [
    "the",
    "a",
    "cat",
    "dog",
    "sat",
    "lay",
    "on",
    "under",
    "mat",
    "bed",
    "red",
    "old",
]


@pytest.fixture
def judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Judgments:
    """People who nearly always prefer the translation with fewer wrong words."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(3)
    lines = ["ref\thyp1\thyp2\tpreference\tjudge"]
    for i in range(60):
        ref = list(rng.choice(WORDS, 9))
        one, two = (_spoilt(ref, n, rng) for n in (i % 3 + 1, i % 3 + 3))
        preference = "1" if i % 10 else "2"
        if i % 2:
            one, two, preference = two, one, "2" if preference == "1" else "1"
        lines.append("\t".join([" ".join(ref), one, two, preference, f"j{i % 4}"]))
    Path("own.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    return read_judgments("own.tsv")


def _spoilt(words: list[str], count: int, rng: np.random.Generator) -> str:
    places = set(rng.choice(len(words), count, replace=False).tolist())
    return " ".join("x" if i in places else word for i, word in enumerate(words))


def test_good_metrics_agree(judged: Judgments) -> None:
    scorers = [as_scorer(metric) for metric in (Bleu(), Chrf(), Ter(), Nist())]
    found = evaluate([judged], scorers, statistic="wmt14", resamples=200)
    assert found.metrics == ["BLEU", "chrF2", "TER", "NIST"]
    assert (found.average.values > 0.5).all()
    assert (found.average.low <= found.average.values).all()
    assert (found.average.high >= found.average.values).all()
    np.testing.assert_array_equal(found.columns[0].values, found.average.values)
    assert found.settings["test"] == "perm-both"
    again = evaluate([judged], scorers, statistic="wmt14", resamples=200)
    np.testing.assert_array_equal(found.p_values, again.p_values)
    np.testing.assert_array_equal(found.average.low, again.average.low)


def test_a_metric_that_knows_nothing_loses(judged: Judgments) -> None:
    """Every test tells chrF from noise."""
    systems = {"hyp1": 60, "hyp2": 60}
    rng = np.random.default_rng(0)
    rows = [f"{s}\t{rng.normal()}" for s, n in systems.items() for _ in range(n)]
    Path("noise.tsv").write_text("\n".join(rows) + "\n")
    scorers = [ScoreFile("noise.tsv"), as_scorer(Chrf())]
    for test in ("perm-both", "perm-inputs", "bootstrap"):
        found = evaluate([judged], scorers, test=test, resamples=300)
        assert found.p_values[1, 0] < 0.02
        assert found.p_values[0, 1] > 0.9
        assert found.ranks.tolist() == [2, 1]
        assert found.order == [1, 0]


def test_many_metrics_can_differ(judged: Judgments) -> None:
    """Holm's factor of 56 leaves 1,000 resamples no p-value below .05."""
    rng = np.random.default_rng(0)
    rows = [f"{s}\t{rng.normal()}" for s in ("hyp1", "hyp2") for _ in range(60)]
    Path("noise.tsv").write_text("\n".join(rows) + "\n")
    scorers = [ScoreFile("noise.tsv"), *(as_scorer(Chrf(beta=n)) for n in range(1, 8))]
    found = evaluate([judged], scorers)
    assert found.settings["resamples"] == "2240"
    assert found.ranks.tolist() == [2] + [1] * 7
    few = evaluate([judged], scorers, resamples=1000)
    assert set(few.ranks.tolist()) == {1}


@pytest.mark.parametrize(("metrics", "alpha"), [(2, 0.05), (3, 0.01), (8, 0.05)])
def test_enough_resamples(metrics: int, alpha: float) -> None:
    """Fewer, and the least p-value that Holm can leave is not below alpha."""
    enough = enough_resamples(metrics, alpha)
    for resamples, significant in ((enough, True), (enough - 2, False)):
        p_values = np.ones((metrics, metrics))
        np.fill_diagonal(p_values, np.nan)
        p_values[0, 1] = 1 / (resamples + 1)
        assert (np.nanmin(holm(p_values)) < alpha) == significant
    assert enough_resamples(metrics, 0.05, corrected=False) == 20


def test_equal_metrics_are_tied(judged: Judgments) -> None:
    scorers = [as_scorer(Chrf()), as_scorer(Chrf(beta=3))]
    assert evaluate([judged], scorers, resamples=200).ranks.tolist() == [1, 1]


def test_averages(judged: Judgments) -> None:
    """Macro is plain; micro weighs language pairs by their judged pairs."""
    half = judged.select(judged.segment <= 20)
    pair = type(half.pair)(half.pair.codes, ("yy-zz",))
    other = type(half)(
        **{
            **vars(half),
            "pair": pair,
            "texts": {("own", "yy-zz"): next(iter(judged.texts.values()))},
        }
    )
    key = other.test_set[0], "yy-zz"
    other = type(half)(
        **{**vars(other), "texts": {key: next(iter(judged.texts.values()))}}
    )
    scorers = [as_scorer(Bleu())]
    macro = evaluate([judged, other], scorers, resamples=20)
    micro = evaluate([judged, other], scorers, average="micro", resamples=20)
    values = [column.values[0] for column in macro.columns]
    sizes = [macro.reports[column.name].kept for column in macro.columns]
    assert macro.average.values[0] == pytest.approx(np.mean(values))
    assert micro.average.values[0] == pytest.approx(np.average(values, weights=sizes))


def test_williams_needs_one_pearson(judged: Judgments) -> None:
    scorers = [as_scorer(Bleu()), as_scorer(Chrf())]
    with pytest.raises(
        UsageError, match=r"^Williams' test is for pearson on one language"
    ):
        evaluate([judged], scorers, test="williams", resamples=5)
    with pytest.raises(UsageError, match=r"^this statistic cannot be permuted; choose"):
        evaluate([judged], scorers, statistic="wmt13", test="perm-both", resamples=5)


def test_scores_of_others(judged: Judgments) -> None:
    """A file in the order of the segments; larger is better."""
    texts = next(iter(judged.texts.values()))
    rows = []
    for system in ("hyp1", "hyp2"):
        for segment in range(1, 61):
            wrong = texts.hypothesis(system, segment).split().count("x")
            rows.append(f"{system}\t{-wrong}")
    Path("mine.seg.tsv").write_text("\n".join(rows) + "\n")
    found = evaluate(
        [judged], [ScoreFile("mine.seg.tsv")], statistic="wmt13", resamples=9
    )
    assert found.metrics == ["mine"]
    assert found.average.values[0] == pytest.approx(
        0.8
    )  # every tenth was turned around
    assert found.p_values.shape == (1, 1)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hyp1\t1\n" * 60, r"^s\.tsv: has no scores of the judged system 'hyp2'$"),
        (
            "hyp1\t1\n" * 59 + "hyp2\t1\n" * 59,
            r"^s\.tsv: hyp1 has 59 scores, the test set has 60$",
        ),
    ],
)
def test_bad_score_files(judged: Judgments, content: str, message: str) -> None:
    Path("s.tsv").write_text(content)
    with pytest.raises(DataError, match=message):
        evaluate([judged], [ScoreFile("s.tsv")])


def test_texts_are_needed(judged: Judgments) -> None:
    bare = type(judged)(**{**vars(judged), "texts": {}})
    with pytest.raises(UsageError, match=r"^BLEU needs the texts of own, which were "):
        evaluate([bare], [as_scorer(Bleu())])


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"average": "mean"}, UnknownName, r"^unknown average 'mean'; "),
        (
            {"correction": "x"},
            UnknownName,
            r"^unknown correction 'x'; known: bh, holm, none$",
        ),
        ({"test": "t"}, UnknownName, r"^unknown test 't'; "),
        (
            {"statistic": "wmt15"},
            UnknownName,
            r"^unknown statistic 'wmt15'; did you mean 'wmt1",
        ),
        (
            {"blocks": "document"},
            DataError,
            r"^own: the documents of the segments are not known$",
        ),
    ],
)
def test_bad_options(
    judged: Judgments, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        evaluate([judged], [as_scorer(Bleu())], **options)


def test_names(judged: Judgments) -> None:
    with pytest.raises(UsageError, match=r"^no metrics were asked for$"):
        evaluate([judged], [])
    with pytest.raises(UsageError, match=r"^two metrics are called 'BLEU'$"):
        evaluate([judged], [as_scorer(Bleu()), as_scorer(Bleu(lowercase=True))])


def test_sensitivity(judged: Judgments) -> None:
    """The rules differ where a metric has ties."""
    rows = [
        f"{s}\t{s == 'hyp1' and i % 2}" for s in ("hyp1", "hyp2") for i in range(60)
    ]
    Path("flat.tsv").write_text("\n".join(rows).replace("False", "0") + "\n")
    scorers = [as_scorer(Bleu()), ScoreFile("flat.tsv")]
    under = sensitivity([judged], scorers)
    assert list(under) == ["wmt12", "wmt13", "wmt14", "xties"]
    # on 30 pairs it finds hyp1 better, where people mostly preferred hyp2
    assert under["wmt14"][1] == pytest.approx(under["wmt13"][1] / 2)
    assert under["wmt12"][1] == pytest.approx(under["wmt14"][1] - 0.5)
    table = places(under, ["BLEU", "flat"], 3)
    assert table.header == ["Metric", "wmt12", "wmt13", "wmt14", "xties"]
    assert table.rows[0][0] == "BLEU"
    assert table.rows[0][1].endswith("(1)")


def test_tables(judged: Judgments) -> None:
    found = evaluate([judged], [as_scorer(Bleu()), as_scorer(Chrf())], resamples=20)
    table = summary(found, 2)
    assert table.header == ["Metric", "wmt12", "95 % interval", "Rank"]
    assert {row[0] for row in table.rows} == {"BLEU", "chrF2"}
    assert len(by_pair(found, 2).rows) == 4
    data = to_dict(found)
    assert data["settings"]["statistic"] == "wmt12"
    assert set(data["p_values"]["BLEU"]) == {"chrF2"}
    assert data["metrics"][0]["rank"] == 1
    assert notes(found)[0].startswith("statistic:wmt12|average:macro|blocks:segment|")
    assert notes(found)[1].endswith("60 pairs and 0 ties")


def test_each_pair_in_its_language() -> None:
    """A metric that knows languages scores every pair for its target."""
    scorer = as_scorer(Meteor())
    texts = Texts({"ref": Stream(["die Häuser"])}, {"x": Stream(["das Haus"])})
    keys = [("news", "cs-en"), ("news", "en-de"), ("more", "fr-de")]
    english, german, again = (scorer.score(key, texts, [("x", 1)]) for key in keys)
    assert german == again != english
    recipes = scorer.recipe(keys).split("; ")
    assert [recipe.split("|")[1] for recipe in recipes] == ["lang:en", "lang:de"]
    fixed = as_scorer(Meteor("en"))
    assert fixed.score(keys[1], texts, [("x", 1)]) == english
    assert as_scorer(Meteor()).score(("own", ""), texts, [("x", 1)]) == english
