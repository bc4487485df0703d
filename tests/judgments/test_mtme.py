from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgments.tables import table
from tarjih.errors import DataError, UnknownName, UsageError
from tarjih.judgments import (
    Factor,
    Judgments,
    Stream,
    Texts,
    read_human_scores,
    read_judgments,
    read_metric_scores,
    read_mtme,
    read_mtme_texts,
    unroll,
    write_metric_scores,
    write_mtme,
)

Write = Callable[..., str]


@pytest.fixture
def folder(write: Write) -> str:
    write("s1\ns2\n", "wmt22/sources/en-de.txt")
    write("A1\nA2\n", "wmt22/references/en-de.refA.txt")
    write("A1\nA2\n", "wmt22/system-outputs/en-de/refA.txt")
    write("o1\no2\n", "wmt22/system-outputs/en-de/x.1.txt")
    write("news\td1\nnews\td1\n", "wmt22/documents/en-de.docs")
    write(
        "x.1\tNone\nx.1\t-1.5\nrefA\t0\nrefA\t0\n",
        "wmt22/human-scores/en-de.mqm.seg.score",
    )
    write("x.1\t-1.5\nrefA\tNone\n", "wmt22/human-scores/en-de.mqm.sys.score")
    write("x.1\t7\nx.1\t8\n", "wmt22/metric-scores/en-de/BLEU-refA.seg.score")
    return "wmt22"


def test_human_scores_with_texts(folder: str) -> None:
    found = read_mtme(folder, "en-de")
    assert found.kind == "scores"
    assert found.test_set.present() == ("wmt22",)
    assert found.pair.present() == ("en-de",)
    assert found.segment.tolist() == [1, 2, 1, 2]
    assert found.system.values() == ["x.1", "x.1", "refA", "refA"]
    np.testing.assert_equal(found.value, [np.nan, -1.5, 0, 0])
    texts = found.texts["wmt22", "en-de"]
    assert texts.hypothesis("x.1", 2) == "o2"
    assert texts.docs is not None
    assert texts.docs.values == ["d1", "d1"]
    assert unroll(found, references="drop")[1].references == 1
    assert len(read_judgments("wmt22::en-de.mqm")) == 4


def test_other_scores(folder: str) -> None:
    np.testing.assert_equal(
        read_human_scores(folder, "en-de", "mqm"), {"x.1": [-1.5], "refA": [np.nan]}
    )
    found = read_metric_scores(folder, "en-de", "BLEU-refA")
    assert found["x.1"].tolist() == [7, 8]


def test_metric_scores_are_written(folder: str) -> None:
    path = write_metric_scores(
        folder, "en-de", "mine-refA", {"x.1": np.array([0.5])}, "sys"
    )
    assert path.read_text() == "x.1\t0.5\n"
    assert path.name == "mine-refA.sys.score"
    with pytest.raises(UsageError, match=r"^m: a metric must score everything, NaN is"):
        write_metric_scores(folder, "en-de", "m", {"x.1": np.array([np.nan])})


def test_mistakes(folder: str, write: Write) -> None:
    with pytest.raises(
        UnknownName, match=r"^unknown human score 'mqn'; did you mean 'mqm'"
    ):
        read_mtme(folder, "en-de", "mqn")
    with pytest.raises(
        UnknownName, match=r"^unknown level 'word'; known: doc, seg, sys$"
    ):
        read_human_scores(folder, "en-de", "mqm", "word")  # type: ignore[arg-type]  # the mistake
    with pytest.raises(UsageError, match=r"^wmt22::en-de: name the scores too, as in"):
        read_judgments("wmt22::en-de")
    path = "wmt22/human-scores/en-de.mqm.seg.score"
    write("x.2\t1\nx.2\t1\n", path)
    with pytest.raises(
        DataError, match=rf"^{path}: unknown system 'x.2'; did you mean"
    ):
        read_mtme(folder, "en-de")
    found = read_judgments("wmt22::en-de.mqm", skip_bad=True)
    assert len(found) == 0
    assert [(n, r.count) for n, r in found.skipped.reasons.items()] == [
        ("unknown system", 2)
    ]
    with pytest.raises(UsageError, match=r"takes no option 'texts'$"):
        read_judgments("wmt22::en-de.mqm", texts={})
    write("x.1\t1\n", path)
    with pytest.raises(
        DataError, match=rf"^{path}: x.1 has 1 scores, the test set has 2$"
    ):
        read_mtme(folder, "en-de")


