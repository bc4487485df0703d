from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from strategies import corpora
from tarjih import DataError, Meteor, TarjihError, score
from tarjih.metrics.meteor.lexicon import shipped
from tarjih.text.batch import Batch
from tarjih.types import ForLanguage, Prepares

GOLDEN = json.loads(
    (Path(__file__).parents[2] / "golden/meteor.json").read_text("utf-8")
)
PAIR = "The cats sat on a mat.", "A cat was sitting on the mats."


def value(hypothesis: str, reference: str, **options: Any) -> float:
    found = score([hypothesis], [[reference]], metrics=[Meteor(**options)])
    return found["meteor"].corpus


@pytest.mark.parametrize(
    "case", GOLDEN["cases"], ids=lambda case: f"{case['language']} {case['options']}"
)
def test_golden(case: dict[str, Any]) -> None:
    """To the last digit, but for a power that the C library rounds otherwise."""
    hypotheses, references = zip(*GOLDEN["pairs"][case["pairs"]], strict=True)
    metric = Meteor(case["language"], **case["options"])
    found = score(hypotheses, ref_streams=[references], metrics=[metric])["meteor"]
    np.testing.assert_allclose(found.segments, case["segments"], rtol=0, atol=2e-16)
    assert found.corpus == pytest.approx(case["corpus"], rel=0, abs=2e-16)


@given(corpora())
def test_best_reference(corpus: tuple[list[str], list[list[str]]]) -> None:
    """Of several references the best counts, and the first of equals."""
    hypotheses, references = corpus
    metric = Meteor()
    rows = metric.stats(Batch.of(hypotheses, references))
    for hypothesis, refs, row in zip(hypotheses, references, rows, strict=True):
        alone = metric.stats(
            Batch.of([hypothesis] * len(refs), [[ref] for ref in refs])
        )
        np.testing.assert_array_equal(row, alone[metric.score(alone).argmax()])


@given(corpora(max_references=1))
def test_range_and_identity(corpus: tuple[list[str], list[list[str]]]) -> None:
    hypotheses, _ = corpus
    texts = [f"word {hypothesis}" for hypothesis in hypotheses]
    metric = Meteor()
    same = metric.score(metric.stats(Batch.of(texts, [[text] for text in texts])))
    np.testing.assert_allclose(same, 1, atol=1e-12)
    scores = metric.score(metric.stats(Batch.of(*corpus)))
    assert ((scores >= 0) & (scores <= 1 + 1e-12)).all()


@pytest.mark.parametrize(
    ("options", "recipe"),
    [
        (
            {},
            "lang:en|task:rank|norm:yes|case:lc|mod:exact+stem+synonym|data:tarjih|para:no",
        ),
        (
            {"language": "pt_BR", "no_punct": True},
            "lang:pt|task:li|norm:nopunct|case:lc|mod:exact+stem|data:tarjih|para:no",
        ),
        (
            {"language": "cz"},
            "lang:cs|task:rank|norm:yes|case:lc|mod:exact|data:tarjih|para:no",
        ),
        (
            {
                "language": "ar",
                "normalize": False,
                "lowercase": False,
                "characters": True,
                "beam": 9,
                "params": [0.5, 1, 0.5, 0.25],
                "weights": [1],
            },
            "lang:ar|task:li|norm:no|case:mixed|mod:exact|chars:yes|beam:9"
            "|par:0.5,1,0.5,0.25|w:1|data:tarjih|para:no",
        ),
    ],
)
def test_recipe(options: dict[str, Any], recipe: str) -> None:
    parameters = Meteor(**options).parameters()
    assert "|".join(f"{k}:{v}" for k, v in parameters.items()) == recipe


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "rnk"}, "unknown task of METEOR 'rnk'; did you mean 'rank'?"),
        (
            {"task": "adq", "language": "de"},
            "no parameters for task 'adq' in",
        ),
        (
            {"modules": ["stems"]},
            "unknown module of METEOR 'stems'; did you",
        ),
        ({"modules": []}, "modules are one or more"),
        ({"modules": ["exact", "exact"]}, "each of them once"),
        ({"modules": ["stem"], "language": "ar"}, "unknown language of a stemmer 'ar'"),
        (
            {"modules": ["synonym"], "language": "de"},
            "in English only, not in 'de'",
        ),
        ({"modules": ["paraphrase"]}, "needs a table for 'en': name the file"),
        ({"params": [1, 2]}, "four: alpha, beta, gamma, delta"),
        ({"params": [0.5, -1, 0.5, 0.5]}, "beta must be ≥ 0, not -1"),
        ({"weights": [1, 1]}, "3 modules need 3 weights, not 2"),
        ({"beam": 0}, "holds 1 to 1000 alignments, not 0"),
        ({"normalize": False, "no_punct": True}, "normalize must split off"),
        ({"data": "nowhere"}, "nowhere: no such file or folder"),
        (
            {"paraphrases": "auto", "language": "de"},
            "name METEOR's file paraphrase-de",
        ),
    ],
)
def test_mistakes(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TarjihError, match=message.replace("?", r"\?")):
        Meteor(**options)


def test_modules_add_matches() -> None:
    values = [
        value(*PAIR, modules=modules)
        for modules in (["exact"], ["exact", "stem"], ["exact", "stem", "synonym"])
    ]
    assert values == sorted(values)
    assert values[0] < values[1]
    assert value("a car", "an automobile", modules=["exact"]) == 0
    assert value("a car", "an automobile") > 0


def test_case() -> None:
    assert value("ΑΣ É X", "ας é x", normalize=False) == 1
    assert value("ΑΣ É X", "ας é x", normalize=False, lowercase=False) == 0


