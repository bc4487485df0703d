from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tarjih import tensors
from tarjih.embeddings import Embeddings, intake, load
from tarjih.embeddings.binary import read_binary
from tarjih.embeddings.formats import format_of
from tarjih.embeddings.own import FORM, check_content
from tarjih.embeddings.precision import stored_as
from tarjih.embeddings.product import product_quantised
from tarjih.embeddings.stream import Stream
from tarjih.embeddings.writing import WRITERS, write
from tarjih.errors import DataError, UnknownName, UsageError

WORDS = ["the", ",", "Été", "قط", "2012", "]"]  # قط qiṭṭ, a cat
ROWS = np.array(
    [[0.1, -2, 3e-7], [1, 2, 3], [0, 0, 0], [-1, 1, -1], [9, 8, 7], [0.5, 0.25, 1e4]],
    np.float32,
)
TABLE = Embeddings.of("toy", WORDS, ROWS)
NAMES = {"numpy": "toy.npy", "safetensors": "toy.safetensors"}
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


def same(found: Embeddings, expected: Embeddings = TABLE) -> bool:
    every = np.arange(len(expected), dtype=np.int32)
    return found.word_list() == expected.word_list() and np.array_equal(
        found.rows(every), expected.rows(every)
    )


@pytest.mark.parametrize("packed", PACKERS)
@pytest.mark.parametrize("form", WRITERS)
def test_round_trip(tmp_path: Path, form: str, packed: str) -> None:
    path = tmp_path / "sub" / NAMES.get(form, "toy.vec")
    write(str(path), TABLE, form)
    before = path.read_bytes()
    path.unlink()
    packed_path = path.with_name(path.name + packed)
    packed_path.write_bytes(PACKERS[packed](before))
    found = load(str(packed_path))
    assert same(found)
    assert found.name == "toy"


def test_zstd(tmp_path: Path) -> None:
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "toy.txt.zst"
    path.write_bytes(zstandard.compress(b"a 1 2\nb 3 4\n"))
    assert load(str(path)).word_list() == ["a", "b"]


@pytest.mark.parametrize("form", ["glove", "word2vec", "word2vec-binary"])
@pytest.mark.parametrize("packed", [".gz", ".bz2", ".xz"])
def test_written_packed(tmp_path: Path, form: str, packed: str) -> None:
    one, other = str(tmp_path / f"a{packed}"), str(tmp_path / f"b{packed}")
    write(one, TABLE, form)
    write(other, TABLE, form)
    assert Path(one).read_bytes() == Path(other).read_bytes()
    assert same(load(one))


@pytest.mark.parametrize("precision", ["float32", "float16", "int8", "pq3"])
def test_own_keeps_the_precision(tmp_path: Path, precision: str) -> None:
    made = (
        product_quantised(TABLE, 3)
        if precision == "pq3"
        else stored_as(TABLE, precision)
    )
    path = str(tmp_path / "x.safetensors")
    write(path, made, "safetensors")
    found = load(path)
    assert found.precision == precision
    assert found.checksum == made.checksum
    assert same(found, made)
    check_content(found, path)


def test_product_quantisation_of_few_words_loses_nothing() -> None:
    made = product_quantised(TABLE, 1)
    assert made.dim == 3
    assert same(made)
    assert len(product_quantised(Embeddings.of("e", [], ROWS[:0]), 3)) == 0
    with pytest.raises(UsageError, match="3 dimensions do not make 2 equal parts"):
        product_quantised(TABLE, 2)


def test_product_quantisation_of_many_words_looks_at_some() -> None:
    rows = np.random.default_rng(0).normal(size=(20_000, 1)).astype(np.float32)
    made = product_quantised(Embeddings.of("m", map(str, range(20_000)), rows), 1)
    every = np.arange(20_000, dtype=np.int32)
    assert np.abs(made.rows(every) - rows).mean() < 0.02


def test_product_quantisation_has_a_seed() -> None:
    rows = np.random.default_rng(0).normal(size=(600, 4)).astype(np.float32)
    table = Embeddings.of("random", map(str, range(600)), rows)
    one, other = (product_quantised(table, 2, seed) for seed in (1, 1))
    assert one.checksum == other.checksum != product_quantised(table, 2, 2).checksum
    every = np.arange(600, dtype=np.int32)
    assert np.square(one.rows(every) - rows).mean() < 0.02


