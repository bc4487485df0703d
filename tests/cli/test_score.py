from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tarjih

VERSION = f"tarjih-{tarjih.__version__}"


def sacrebleu(line: str) -> str:
    """Run the original in the same folder."""
    command = [sys.executable, "-m", "sacrebleu", *line.split(), "--quiet"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "line",
    [
        "ref.txt -i good.txt",
        "ref.txt -i good.txt -m bleu chrf ter",
        "ref.txt poor.txt -i good.txt -m ter bleu -w 4",
        "ref.txt -i good.txt -ci -cin 200 -m chrf bleu ter -w 2",
        "ref.txt -i poor.txt -lc -tok intl -s floor -sv 0.5",
        "ref.txt -i poor.txt -tok char -s none",
        "ref.txt -i poor.txt --smooth-method add-k --metrics bleu",
        "ref.txt -i good.txt -m chrf -cw 2 -cc 4 --chrf-beta 3 --chrf-whitespace",
        "ref.txt -i good.txt -m chrf --chrf-lowercase --chrf-eps-smoothing",
        "ref.txt -i good.txt -m ter --ter-normalized --ter-case-sensitive -w 3",
        "ref.txt -i good.txt -m ter --ter-no-punct --ter-asian-support -w 3",
    ],
)
def test_json_is_sacrebleus(run: Any, line: str) -> None:
    """Field by field, but for the version, which says who computed the number."""
    ran = run(f"score {line} -f json")
    assert ran.code == 0
    ours, theirs = json.loads(ran.out), json.loads(sacrebleu(line))
    for one, other in zip(_list(ours), _list(theirs), strict=True):
        assert one["version"] == VERSION
        other["signature"] = other["signature"].replace(other["version"], VERSION)
        other["version"] = VERSION
        assert list(one.items()) == list(other.items())


@pytest.mark.parametrize(
    "line",
    [
        "ref.txt -i good.txt -f text",
        "ref.txt -i good.txt -f text -m bleu chrf ter -ci -cin 99",
        "ref.txt -i good.txt -f text -m bleu chrf ter -sh",
        "ref.txt -i good.txt -f text -m chrf ter -b -w 3",
        "ref.txt -i good.txt -sl",
        "ref.txt -i poor.txt -sl -m chrf -w 3",
        "ref.txt -i poor.txt -sl -m ter -b -w 3",
    ],
)
def test_text_is_sacrebleus(run: Any, line: str) -> None:
    theirs = sacrebleu(line).replace("version:2.6.0", f"version:{VERSION}")
    theirs = theirs.replace("v:2.6.0", f"v:{VERSION}")
    assert run(f"score {line}").out == theirs


def test_references_may_follow_options(run: Any) -> None:
    usual = run("score ref.txt -i good.txt -m bleu chrf")
    assert run("score -m bleu chrf ref.txt -i good.txt") == usual
    assert run("score -i good.txt -m=bleu --metrics chrf -- ref.txt") == usual


def test_standard_input(run: Any) -> None:
    expected = run("score ref.txt -i good.txt -f json").out
    text = Path("good.txt").read_text("utf-8")
    assert run("score ref.txt", stdin=text).out == expected
    assert run("score ref.txt -i -", stdin=text).out == expected
    reference = Path("ref.txt").read_text("utf-8")
    assert run("score - -i good.txt", stdin=reference).out == expected


def test_several_systems(run: Any) -> None:
    ran = run("score ref.txt -i good.txt poor.txt -m chrf bleu -f text")
    lines = ran.out.split("\n")
    assert lines[0] == "System    BLEU  chrF2"
    assert lines[2].startswith("good.txt  ")
    assert lines[5].startswith("BLEU|nrefs:1|case:mixed|")
    found = json.loads(run("score ref.txt -i good.txt poor.txt -m chrf bleu").out)
    assert [one["system"] for one in found] == ["good.txt", "poor.txt"]
    theirs = json.loads(sacrebleu("ref.txt -i good.txt poor.txt -m bleu chrf"))
    for one, other in zip(found, theirs, strict=True):
        assert other.items() <= one.items()
        assert [r["name"] for r in one["results"]] == ["BLEU", "chrF2"]


@pytest.mark.parametrize(
    ("form", "start"),
    [
        (
            "tsv",
            "system\tmetric\tgroup\tscore\tlow\thigh\tsignature\ngood.txt\tBLEU\t\t",
        ),
        ("jsonl", '{"system": "good.txt", "name": "BLEU", "score": '),
        ("md", "| System | BLEU | chrF2 |\n| --- | ---: | ---: |\n| good.txt | "),
        ("latex", "\\begin{tabular}{lrr}\n\\toprule\nSystem & BLEU & chrF2 \\\\\n"),
    ],
)
def test_formats(run: Any, form: str, start: str) -> None:
    ran = run(f"score ref.txt -i good.txt poor.txt -m bleu chrf -ci -f {form}")
    assert ran.out.startswith(start)
    assert (ran.code, ran.err) == (0, "")


def test_segments_of_several(run: Any) -> None:
    line = "score ref.txt -i good.txt poor.txt -m bleu chrf -sl"
    table = [row.split("\t") for row in run(line).out.splitlines()]
    assert table[0] == ["segment", "system", "BLEU", "chrF2"]
    assert [row[:2] for row in table[1:3]] == [["1", "good.txt"], ["1", "poor.txt"]]
    assert len(table) == 9
    objects = [json.loads(row) for row in run(f"{line} -f jsonl").out.splitlines()]
    assert [f"{one['BLEU']:.6f}" for one in objects] == [row[2] for row in table[1:]]
    assert json.loads(run(f"{line} -f json").out) == objects


