"""Every mistake gets one line and the right exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

USAGE = [
    ("score", "no references: tarjih score REF... -i SYS..."),
    ("scor", "unknown command 'scor'; did you mean 'score'?"),
    (
        "score ref.txt -i good.txt -m blue",
        "unknown metric 'blue'; did you mean 'bleu'?",
    ),
    (
        "score ref.txt -i good.txt -m bleu chrff",
        "unknown metric 'chrff'; did you mean 'chrf'?",
    ),
    (
        "score ref.txt -i good.txt -tok 13b",
        "unknown tokenizer '13b'; did you mean '13a'?",
    ),
    (
        "score ref.txt -i good.txt -s linear",
        "unknown smoothing 'linear'; known: add-k, epsilon, exp, floor, none",
    ),
    ("score ref.txt -i good.txt good.txt", "'good.txt' is given twice"),
    (
        "score -i good.txt -m bleu reff.txt",
        "unknown metric 'reff.txt'; known: 1-ter, aas, bleu, bleu+1, bleu-eps, chrf, "
        "chrf+, chrf++, has, length-ratio, mas, mas-f, mas-p, mas-r, meteor, nist, "
        "per, ter, w2v-cos, wer",
    ),
    ("score - -i -", "only one of the files can be standard input ('-')"),
    (
        "score ref.txt poor.txt -nr 2 -i good.txt",
        "-nr splits the lines of one reference file; give just one",
    ),
    ("score -t wmt ref.txt", "give references or a test set (-t), not both"),
    ("score -t wmt", "a test set needs a language pair: -l en-de"),
    (
        "score ref.txt -i good.txt -sl -ci",
        "segments have no intervals or groups: leave out -ci and --by",
    ),
    (
        "score ref.txt -i good.txt -sl -f md",
        "segments are printed as text, tsv, jsonl, json, not as md",
    ),
    (
        "score - -i good.txt -m nist",
        "nist reads the references twice: give a file, not '-'",
    ),
    (
        "score - -i good.txt --keep-going",
        "--keep-going reads the references twice: give a file",
    ),
    (
        "score ref.txt -i good.txt -cc 0 -m chrf",
        "char_order and word_order cannot both be 0",
    ),
    (
        "score ref.txt -i good.txt -e latin-99",
        "unknown encoding 'latin-99'",
    ),
]

DATA = [
    (
        "score ref.txt -i short.txt",
        "short.txt has 3 segments but ref.txt has 4: short.txt ends after segment 3",
    ),
    (
        "score ref.txt short.txt -i good.txt",
        "short.txt has 3 segments but ref.txt has 4: short.txt ends after segment 3",
    ),
    (
        "score short.txt -i good.txt",
        "short.txt has 3 segments but good.txt has 4: short.txt ends after segment 3",
    ),
    ("score ref.txt -i nope.txt", "nope.txt: no such file"),
    ("score nope.txt -i good.txt", "nope.txt: no such file"),
    (
        "score ref.txt -i good.txt --by domain",
        "ref.txt:1: no column 'domain': the first line has no tabs",
    ),
    ("score ref.txt -i folder", "folder: is a directory"),
    ("score ref.txt -i empty.txt", "empty.txt: is empty"),
    (
        "score ref.txt -i latin.txt",
        "latin.txt:2: byte 4 of the line (0xe9) is not utf-8; name another "
        "encoding with -e",
    ),
    (
        "score x.tsv::nme -i good.txt",
        "x.tsv:1: no column 'nme'; columns: name, text",
    ),
    ("score x.tsv::3 -i good.txt", "x.tsv: has 2 columns, there is no column 3"),
    ("score -t wmt -l en-de", "wmt: no such folder"),
]


@pytest.fixture
def folder(run: Any) -> Any:
    """Files to stumble over."""
    Path("short.txt").write_text("a\nb\nc\n")
    Path("empty.txt").write_text("")
    Path("latin.txt").write_bytes(b"fine\ncaf\xe9\n")
    Path("x.tsv").write_text("name\ttext\nq\tr\n")
    Path("folder").mkdir()
    return run


@pytest.mark.parametrize(("line", "message"), USAGE)
def test_usage(folder: Any, line: str, message: str) -> None:
    ran = folder(line)
    assert (ran.err, ran.out, ran.code) == (f"tarjih: {message}\n", "", 2)


@pytest.mark.parametrize(("line", "message"), DATA)
def test_data(folder: Any, line: str, message: str) -> None:
    ran = folder(line)
    assert (ran.err, ran.out, ran.code) == (f"tarjih: {message}\n", "", 1)


@pytest.mark.parametrize(
    "line",
    [
        "score --foo",
        "score ref.txt -w x",
        "score ref.txt -f xml",
        "score ref.txt -i",
        "--foo",
    ],
)
def test_click_mistakes(run: Any, line: str) -> None:
    ran = run(line)
    assert ran.code == 2
    assert ran.err.startswith("tarjih: ")
    assert ran.err.count("\n") == 1
    assert ran.err.rstrip().endswith("--help")
    assert ("See tarjih score --help" in ran.err) == line.startswith("score")


def test_nothing_asked(run: Any) -> None:
    ran = run("")
    assert ran.code == 2
    assert ran.err.startswith("Usage: tarjih ")


def test_keep_going(folder: Any) -> None:
    """The systems that can be read are scored; the exit code says there were others."""
    line = "score ref.txt -i good.txt short.txt nope.txt poor.txt latin.txt"
    stopped = folder(line)
    assert stopped.code == 1
    ran = folder(f"{line} --keep-going -f tsv")
    assert ran.code == 1
    assert [row.split("\t")[0] for row in ran.out.splitlines()[1:]] == [
        "good.txt",
        "poor.txt",
    ]
    assert ran.err.splitlines() == [
        "tarjih: left out: short.txt has 3 segments but ref.txt has 4: short.txt ends "
        "after segment 3",
        "tarjih: left out: nope.txt: no such file",
        "tarjih: left out: latin.txt:2: byte 4 of the line (0xe9) is not utf-8; name "
        "another encoding with -e",
    ]
    assert folder("score ref.txt -i good.txt --keep-going").code == 0
    ran = folder("score ref.txt -i nope.txt --keep-going")
    assert ran.code == 1
    assert ran.err.endswith("tarjih: no system is left to score\n")


def test_pipes_can_be_read_once(folder: Any) -> None:
    """--keep-going looks at files twice, but not at pipes."""
    command = (
        f"{sys.executable} -m tarjih score ref.txt -i <(cat good.txt) --keep-going"
    )
    ran = subprocess.run(
        ["bash", "-c", command], capture_output=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
