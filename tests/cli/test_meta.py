from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HEADER = "ref\thyp1\thyp2\tpreference\tjudge"
ROWS = [
    "the cat sat on the mat\tthe cat sat on the mat\tcat mat\t1\tj1",
    "the cat sat on the mat\tthe cat sat on the mat\tcat mat\t1\tj2",
    "a dog lay in the sun\tdog sun\ta dog lay in sun\t2\tj1",
    "a dog lay in the sun\tdog sun\ta dog lay in sun\t1\tj2",
    "it rains a lot here\tit rains a lot\tit rains lot here\t0\tj1",
    "where is the red house\twhere is a red house\thouse where\t1\tj3",
]


@pytest.fixture
def judged(run: Any) -> Any:
    Path("own.tsv").write_text("\n".join([HEADER, *ROWS]) + "\n", "utf-8")
    return run


def test_table(judged: Any) -> None:
    ran = judged("meta own.tsv -m bleu chrf --tau wmt14 --resamples 50 --sensitivity")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["Metric", "wmt14", "95", "%", "interval", "Rank"]
    assert {line.split()[0] for line in lines[2:4]} == {"BLEU", "chrF2"}
    assert lines[5].split() == ["Metric", "wmt12", "wmt13", "wmt14", "xties"]
    assert lines[10] == (
        "statistic:wmt14|average:macro|blocks:segment|test:perm-both|resamples:50|"
        "seed:12345|correction:holm|alpha:0.05"
    )
    assert lines[11] == "own: 5 pairs and 1 ties"
    assert (ran.code, ran.err) == (0, "")


def test_too_few_resamples(judged: Any) -> None:
    ran = judged("meta own.tsv -m bleu chrf --resamples 39")
    assert (ran.code, ran.err) == (
        0,
        "tarjih: with 39 resamples no difference can be significant: "
        "--resamples 40 or more\n",
    )
    assert "|resamples:1000|" in judged("meta own.tsv -m bleu chrf").out
    for line in ("-m bleu chrf --correction none --resamples 20", "--resamples 1"):
        assert judged(f"meta own.tsv {line}").err == ""


@pytest.mark.parametrize("form", ["md", "latex", "tsv", "json"])
def test_formats(judged: Any, form: str) -> None:
    ran = judged(f"meta own.tsv -m bleu -m ter --resamples 20 -f {form} --sensitivity")
    assert ran.code == 0
    assert "BLEU" in ran.out
    if form == "json":
        data = json.loads(ran.out)
        assert [m["name"] for m in data["metrics"]] == ["BLEU", "TER"]
        assert set(data["sensitivity"]) == {"wmt12", "wmt13", "wmt14", "xties"}


def test_score_files_beside_metrics(judged: Any) -> None:
    scores = [f"{system}\t{n}" for system in ("hyp1", "hyp2") for n in range(4)]
    Path("mine.tsv").write_text("\n".join(scores) + "\n")
    ran = judged("meta own.tsv -m bleu -m mine.tsv --resamples 20 -f json")
    assert {m["name"] for m in json.loads(ran.out)["metrics"]} == {"BLEU", "mine"}


def test_statistics(judged: Any) -> None:
    for name in ("accuracy", "sentence-tau", "sys-pearson"):
        ran = judged(f"meta own.tsv -m bleu chrf --statistic {name} --resamples 20")
        assert f"statistic:{name}|" in ran.out


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        (
            "meta own.tsv --tau wmt12 --statistic pearson",
            2,
            "choose --tau or --statistic, not both",
        ),
        ("meta own.tsv -m blue", 2, "unknown metric 'blue'; did you mean 'bleu'?"),
        ("meta own.tsv -m ./none.tsv", 1, "./none.tsv: no such file"),
        ("meta none.tsv", 1, "none.tsv: no such file"),
        ("meta own.tsv -l cs-en", 1, "no judgments of cs-en"),
        (
            "meta own.tsv --statistic pearson",
            1,
            "own holds rankings: this statistic needs scores",
        ),
        (
            "meta own.tsv --blocks document",
            1,
            "own: the documents of the segments are not known",
        ),
    ],
)
def test_mistakes(judged: Any, line: str, code: int, message: str) -> None:
    ran = judged(line)
    assert (ran.err, ran.out, ran.code) == (f"tarjih: {message}\n", "", code)