def test_words_that_change_length_in_lower_case() -> None:
    """Half the words are matched, and none out of its place."""
    metric = Meteor("xx", normalize=False)
    batch = Batch.of(["a İ B", "a"], [["a i̇ b"], ["A"]])
    assert metric.stats(batch)[:, 4:8:2].sum(axis=1).tolist() == [3, 1]


def test_language_is_given_once() -> None:
    metric = Meteor()
    assert isinstance(metric, ForLanguage)
    assert isinstance(metric, Prepares)
    assert metric.for_language("de") == Meteor("de")
    assert Meteor("en").for_language("de") == Meteor("en")


def test_verbose() -> None:
    found = score([PAIR[0]], [[PAIR[1]]], metrics=["meteor"])["meteor"]
    assert found.verbose == "P = 0.631 R = 0.586 frag = 0.667"
    empty = score([""], [["x"]], metrics=["meteor"])["meteor"]
    assert empty.verbose == "P = 0.000 R = 0.000 frag = 0.000"


# --- METEOR's own files --------------------------------------------------------

FILES = {
    "function/english.words": "the\na\n",
    "nonbreaking/english.prefixes": "# none\n\nMr\nNo #NUMERIC_ONLY#\n",
    "synonym/english.synsets": "car\n1 2\nauto\n2\nbe\n7\nexist\n7\n",
    "synonym/english.exceptions": "be\nwas were\n",
}
TABLE = "0.5\nby car\nin the auto\n"


def lay_out(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def in_jar(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "meteor-1.5.jar", "w") as jar:
        for name, text in FILES.items():
            jar.writestr(name, text)
    return folder


@pytest.mark.parametrize("make", [in_jar, lambda folder: lay_out(folder, FILES)])
def test_own_data(make: Any, tmp_path: Path) -> None:
    """Folder, jar, and the folder of a jar are the same data."""
    folder = make(tmp_path)
    lay_out(folder, {"data/paraphrase-en.gz": TABLE})
    metric = Meteor(data=folder)
    recipe = metric.parameters()
    assert recipe["mod"] == "exact+stem+synonym+paraphrase"
    assert recipe["data"].startswith("meteor-")
    assert value("it was by car", "it exists in the auto", data=folder) > 0.5
    batch = Batch.of(["Mr. A the No. 3 No. X"], [["the"]])
    assert metric.stats(batch)[0, :4].tolist() == [8, 1, 2, 1]
    if (folder / "meteor-1.5.jar").exists():
        assert Meteor(data=folder / "meteor-1.5.jar").parameters() == recipe


def test_words_of_one_hash(tmp_path: Path) -> None:
    """METEOR's program takes le for n'; so do we with its data, not with ours."""
    data = in_jar(tmp_path)
    exact = {"modules": ["exact"], "normalize": False}
    assert value("le", "n'", data=data, **exact) == 1
    assert value("le", "n'", **exact) == 0


def test_own_data_of_a_new_language(tmp_path: Path) -> None:
    """What METEOR takes by -new: function words and paraphrases, one task for all."""
    lay_out(
        tmp_path, {"function.words": "و\n", "paraphrase.gz": "1\nقال\nذكر\n"}
    )  # qal
    metric = Meteor("ar", data=tmp_path)
    assert metric.parameters()["task"] == "universal"
    assert metric.parameters()["mod"] == "exact+paraphrase"
    assert value("قال", "ذكر", language="ar", data=tmp_path) == pytest.approx(0.6)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"readme": ""}, "holds no meteor-1.5.jar"),
        ({"meteor-1.5.jar": "no zip"}, "meteor-1.5.jar: is no jar"),
        ({**FILES, "synonym/english.synsets": "car\n1 x\n"}, ":2: numbers of sets"),
        ({**FILES, "synonym/english.synsets": "car\n"}, "one is missing"),
        (FILES, "paraphrase needs a table for 'en'"),
    ],
)
def test_broken_data(files: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(TarjihError, match=message):
        Meteor(data=lay_out(tmp_path, files))


def test_data_that_are_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "function.words").write_bytes(b"\xff")
    with pytest.raises(DataError, match=r"function\.words: is not UTF-8"):
        Meteor(data=tmp_path)


def test_not_a_jar(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(DataError, match="x: is no jar"):
        Meteor(data=tmp_path / "x")


def test_function_words(tmp_path: Path) -> None:
    """English ones, as in METEOR's program, or the language's own, or a file's."""
    (tmp_path / "words").write_text("haus\n", "utf-8")
    batch = Batch.of(["der Mann the Haus"], [["der"]])
    for asked, counted, named in (
        (None, 1, None),
        ("own", 1, "own"),
        (tmp_path / "words", 1, "c948d1fc"),
    ):
        metric = Meteor("de", function_words=asked)
        assert metric.stats(batch)[0, 2] == counted
        assert metric.parameters().get("fw") == named
    assert Meteor("de", function_words="own").stats(batch)[0, 3] == 1
    assert Meteor("de").stats(batch)[0, 3] == 0
    with pytest.raises(DataError, match="nothing: cannot be read"):
        Meteor(function_words=tmp_path / "nothing")


@pytest.mark.parametrize("language", ["cs", "de", "en", "es", "fr", "ru"])
def test_shipped_lists(language: str) -> None:
    """Lists of a size that METEOR's have, in lower case, without repetition."""
    known = shipped(language)
    words = known.own_words.words
    assert 60 <= len(words) <= 100
    assert words == [word.lower() for word in dict.fromkeys(words)]
    prefixes = known.splitter.prefixes.words
    assert len(set(prefixes)) == len(prefixes) > known.splitter.always > 40
