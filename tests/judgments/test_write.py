from __future__ import annotations

import math
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgments.tables import table
from tarjih.errors import UsageError
from tarjih.judgments import (
    Judgments,
    Stream,
    Texts,
    read_comet_csv,
    read_pairs,
    unroll,
    write_comet_csv,
    write_comet_scores,
    write_pairs_jsonl,
    write_pairs_tsv,
)

Write = Callable[..., str]

HEADER = "source\tref\thyp1\thyp2\tpreference\tweight\tjudge\n"
ROWS = "s\tr\ta\tb\t1\t1\tann\ns\tr\tb\tc\t2\t0.5\t\n\tq\tx\t\t0\t1\tbob\n"


def test_tsv_comes_back_as_it_was(write: Write) -> None:
    found = read_pairs(write(HEADER + ROWS))
    assert write_pairs_tsv("out", unroll(found)[0], found.texts) == 3
    assert Path("out").read_text() == HEADER + ROWS


def test_comet(write: Write) -> None:
    found = read_pairs(write(HEADER + ROWS))
    assert write_comet_csv("out", unroll(found)[0], found.texts) == 2
    assert Path("out").read_text() == "src,ref,pos,neg\ns,r,a,b\ns,r,c,b\n"


def test_json_lines(write: Write) -> None:
    """They keep what a TSV cannot: several references, white space."""
    line = (
        '{"source": "s", "ref": ["r  1", "r2"], "hyp1": "a\\tb", "hyp2": "é", '
        '"preference": 2, "weight": 0.5, "judge": "ann"}\n'
    )
    found = read_pairs(write(line))
    assert write_pairs_jsonl("out", unroll(found)[0], found.texts) == 1
    assert Path("out").read_text("utf-8") == line


def test_comet_scores(write: Write) -> None:
    rows = 'lp,src,mt,ref,score\ncs-en,s,"a, b",r,0.1\nde-en,t,c,q,-3\n'
    found = read_comet_csv(write(rows))
    assert write_comet_scores("out", found) == 2
    assert Path("out").read_text().splitlines()[:2] == [
        "src,mt,ref,score,lp",
        's,"a, b",r,0.1,cs-en',
    ]
    again = read_comet_csv("out")
    assert again.value.tolist() == found.value.tolist()
    assert again.pair.values() == ["cs-en", "de-en"]
    ranks = table("ranks", [(0, 1, "a", 1), (0, 1, "b", 2)])
    with pytest.raises(UsageError, match=r"^src,mt,ref,score holds scores; rankings "):
        write_comet_scores("out", ranks)
    blank = table("scores", [(0, 1, "a", math.nan)])
    assert write_comet_scores("out", blank) == 0
    with pytest.raises(UsageError, match=r"^there are no texts of t cs-en to write$"):
        write_comet_scores("out", table("scores", [(0, 1, "a", 1)]))


def test_one_text_of_two_systems(tmp_path: Path) -> None:
    """Nobody can prefer one of two that are the same, and no reader takes it."""
    preferences, _ = unroll(
        table("ranks", [(0, 1, "a", 1), (0, 1, "b", 2), (0, 1, "c", 2)])
    )
    same = {"a": Stream(["x y"]), "b": Stream(["x  y"]), "c": Stream(["z"])}
    texts = {("t", "cs-en"): Texts({"ref": Stream(["r"])}, same)}
    assert write_pairs_tsv(tmp_path / "out", preferences, texts) == 2
    assert write_comet_csv(tmp_path / "csv", preferences, texts) == 1
    assert len(unroll(read_pairs(f"{tmp_path / 'out'}"))[0]) == 2


def test_without_texts(tmp_path: Path) -> None:
    preferences, _ = unroll(table("ranks", [(0, 1, "a", 1), (0, 1, "b", 2)]))
    with pytest.raises(UsageError, match="there are no texts of t cs-en to write"):
        write_pairs_tsv(tmp_path / "out", preferences, {})


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    preferences, _ = unroll(table("ranks", [(0, 1, "a", 1)]))
    with pytest.raises(UsageError, match=r"cannot be written: Is a directory$"):
        write_comet_csv(tmp_path, preferences, {})


words = st.text("ab'\",é ", max_size=6).map(lambda text: " ".join(text.split()))
pairs = st.tuples(
    words, words, words, words, st.sampled_from("012"), st.floats(0.1, 9), words
).filter(lambda row: row[2] != row[3])


def contents(judgments: Judgments) -> list[tuple[object, ...]]:
    """What was judged, whatever the segments and systems are called."""
    p, _ = unroll(judgments)
    ((_, texts),) = judgments.texts.items()
    return [
        (
            texts.source_text(segment),
            texts.reference(segment),
            texts.hypothesis(p.first[i], segment),
            texts.hypothesis(p.second[i], segment),
            p.sign[i],
            p.weight[i],
            p.judge[i],
        )
        for i, segment in enumerate(p.segment.tolist())
    ]


@given(st.lists(pairs, min_size=1, max_size=6))
def test_write_then_read(rows: list[tuple[object, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/pairs.tsv"
        lines = ["\t".join(map(str, row)) for row in rows]
        Path(path).write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")
        found = read_pairs(path)
        write_pairs_tsv(f"{folder}/again.tsv", unroll(found)[0], found.texts)
        assert contents(read_pairs(f"{folder}/again.tsv")) == contents(found)
        write_pairs_jsonl(f"{folder}/p.jsonl", unroll(found)[0], found.texts)
        assert contents(read_pairs(f"{folder}/p.jsonl")) == contents(found)
        decided = [row for row in contents(found) if row[4]]
        write_comet_csv(f"{folder}/c.csv", unroll(found)[0], found.texts)
        if decided:
            comet = read_comet_csv(f"{folder}/c.csv")
            assert [row[:2] for row in contents(comet)] == [row[:2] for row in decided]