def test_unknown_format(judged: Any) -> None:
    ran = judged("meta ref.txt")
    assert ran.code == 1
    assert ran.err.startswith("tarjih: ref.txt:1: is in no known format of judgments")
    assert ran.err.count("\n") == 1


def test_skip_bad(judged: Any) -> None:
    Path("own.tsv").write_text("\n".join([HEADER, *ROWS, "a\tb\tc\t7\tj"]) + "\n")
    ran = judged("meta own.tsv --resamples 5")
    assert ran.code == 1
    assert ran.err.startswith("tarjih: own.tsv:8: ")
    assert ran.err.endswith("; --skip-bad leaves such judgments out\n")
    ran = judged("meta own.tsv --resamples 5 --skip-bad")
    assert ran.code == 0
    assert ran.err.startswith("tarjih: left out 1: ")


def test_inspect(judged: Any) -> None:
    found = json.loads(judged("judgments inspect own.tsv -f json").out)
    (counts,) = found.values()
    assert counts["pairs"] == 6
    assert counts["ties"] == 1
    assert counts["judges"] == 3
    assert counts["contradicted"] == 1
    assert counts["segments"] == 4
    assert "contradicted" in judged("judgments inspect own.tsv").out


def test_files_of_one_test_set_are_joined(judged: Any) -> None:
    """Nothing is counted for one file only, and no language pair twice."""
    Path("more").mkdir()
    row = "a new sentence\ta new sentence\tnone\t1\tj9"
    Path("more/own.tsv").write_text(f"{HEADER}\n{row}\n")
    message = "tarjih: two tables have different texts of 'own'"
    assert judged("judgments inspect own.tsv more/own.tsv").err.startswith(message)
    for name, ranks in (("a", "1,2"), ("b", "2,1")):
        Path(f"{name}.csv").write_text(
            "srclang,trglang,segmentId,judgeId,system1Id,system2Id,system1rank,"
            "system2rank\n"
            f"cze,eng,1,{name},newstest2013.cs-en.x,newstest2013.cs-en.y,{ranks}\n"
        )
    ran = judged("judgments inspect a.csv b.csv -f json")
    (found,) = json.loads(ran.out).values()
    assert (found["judges"], found["pairs"], found["contradicted"]) == (2, 2, 1)
    ran = judged("meta own.tsv own.tsv")
    assert (ran.code, ran.err) == (2, "tarjih: 'own.tsv' is given twice\n")


def test_standard_output(judged: Any) -> None:
    command = f"{sys.executable} -m tarjih judgments convert own.tsv -o -"
    ran = subprocess.run(command.split(), capture_output=True, check=True)
    assert ran.stdout.startswith(b"source\tref\thyp1\thyp2\tpreference\tweight\tjudge")
    assert ran.stdout.count(b"\n") == 7
    assert not Path("-").exists()


def test_agreement(judged: Any) -> None:
    (found,) = json.loads(judged("judgments agreement own.tsv -f json").out).values()
    assert found["inter pairs"] == 2
    assert found["inter P(A)"] == 0.5
    assert found["inter kappa"] == 0.25
    assert found["intra pairs"] == 0
    assert found["intra kappa"] is None
    assert found["pairs of judges"] == 1
    assert "–" in judged("judgments agreement own.tsv -f md").out


def test_agreement_of_unknown_judges(judged: Any) -> None:
    """Who did not sign may be one judge or many: no kappa is known."""
    rows = [row.rpartition("\t")[0] for row in ROWS]
    Path("own.tsv").write_text("\n".join([HEADER.rpartition("\t")[0], *rows]) + "\n")
    (found,) = json.loads(judged("judgments agreement own.tsv -f json").out).values()
    assert (found["judges"], found["inter pairs"], found["intra pairs"]) == (0, 0, 0)
    assert found["intra kappa"] is None
    signed = [*rows[:4], f"{rows[4]}\tj1", f"{rows[5]}\tj1"]
    signed[:4] = [f"{row}\t" for row in rows[:4]]
    Path("own.tsv").write_text("\n".join([HEADER, *signed]) + "\n")
    (found,) = json.loads(judged("judgments agreement own.tsv -f json").out).values()
    assert (found["judges"], found["inter pairs"], found["intra pairs"]) == (1, 0, 0)