def test_groups(run: Any) -> None:
    rows = [
        f"{domain}\t{domain}{n}\tref {n}\tref {n % 2}"
        for n, domain in enumerate("aabb")
    ]
    Path("x.tsv").write_text("\n".join(["domain\tdoc\tr\tm", *rows]), "utf-8")
    ran = run("score x.tsv::r -i x.tsv::m --by domain -m bleu ter -f text -w 2")
    lines = ran.out.splitlines()[-4:]
    assert lines[0].split() == ["System", "Group", "Segments", "BLEU", "TER"]
    assert lines[2].split()[:3] == ["x.tsv::m", "a", "2"]
    found = json.loads(
        run("score x.tsv::r -i x.tsv::m --by x.tsv::domain -m ter -w 2").out
    )
    assert found["groups"] == {
        "a": {"segments": 2, "score": 0.0},
        "b": {"segments": 2, "score": 50.0},
    }
    for form in ("tsv", "md", "latex"):
        ran = run(f"score x.tsv::r -i x.tsv::m --by domain -m ter -f {form}")
        assert " b " in ran.out.replace("\t", " ")


def test_test_set(run: Any) -> None:
    for folder in ("references", "system-outputs/en-de", "documents"):
        Path("wmt", folder).mkdir(parents=True)
    reference = Path("ref.txt").read_text("utf-8")
    Path("wmt/references/en-de.refA.txt").write_text(reference, "utf-8")
    good = Path("good.txt").read_text("utf-8")
    Path("wmt/system-outputs/en-de/Good.txt").write_text(good, "utf-8")
    Path("wmt/documents/en-de.docs").write_text("news\td1\n" * 2 + "talk\td2\n" * 2)
    whole = json.loads(run("score -t wmt -l en-de").out)
    expected = json.loads(run("score ref.txt -i good.txt").out)
    assert whole == expected
    assert json.loads(run("score -t wmt -l en-de -i Good").out) == expected
    groups = json.loads(run("score -t wmt -l en-de --by domain").out)["groups"]
    assert list(groups) == ["news", "talk"]
    systems = json.loads(run("score -t wmt -l en-de -i Good poor.txt").out)
    assert [one["system"] for one in systems] == ["Good", "poor.txt"]


def test_tabbed_references(run: Any) -> None:
    Path("two.tsv").write_text("a b\tc d\na\tb c\n", "utf-8")
    Path("sys.txt").write_text("c d\na\n", "utf-8")
    line = "two.tsv -nr 2 -i sys.txt -m bleu chrf"
    ours, theirs = json.loads(run(f"score {line}").out), json.loads(sacrebleu(line))
    assert [one["score"] for one in ours] == [one["score"] for one in theirs]
    assert ours[0]["nrefs"] == "2"


def test_threads_change_nothing(run: Any) -> None:
    lines = [f"line {n % 13} of {n}" for n in range(5000)]
    Path("long.txt").write_text("\n".join(lines), "utf-8")
    Path("other.txt").write_text("\n".join(reversed(lines)), "utf-8")
    line = "score long.txt -i other.txt -m bleu chrf nist -w 9"
    assert run(line).out == run(f"{line} --threads 3").out


def test_digits_of_nist(run: Any) -> None:
    found = json.loads(run("score ref.txt -i good.txt -m nist").out)
    assert len(str(found["score"]).partition(".")[2]) > 1


def test_warning_of_tokens(run: Any) -> None:
    Path("tok.txt").write_text("a b .\n" * 120, "utf-8")
    ran = run("score tok.txt -i tok.txt")
    assert ran.err == (
        "tarjih: tok.txt: 120 lines end in ' .', as tokenized text does; scores want "
        "it detokenized (--force silences this)\n"
    )
    assert run("score tok.txt -i tok.txt --force").err == ""
    assert run("score tok.txt -i tok.txt -q").err == ""


def test_warning_of_tabs(run: Any) -> None:
    """sacreBLEU reads several systems there; we read one, and say so."""
    ran = run("score ref.txt", stdin="a\tb\nc\td\ne\tf\ng\th\n")
    assert ran.err == (
        "tarjih: <stdin>: every line holds tabs, which are text here; a column is "
        "FILE::COLUMN, and several systems are several files\n"
    )
    assert run("score ref.txt", stdin="a\tb\nc\ne\ng\n").err == ""


@pytest.mark.parametrize(
    ("pair", "tokenizer"), [("en-zh", "zh"), ("zh-en", "13a"), ("ar", "13a")]
)
def test_tokenizer_of_language(run: Any, pair: str, tokenizer: str) -> None:
    assert (
        json.loads(run(f"score ref.txt -i good.txt -l {pair}").out)["tok"] == tokenizer
    )
    chosen = run(f"score ref.txt -i good.txt -l {pair} -tok intl").out
    assert json.loads(chosen)["tok"] == "intl"


def test_names_of_metrics_go_before_files(run: Any) -> None:
    Path("ter").mkdir()
    ran = run("score -m bleu ter ref.txt -i good.txt -nc")
    assert [one["name"] for one in json.loads(ran.out)] == ["BLEU", "TER"]


def test_output_is_utf8(run: Any) -> None:
    """Whatever the locale says."""
    command = [
        sys.executable,
        "-m",
        "tarjih",
        "score",
        "ref.txt",
        "-i",
        "good.txt",
        "-ci",
    ]
    environment = {"PYTHONIOENCODING": "latin-1", "LC_ALL": "C"}
    ran = subprocess.run(command, capture_output=True, check=True, env=environment)
    assert "μ" in json.loads(ran.stdout.decode("utf-8"))["confidence"]


def _list(found: Any) -> list[dict[str, Any]]:
    return found if isinstance(found, list) else [found]
