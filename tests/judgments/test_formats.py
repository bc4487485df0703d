from __future__ import annotations

import io
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih.errors import DataError, TarjihError, UsageError
from tarjih.judgments import (
    read_appraise_xml,
    read_comet_csv,
    read_esa,
    read_judgments,
    read_meteor_rank,
    read_mqm,
    read_mqm_averages,
    read_pairs,
    read_scores,
    read_wmt_csv,
    read_wmt_da,
)
from tarjih.judgments.formats import FORMATS

Write = Callable[..., str]

EXAMPLES = {
    "rank": ("ranks", "1\tf\ta\tf\tb\n"),
    "xml": (
        "ranks",
        '<?xml version="1.0"?><r><HIT source-language="ces" target-language="eng">'
        '<ranking-task id="1"><ranking-result><translation system="a" rank="1"/>'
        '<translation system="b" rank="2"/></ranking-result></ranking-task></HIT></r>',
    ),
    "jsonl": ("ranks", '{"ref": "r", "hyp1": "a", "hyp2": "b", "preference": 1}\n'),
    "tsv": ("ranks", "ref\thyp1\thyp2\tpreference\nr\ta\tb\t1\n"),
    "wmt": (
        "ranks",
        "srclang,trglang,srcIndex,system1Id,system2Id,system1rank,system2rank\n"
        "cs,en,1,a,b,1,2\n",
    ),
    "comet": ("ranks", "src,ref,pos,neg\ns,r,a,b\n"),
    "quoted": ("scores", '"src","mt","ref","score"\ns,a,r,1\n'),
    "da": ("scores", "LP DATA SYSTEM SID HUMAN\ncs-en t a 1 0.5\n"),
    "darr": ("ranks", "LP DATA SID BETTER WORSE\ncs-en t 1 a b\n"),
    "mqm": (
        "scores",
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "a\td\t1\t1\tr\ts\tt\tc\tMinor\n",
    ),
    "averages": ("scores", "system mqm_avg_score seg_id\na\t-1 1\n"),
    "esa": ("scores", "l,wmt23.a,1,TGT,eng,deu,51,d#a,False,[],1.5,2.5\n"),
}
READERS: list[Callable[..., Any]] = [
    read_appraise_xml,
    read_comet_csv,
    read_esa,
    read_judgments,
    read_meteor_rank,
    read_mqm,
    read_mqm_averages,
    read_pairs,
    read_scores,
    read_wmt_csv,
    read_wmt_da,
]


@pytest.mark.parametrize(
    ("name", "kind", "content"), [(n, *e) for n, e in EXAMPLES.items()]
)
def test_told_by_content(name: str, kind: str, content: str, write: Write) -> None:
    options = {"pair": "en-de"} if name in ("mqm", "averages") else {}
    found = read_judgments(write(content), **options)
    assert found.kind == kind
    assert len(found) == (2 if kind == "ranks" else 1)


def test_there_is_an_example_of_each() -> None:
    assert len(EXAMPLES) == len(FORMATS)


def test_standard_input(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("x\n", "cs-en/t.a.cs-en")  # no texts of standard input
    data = EXAMPLES["da"][1].encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert not read_judgments("-").texts


@pytest.mark.parametrize(
    ("content", "header"),
    [
        ("plain text\n", ""),
        ("a,b\n1,2\n", " or lacks its header"),
        ('"\n,' + "x" * 140_000, ""),
        ("<html>\n", ""),
        ("1\t2\n", " or lacks its header"),
        (",", " or lacks its header"),
        ("," + "x" * 140_000, " or lacks its header"),
    ],
)
def test_unknown(content: str, header: str, write: Write) -> None:
    write(content)
    with pytest.raises(DataError) as caught:
        read_judgments("f")
    message = str(caught.value)
    begins = f"f:1: is in no known format of judgments{header}; known: METEOR's .rank"
    assert message.startswith(begins)
    assert message.endswith("; mt-metrics-eval (FOLDER::LP.NAME, as wmt22::en-de.mqm)")
    assert "\n" not in message


def test_options(write: Write) -> None:
    write(EXAMPLES["rank"][1])
    assert read_judgments(Path("f"), test_set="t").test_set.present() == ("t",)
    with pytest.raises(UsageError, match=r"^METEOR's .rank .* takes no option 'docs'$"):
        read_judgments("f", docs=[])
    with pytest.raises(DataError, match=r"^nothing: no such file$"):
        read_judgments("nothing")
    with pytest.raises(DataError, match=r"^f: is no folder of mt-metrics-eval"):
        read_judgments("f::bleu")


def test_encoding(write: Write) -> None:
    line = "ref\thyp1\thyp2\tpreference\nété\té\te\t1\n"
    write(line.encode("latin-1"))
    with pytest.raises(DataError, match=r"^f:2: byte 1 of the line \(0xe9\) is "):
        read_judgments("f")
    (texts,) = read_judgments("f", encoding="latin-1").texts.values()
    assert texts.reference(1) == ["été"]
    with pytest.raises(UsageError, match=r"^unknown encoding 'x'$"):
        read_judgments("f", encoding="x")


def cut(data: tuple[str, int, bytes]) -> bytes:
    """An example that somebody wrote into."""
    example, place, noise = data
    content = example.encode()
    place %= len(content) + 1
    return content[:place] + noise + content[place + len(noise) // 2 :]


broken = st.tuples(
    st.sampled_from([content for _, content in EXAMPLES.values()]),
    st.integers(0, 400),
    st.one_of(
        st.binary(max_size=6),
        st.sampled_from(
            [b"\t", b",", b'"', b"\n", b"\r", b"\x00", b"-1", b"1e999", b"<"]
        ),
    ),
).map(cut)


@given(st.one_of(broken, broken, st.binary(max_size=80)), st.booleans())
def test_any_bytes(data: bytes, skip_bad: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/mqm_t_deen.tsv"
        Path(path).write_bytes(data)
        for read in READERS:
            options = {} if read is read_scores else {"skip_bad": skip_bad}
            assert "\n" not in message(partial(read, path, **options))


def message(read: Callable[[], Any]) -> str:
    """What the error says, which can only be one of ours."""
    try:
        read()
    except TarjihError as error:
        return str(error)
    return ""