def test_without_documents(folder: str, tmp_path: Path) -> None:
    Path(folder, "documents/en-de.docs").unlink()
    write_mtme(read_mtme(folder, "en-de"), tmp_path / "copy", "mqm")
    assert len(read_mtme(tmp_path / "copy", "en-de")) == 4
    assert not (tmp_path / "copy" / "documents").exists()


def judged(systems: tuple[str, ...] = ("a", "b")) -> Judgments:
    rows = [(0, 1, "a", 1.0), (1, 2, "b", 2.5), (2, 1, "a", 2.0)]
    texts = Texts(
        references={"refA": Stream(["r1", ("q1", "q2"), None])},
        systems={name: Stream(["x\ny", "z ", ""]) for name in systems},
        docs=Stream(["d", "d", "e"]),
    )
    return replace(table("scores", rows), texts={("t", "cs-en"): texts})


def test_written_folder(tmp_path: Path) -> None:
    write_mtme(judged(), tmp_path, "da")
    files = {f"{p.relative_to(tmp_path)}" for p in tmp_path.rglob("*") if p.is_file()}
    assert files == {
        "references/cs-en.refA.txt",
        "system-outputs/cs-en/a.txt",
        "system-outputs/cs-en/b.txt",
        "documents/cs-en.docs",
        "human-scores/cs-en.da.seg.score",
    }
    scores = (tmp_path / "human-scores/cs-en.da.seg.score").read_text()
    assert scores == "a\t1.5\na\tNone\na\tNone\nb\tNone\nb\t2.5\nb\tNone\n"
    assert (tmp_path / "references/cs-en.refA.txt").read_text() == "r1\nq1\n\n"
    assert (tmp_path / "documents/cs-en.docs").read_text() == "all\td\nall\td\nall\te\n"
    texts = read_mtme_texts(tmp_path, "cs-en")
    assert texts.hypothesis("a", 1) == "x y"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"kind": "ranks"}, "mt-metrics-eval holds scores; rankings cannot be written"),
        ({"texts": {}}, "there are no texts of t cs-en to write"),
    ],
)
def test_what_cannot_be_written(change: Any, problem: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        write_mtme(replace(judged(), **change), tmp_path)
    assert str(caught.value) == problem


def test_names_that_are_no_file_names(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^'../b' cannot be the name of a file$"):
        write_mtme(judged(("a", "../b")), tmp_path)


def test_two_test_sets(tmp_path: Path) -> None:
    mixed = replace(judged(), test_set=Factor.of(["t", "u", "t"]))
    with pytest.raises(
        UsageError, match="one folder of mt-metrics-eval holds one test"
    ):
        write_mtme(mixed, tmp_path)


values = st.one_of(st.just(np.nan), st.floats(-100, 100))


@given(
    st.lists(values, min_size=3, max_size=3), st.lists(values, min_size=3, max_size=3)
)
def test_write_then_read(first: list[float], second: list[float]) -> None:
    rows = [(0, i + 1, "a", v) for i, v in enumerate(first)]
    rows += [(0, i + 1, "b", v) for i, v in enumerate(second)]
    written = replace(table("scores", rows), texts=judged().texts)
    with tempfile.TemporaryDirectory() as folder:
        write_mtme(written, folder)
        found = read_mtme(folder, "cs-en", "human")
        np.testing.assert_equal(found.value, written.value)
        assert found.system.values() == written.system.values()
        assert found.segment.tolist() == written.segment.tolist()