def test_systems(judged: Any) -> None:
    found = json.loads(judged("judgments systems own.tsv -f json").out)
    assert [row["wins ratio"] for row in found.values()] == [0.8, 0.2]
    strengths = [row["strength"] for row in found.values()]
    assert strengths[0] == -strengths[1] > 0


def test_convert_and_split(judged: Any) -> None:
    ran = judged("judgments convert own.tsv -o pairs.tsv --ties drop")
    assert (ran.code, ran.err) == (
        0,
        "tarjih: kept 5 of 6 pairs: 1 ties, 1 duplicates, 2 disputed, 1 contradicted\n"
        "tarjih: wrote 5 pairs to pairs.tsv\n",
    )
    first = json.loads(judged("judgments inspect own.tsv -f json").out)["own"]
    again = json.loads(judged("judgments inspect pairs.tsv -f json").out)["pairs"]
    assert again["ties"] == 0
    assert again["pairs"] == first["pairs"] - 1
    ran = judged("judgments convert own.tsv --to comet -o comet.csv")
    assert Path("comet.csv").read_text().startswith("src,ref,pos,neg\n")
    ran = judged("judgments convert own.tsv --to jsonl -o pairs.jsonl")
    assert (ran.code, ran.err) == (0, "tarjih: wrote 6 pairs to pairs.jsonl\n")
    assert Path("pairs.jsonl").read_text().startswith('{"source": "", "ref": "the cat')
    ran = judged("judgments split own.tsv --share 0.5 -o a.tsv b.tsv")
    assert ran.code == 0
    sides = [Path(name).read_text().splitlines()[1:] for name in ("a.tsv", "b.tsv")]
    references = [{row.split("\t")[1] for row in side} for side in sides]
    assert not references[0] & references[1]
    assert len(sides[0]) + len(sides[1]) == 6


def test_convert_without_judged_references(scored: Any) -> None:
    rows = "".join(f"refA\t{i}\n" for i in range(12))
    with Path("wmt/human-scores/xx-en.da.seg.score").open("a") as file:
        file.write(rows)
    line = "judgments convert wmt::xx-en.da -o out"
    assert "wrote 55 pairs" in scored(line).err
    assert scored(f"{line} --references drop").err.startswith(
        "tarjih: kept 33 of 66 pairs: 33 with a reference\n"
    )


def test_convert_mistakes(judged: Any) -> None:
    ran = judged("judgments convert own.tsv --to mtme -o folder")
    message = "tarjih: mt-metrics-eval holds scores; rankings cannot be written\n"
    assert (ran.code, ran.err) == (2, message)
    ran = judged("judgments split own.tsv --share 0.01 -o a.tsv b.tsv")
    assert (ran.code, ran.err) == (
        1,
        "tarjih: a.tsv: one side would have no segments\n",
    )
    assert not Path("a.tsv").exists()
    ran = judged("judgments split own.tsv -o a.tsv a.tsv")
    assert (ran.code, ran.err) == (2, "tarjih: 'a.tsv' is given twice\n")


def test_scores_of_people_to_mtme(judged: Any) -> None:
    lines = ["src,mt,ref,score", "s,good text,good text,0.9", "s,bad,good text,0.1"]
    Path("da.csv").write_text("\n".join(lines) + "\n")
    ran = judged("judgments convert da.csv --to mtme -o folder")
    assert (ran.code, ran.err) == (0, "tarjih: wrote folder\n")
    assert list(Path("folder/human-scores").iterdir())
    ran = judged("judgments convert da.csv --to comet-scores -o again.csv")
    assert (ran.code, ran.err) == (0, "tarjih: wrote 2 scores to again.csv\n")


