from __future__ import annotations

import io
import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from tarjih.cli import progress
from tarjih.embeddings import load

TOY = "king 1 1\nqueen 1 2\nman 3 1\nwoman 3 2\nfar -9 1\n"


@pytest.fixture(autouse=True)
def toy(tmp_path: Path) -> Path:
    path = tmp_path / "toy.txt"
    path.write_text(TOY)
    return path


@pytest.mark.parametrize(
    ("name", "options", "start"),
    [
        ("out.vec", "", b"5 2\nking 1.0 1.0\n"),
        ("out.txt", "", b"king 1.0 1.0\n"),
        ("out.txt.gz", "", b"\x1f\x8b"),
        ("out.bin", "", b"5 2\nking \x00\x00\x80?"),
        ("out.npy", "", b"\x93NUMPY"),
        ("out", "--to word2vec --words 2", b"2 2\nking"),
        ("out.safetensors", "", None),
        ("out.x", "--precision int8", None),
        ("out.x", "--parts 2", None),
        ("out.x", "--precision float16 --words 3", None),
    ],
)
def test_convert(run: Any, name: str, options: str, start: bytes | None) -> None:
    ran = run(f"embed convert toy.txt -o {name} {options}")
    count = 2 if "--words 2" in options else 3 if "--words 3" in options else 5
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"tarjih: wrote {count} words to {name}\n"
    if start is not None:
        assert Path(name).read_bytes().startswith(start)
    found = load(name)
    rows = found.rows(np.arange(count, dtype=np.int32))
    assert found.word_list() == ["king", "queen", "man", "woman", "far"][:count]
    assert rows.ravel()[:4].tolist() == pytest.approx([1, 1, 1, 2], abs=0.02)


def test_fill(run: Any) -> None:
    Path("words.txt").write_text("the 1 2\nnot 3 4\n")
    assert run("embed convert words.txt -o out.txt --fill").code == 0
    found = load("out.txt")
    assert {"a", "n't"} <= set(found.word_list())


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("convert toy.txt", 2, "Missing option '-o'"),
        ("convert toy.txt -o x.txt --precision int8", 2, "glove holds float32; --pre"),
        ("convert toy.txt -o x --parts 2 --precision int8", 2, "leave out --precision"),
        ("convert toy.txt -o x --parts 3", 2, "2 dimensions do not make 3 equal parts"),
        ("convert none.txt -o x", 1, "none.txt: no such file"),
        ("convert bad.txt -o x", 1, "bad.txt:2: a word and 2 numbers are expected"),
        ("convert twice.txt -o x", 1, "the word 'a' is there already, in line 1"),
        ("neighbors toy.txt prince", 2, "'prince' is none of the 5 words of toy"),
        ("analogy toy.txt a", 2, "Missing argument 'B'"),
        ("stats damaged.safetensors", 1, "is damaged: its checksum is another one"),
        ("train none.txt -o x --checkpoints kept", 1, "none.txt: no such file"),
        ("train none.txt -o x", 1, "none.txt: no such file"),
        ("zzz", 2, "No such command 'zzz'"),
    ],
)
def test_mistakes(run: Any, line: str, code: int, message: str) -> None:
    if line.startswith("train"):
        pytest.importorskip("gensim")
    Path("bad.txt").write_text("a 1 2\nb 1\n")
    Path("twice.txt").write_text("a 1 2\na 1 2\n")
    run("embed convert toy.txt -o damaged.safetensors")
    content = bytearray(Path("damaged.safetensors").read_bytes())
    content[content.index(np.array([1, 1], "<f4").tobytes())] ^= 1
    Path("damaged.safetensors").write_bytes(content)
    ran = run(f"embed {line}")
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert ran.err.startswith("tarjih: ")
    assert ran.err.count("\n") == 1


def test_standard_input(run: Any) -> None:
    assert run("embed convert - -o x", stdin=TOY).code == 0
    assert load("x").word_list()[0] == "king"
    ran = run("embed convert - -o x")
    assert (ran.code, ran.err) == (1, "tarjih: <stdin>: is empty\n")