@pytest.mark.parametrize(
    "text",
    [
        "the 1 2\r\ncat 3 4\r\n",
        "the 1 2 \ncat  3 4",
        "the\t1\t2\ncat\t3\t4\n",
        "2 2\nthe 1 2\ncat 3 4\n",
    ],
)
def test_text_as_others_write_it(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(text.encode())
    found = load(str(path))
    assert found.word_list() == ["the", "cat"]
    assert found.vectors.tolist() == [[1, 2], [3, 4]]


def test_words_with_spaces(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("the 1 2\n. . . 3 4\nat name@domain 5 6\n\u00a0 7 8\n", "utf-8")
    assert load(str(path)).word_list() == ["the", ". . .", "at name@domain", "\u00a0"]


def test_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes("été 1 2\n".encode("latin-1"))
    assert load(str(path), encoding="latin-1").word_list() == ["été"]
    with pytest.raises(DataError, match=r"x\.txt:1: byte 1 .* name another encoding"):
        load(str(path))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "x.txt: is empty"),
        ("the\n", "x.txt:1: a word and its numbers are expected"),
        ("the cat\n", "x.txt:1: a word and its numbers are expected"),
        ("a 1 2\nb 1\n", "x.txt:2: a word and 2 numbers are expected, not 1"),
        ("a 1 2\nb 1 2 3\n", "x.txt:2: a word and 2 numbers are expected, not 3"),
        ("a 1 2\n\nb 1 2\n", "x.txt:2: a word and 2 numbers are expected, not 0"),
        ("a 1 2\nb 1 x\n", "x.txt:2: a number is expected, not 'x'"),
        ("a 1 2\nb 1 nan\n", "x.txt:2: a number of 'b' is not finite"),
        ("a 1 2\nb 1 1e99\n", "x.txt:2: a number of 'b' is not finite"),
        ("a 1 2\n 1 2\n", "x.txt:2: the word before the numbers is missing"),
        (
            "a 1 2\nb 1 2\na 3 4\n",
            "x.txt:3: the word 'a' is there already, in line 1; ",
        ),
        ("2 0\na\nb\n", "x.txt:1: promises vectors of no dimensions"),
        ("3 2\na 1 2\nb 1 2\n", "x.txt:1: promises 3 words, but holds 2"),
        ("1 2\na 1 2\nb 1 2\n", "x.txt:1: promises 1 words, but holds 2"),
        ("2 2\na 1 2\nb 1 2 3\n", "x.txt:3: a word and 2 numbers are expected, not 3"),
    ],
)
def test_bad_text(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{tmp_path}/{problem}")


def test_lines_are_counted_beyond_a_block(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    lines = [f"w{i} 1 2\n" for i in range(3000)]
    path.write_text("".join([*lines, "w 1\n"]), "utf-8")
    with pytest.raises(DataError, match=r":3001: a word and 2 numbers"):
        load(str(path))


def test_the_first_of_two(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("a 1 2\nb 1 2\na 3 4\n", "utf-8")
    found = load(str(path), duplicates="first")
    assert found.word_list() == ["a", "b"]
    assert found.vectors.tolist() == [[1, 2], [1, 2]]


def test_many_rows_are_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "_IN_MEMORY", 16)
    path = str(tmp_path / "x.txt")
    write(path, TABLE, "glove")
    assert same(load(path))


def test_report_hears_of_every_byte(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("a 1 2\n" + "".join(f"w{i} 1 2\n" for i in range(50_000)))
    heard: list[int] = []
    load(str(path), report=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == path.stat().st_size


BINARY = b"2 2\na " + np.array([1, 2], "<f4").tobytes()
BINARY += b"\nb " + np.array([3, 4], "<f4").tobytes() + b"\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (BINARY[:-4], "x.bin:1: promises 2 words, but holds 1"),
        (BINARY[:14], "x.bin:1: promises 2 words, but holds 1"),
        (BINARY + b"more", "x.bin: goes on after the 2 words that it promises"),
        (BINARY.replace(b"b ", b"a "), "x.bin: word 2: the word 'a' is there already"),
        (
            BINARY.replace(b"b ", b"\xff "),
            "x.bin: word 2: the word b'\\xff' is not utf-8",
        ),
        (
            b"2 200\na " + b"\x01" * 5000,
            "x.bin: word 2: the word before the",
        ),
    ],
)
def test_bad_binary(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{tmp_path}/{problem}")


def test_binary_as_gensim_writes_it(tmp_path: Path) -> None:
    """Without an end of line after a row."""
    path = tmp_path / "x.bin"
    path.write_bytes(BINARY.replace(b"\nb", b"b").rstrip(b"\n"))
    assert load(str(path)).vectors.tolist() == [[1, 2], [3, 4]]


WINK = '{"size":2,"dimensions":2,"words":["a","]"],'
WINK += '"vectors":{"a":[1,2,9,0],"]":[3,4,9,1]},"unkVector":[0,0,0,-1]}'


def test_wink(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(WINK)
    found = load(str(path))
    assert found.word_list() == ["a", "]"]
    assert found.vectors.tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (WINK[:90], "is cut: its vectors do not end"),
        (WINK[:40], "is JSON without '\"vectors\":{': no vectors of winkNLP"),
        (WINK.replace("[3,4,9,1]", "[3]"), "word 2: ']' has 1 numbers, not 2"),
        (WINK.replace('"dimensions":2,', ""), "does not say how many dimensions"),
        (WINK.replace("[1,2", "[1 2" + " " * 2_000_000), "is no sound JSON"),
    ],
)
def test_bad_wink(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{path}: {problem}")


@pytest.mark.parametrize("words", ["x.words", "x.txt", "x.words.gz"])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", ["f2", "f4", "f8"])
def test_numpy(tmp_path: Path, words: str, order: str, kind: str) -> None:
    rows = np.array([[1, 2, 3], [4, 5, 6]], kind, order=order)  # type: ignore[call-overload]
    np.save(tmp_path / "x.npy", rows)
    (tmp_path / words).write_bytes(
        PACKERS[Path(words).suffix if "gz" in words else ""](b"a\nb c\n")
    )
    found = load(str(tmp_path / "x.npy"))
    assert found.word_list() == ["a", "b c"]
    assert found.vectors.tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(
    ("rows", "words", "problem"),
    [
        (ROWS, "a\nb\n", "x.words: holds 2 words for the 6 rows of "),
        (ROWS[0], "a\n", "x.npy: holds float32 of shape (3,), not rows of float"),
        (ROWS.astype(int), "a\n", "x.npy: holds int64 of shape (6, 3), not rows"),
        (ROWS, None, "x.npy: needs its words beside it, one a line: x.words or x.txt"),
        (ROWS * np.nan, "a\nb\nc\nd\ne\nf", "x.npy: word 1: a number of 'a' is not f"),
    ],
)
def test_bad_numpy(
    tmp_path: Path, rows: NDArray[Any], words: str | None, problem: str
) -> None:
    path = tmp_path / "x.npy"
    np.save(path, rows)
    if words is not None:
        (tmp_path / "x.words").write_text(words)
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{tmp_path}/{problem}")


def test_cut_numpy(tmp_path: Path) -> None:
    path = tmp_path / "x.npy"
    write(str(path), TABLE, "numpy")
    content = path.read_bytes()
    path.write_bytes(content[:-5])
    with pytest.raises(DataError, match="is cut: 5 bytes of its rows are missing"):
        load(str(path))
    path.write_bytes(content[:20])
    with pytest.raises(DataError, match=r"is no sound \.npy file"):
        load(str(path))


def test_no_rows(tmp_path: Path) -> None:
    path = tmp_path / "x.npy"
    np.save(path, ROWS[:0])
    (tmp_path / "x.words").write_text("a\n")
    with pytest.raises(DataError, match="holds 1 words for the 0 rows"):
        load(str(path))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"words": np.zeros(3, np.uint8)}, "has arrays that do not fit each other"),
        ({"word_offsets": np.array([0, 1])}, "has arrays that do not fit each other"),
        ({"word_offsets": np.arange(6)[::-1] * 1}, "has arrays that do not fit each"),
        ({"scales": np.ones(2, np.float32)}, "has no 2-dimensional int8 array"),
        ({"vectors": np.zeros(6, np.float32)}, "has no 2-dimensional float32 array"),
        (
            {
                "vectors": np.full((6, 3), 9, np.uint8),
                "codebooks": np.ones((3, 4, 1), np.float32),
            },
            "has arrays that do not fit each other",
        ),
        (
            {
                "vectors": np.zeros((6, 3), np.int8),
                "scales": np.ones(2, np.float32),
            },
            "has arrays that do not fit each other",
        ),
    ],
)
def test_bad_own(
    tmp_path: Path, changes: dict[str, NDArray[Any]], problem: str
) -> None:
    path = tmp_path / "x.safetensors"
    tensors.save(path, {**TABLE.arrays(), **changes}, {"form": FORM})
    with pytest.raises(DataError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{path}: {problem}")


def test_other_tensors(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    tensors.save(path, {"weight": ROWS})
    with pytest.raises(DataError, match="holds other tensors, not embeddings 1; "):
        load(str(path))


def test_damaged_content(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    write(str(path), TABLE, "safetensors")
    content = bytearray(path.read_bytes())
    content[content.index(ROWS.tobytes())] ^= 1
    path.write_bytes(content)
    with pytest.raises(DataError, match="is damaged: its checksum is another one"):
        check_content(load(str(path)), str(path))


@pytest.mark.parametrize("form", ["glove", "word2vec", "word2vec-binary", "numpy"])
@pytest.mark.parametrize("word", ["", "a\nb", "a b"])
def test_words_that_a_format_cannot_hold(tmp_path: Path, form: str, word: str) -> None:
    path = str(tmp_path / "x.npy")
    table = Embeddings.of("odd", [word], ROWS[:1])
    if form == "numpy" and word == "a b":
        write(path, table, form)
        assert same(load(path), table)
        return
    with pytest.raises(DataError, match=r"cannot hold the word .* in this format"):
        write(path, table, form)
    assert not list(tmp_path.iterdir())


def test_mistakes_of_the_caller(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="unknown format of embeddings 'csv'"):
        write("x", TABLE, "csv")
    with pytest.raises(UsageError, match=r"no \.zst is written, but \.gz, \.bz2 and"):
        write(str(tmp_path / "x.zst"), TABLE, "glove")
    with pytest.raises(UsageError, match=r"is to end in \.npy"):
        write(str(tmp_path / "x.bin"), TABLE, "numpy")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written: "):
        write(str(tmp_path / "file" / "x"), TABLE, "glove")
    with pytest.raises(UnknownName, match="unknown policy for duplicates 'last'"):
        load(str(tmp_path / "file"), duplicates="last")


@pytest.mark.parametrize(
    ("head", "form"),
    [
        (b"the 1 2\n", "text"),
        (b"2 3\nthe 1 2 3\n", "text"),
        (b"2 3\nthe -1e-3 2 3\r\n", "text"),
        (BINARY, "binary"),
        (b"9 2\na \n\x01\x02\x03", "binary"),
        (WINK.encode(), "wink"),
        (b"\x93NUMPY\x01\x00", "numpy"),
    ],
)
def test_format_of(head: bytes, form: str) -> None:
    assert format_of(head) == form


@settings(max_examples=400)
@given(
    content=st.binary(min_size=1, max_size=200),
    place=st.floats(0, 1),
    form=st.sampled_from([*WRITERS]),
)
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, place: float, form: str
) -> None:
    path = tmp_path_factory.getbasetemp() / NAMES.get(form, "toy.vec")
    write(str(path), TABLE, form)
    whole = path.read_bytes()
    at = int(place * len(whole))
    for bad in (content, whole[:at], whole[:at] + content + whole[at + len(content) :]):
        path.write_bytes(bad)
        with suppress(DataError):
            found = load(str(path))
            every = np.arange(len(found), dtype=np.int32)
            assert found.rows(every).shape == (len(found.word_list()), found.dim)


def test_binary_without_a_header() -> None:
    stream = Stream("x.bin", b"a b\n", iter([]))
    with pytest.raises(DataError, match=r"x.bin:1: numbers of words and dimensions"):
        read_binary(stream, "x")


@pytest.mark.parametrize("words", [b"\xff\xfebcdef", "aéééb".encode()])
def test_words_that_are_no_text(tmp_path: Path, words: bytes) -> None:
    path = tmp_path / "x.safetensors"
    packed = np.frombuffer(words, np.uint8)
    offsets = np.array([0, 2, len(packed)])
    arrays = {"words": packed, "word_offsets": offsets, "vectors": ROWS[:2]}
    tensors.save(path, arrays, {"form": FORM})
    with pytest.raises(DataError, match="has words that are not UTF-8"):
        load(str(path))


def test_unknown_encoding(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown encoding 'hex'"):
        load(str(tmp_path / "x"), encoding="hex")