@pytest.fixture
def scored(run: Any) -> Any:
    """A folder of mt-metrics-eval: scores of people and of a metric, documents."""
    words = [f"word{i} and word{i + 1} here" for i in range(12)]
    systems = {
        "Good": words,
        "Fair": [w.replace("and", "or") for w in words],
        "Poor": ["nothing"] * 12,
    }
    files = {"references/xx-en.refA.txt": words, "sources/xx-en.txt": words}
    files |= {f"system-outputs/xx-en/{name}.txt": t for name, t in systems.items()}
    files["documents/xx-en.docs"] = [f"news\td{i // 3}" for i in range(12)]
    gold = {"Good": 90, "Fair": 60, "Poor": 10}
    files["human-scores/xx-en.da.seg.score"] = [
        f"{name}\t{'None' if i == 5 else value + i % 4}"
        for name, value in gold.items()
        for i in range(12)
    ]
    files["wrong.score"] = [f"{name}\t{i % 3}" for name in systems for i in range(12)]
    for name, lines in files.items():
        path = Path("wmt", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")
    return run


@pytest.mark.parametrize(
    "name", ["pearson", "spearman", "acc-eq", "tau-b", "sys-pearson"]
)
def test_scores_of_people(scored: Any, name: str) -> None:
    line = f"meta wmt::xx-en.da -m bleu -m wmt/wrong.score --statistic {name}"
    found = json.loads(scored(f"{line} --resamples 30 -f json").out)
    metrics = {one["name"]: one["average"]["value"] for one in found["metrics"]}
    assert metrics["BLEU"] > 0.6
    assert metrics["BLEU"] > (metrics["wrong"] or 0) + 0.2


def test_documents_and_williams(scored: Any) -> None:
    line = "meta wmt::xx-en.da -m bleu -m wmt/wrong.score --statistic pearson -f json"
    by_segment = json.loads(scored(f"{line} --resamples 99").out)
    by_document = json.loads(scored(f"{line} --resamples 99 --blocks document").out)
    assert by_document["settings"]["blocks"] == "document"
    values = [found["metrics"][0]["average"] for found in (by_segment, by_document)]
    assert values[0]["value"] == pytest.approx(values[1]["value"])
    assert values[0]["low"] != values[1]["low"]
    tested = json.loads(scored(f"{line} --resamples 9 --test williams").out)
    assert tested["p_values"]["BLEU"]["wrong"] < 0.001
    assert tested["p_values"]["wrong"]["BLEU"] > 0.99


def test_gap(scored: Any) -> None:
    """WMT's daRR: pairs of segments whose scores lie far enough apart."""
    ran = scored("meta wmt::xx-en.da -m bleu --tau darr --gap 40 --resamples 9")
    assert "wmt xx-en: 33 scores, 22 pairs and 0 ties" in ran.out
    ran = scored("meta wmt::xx-en.da -m bleu --statistic pearson -f json")
    assert json.loads(ran.out)["scored"] == {"wmt xx-en": 33}


def test_one_of_several_references(scored: Any) -> None:
    lines = Path("wmt/system-outputs/xx-en/Poor.txt").read_text()
    Path("wmt/references/xx-en.refB.txt").write_text(lines)
    line = "meta wmt::xx-en.da -m bleu --statistic sys-pearson -f json"
    values = {}
    for reference in ("", "refA", "refB"):
        ran = scored(f"{line} --reference {reference}" if reference else line)
        (metric,) = json.loads(ran.out)["metrics"]
        values[reference] = metric["average"]["value"]
        assert metric["recipe"].startswith(
            f"ref:{reference}|nrefs:1|" if reference else "nrefs:all|"
        )
    assert values["refA"] > 0.9
    assert values["refB"] < 0
    ran = scored(f"{line} --reference refC")
    message = "tarjih: unknown reference 'refC'; did you mean 'refB'?\n"
    assert (ran.code, ran.err) == (2, message)


def test_score_file_with_a_hole(scored: Any) -> None:
    rows = Path("wmt/wrong.score").read_text().splitlines()
    Path("short.score").write_text("\n".join([*rows, "Extra\tnan"]) + "\n")
    ran = scored("meta wmt::xx-en.da -m short.score")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