def test_duplicates(run: Any) -> None:
    Path("twice.txt").write_text("a 1 2\na 3 4\n")
    assert run("embed convert twice.txt -o x --duplicates first").code == 0
    assert load("x").vectors.tolist() == [[1, 2]]


def test_neighbors(run: Any) -> None:
    out = run("embed neighbors toy.txt king Woman -n 1").out.splitlines()
    assert [line.split() for line in out[2:]] == [
        ["king", "woman", "0.981"],
        ["Woman", "king", "0.981"],
    ]
    found = json.loads(run("embed neighbors toy.txt king -f json").out)
    assert [near for near, _ in found["king"]] == ["woman", "queen", "man", "far"]


def test_analogy(run: Any) -> None:
    found = json.loads(run("embed analogy toy.txt man king woman -n 1 -f json").out)
    assert found == {"man : king = woman": [["queen", pytest.approx(0.99, abs=0.02)]]}


def test_stats(run: Any) -> None:
    found = json.loads(run("embed stats toy.txt -f json").out)["toy"]
    assert (found["words"], found["dimensions"], found["precision"]) == (
        5,
        2,
        "float32",
    )
    assert len(found["sha256"]) == 64


def test_stats_of_texts(run: Any) -> None:
    Path("x.tsv").write_text("text\nKing queen zzz\n\nzzz man\n")
    found = json.loads(run("embed stats toy.txt x.tsv::text -f json").out)[
        "x.tsv::text"
    ]
    assert found == {
        "tokens": 5,
        "known": 60,
        "types": 4,
        "known types": 75,
        "unknown": "zzz",
    }
    table = run("embed stats toy.txt x.tsv::text -tok none --lowercase").out
    assert table.splitlines()[0].split()[:3] == ["text", "tokens", "known"]


def test_glove(run: Any) -> None:
    out = run("embed neighbors glove cat -n 1").out
    assert "dog" in out


def test_progress(monkeypatch: pytest.MonkeyPatch, toy: Path, tmp_path: Path) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=cast("Any", terminal)))
    monkeypatch.setattr(sys, "stderr", terminal)
    for path in (str(toy), str(tmp_path / "packed.gz")):
        with progress.reading(path, quiet=False) as report:
            assert report is not None
            report(10)
    assert "reading" in terminal.getvalue()
    with progress.reading(str(toy), quiet=True) as report:
        assert report is None


def test_train(run: Any) -> None:
    pytest.importorskip("gensim")
    rng = random.Random(1)
    lines = [
        " ".join(rng.choices(["NN", "VB", "DT", "IN", "JJ"], k=9)) for _ in range(200)
    ]
    Path("tags.txt").write_text("\n".join(lines))
    options = "--dim 4 --epochs 2 --min-count 1 --seed 3"
    ran = run(f"embed train tags.txt -o a.vec {options}")
    assert ran.code == 0, ran.err
    assert ran.err == (
        "tarjih: epoch 1 of 2\ntarjih: epoch 2 of 2\ntarjih: wrote 5 words to a.vec\n"
    )
    run(f"embed train tags.txt -o b.vec {options} --checkpoints kept -q")
    again = run(f"embed train tags.txt -o c.vec {options} --checkpoints kept -q")
    assert again.err == "tarjih: wrote 5 words to c.vec\n"
    one, other, third = (Path(f"{name}.vec").read_bytes() for name in "abc")
    assert one == other == third
    ran = run("embed train tags.txt -o d.vec --checkpoints kept")
    assert ran.code == 2
    assert "kept was begun with dim 4, not 100; name another folder" in ran.err


def test_train_without_gensim(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim.models.word2vec", None)
    ran = run("embed train toy.txt -o x")
    assert (ran.code, ran.err) == (
        2,
        "tarjih: training needs: pip install 'tarjih[embed]'\n",
    )
