from __future__ import annotations

import gzip
import importlib
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tarjih import DataError, Meteor, UsageError, score
from tarjih.kernels.strings import unpack
from tarjih.metrics.meteor import paraphrases, phrase_tree
from tarjih.metrics.meteor.phrase_tree import read_table

phrases = st.lists(st.sampled_from(["a", "b", "c", "é"]), min_size=1, max_size=4)
tables = st.lists(st.tuples(phrases, phrases), max_size=12)


def written(pairs: list[tuple[list[str], list[str]]]) -> bytes:
    lines = [line for a, b in pairs for line in ("0.25", " ".join(a), " ".join(b))]
    return "".join(f"{line}\n" for line in lines).encode()


def read_back(tree: dict[str, Any]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The pairs in a tree: every node spelled out, with its targets in order."""
    words = unpack(tree["words"], tree["word_offsets"])
    spelled: dict[int, tuple[str, ...]] = {i: (word,) for i, word in enumerate(words)}
    for node in range(len(tree["child_ends"]) - 1):
        begin, end = tree["child_ends"][node : node + 2].tolist()
        below = tree["child_words"][begin:end].tolist()
        assert below == sorted(below)
        for at, word in enumerate(below, begin):
            spelled[len(words) + at] = (*spelled[node], words[word])
    return [
        (spelled[node], spelled[target])
        for node in sorted(spelled)
        for target in tree["targets"][
            tree["target_ends"][node] : tree["target_ends"][node + 1]
        ].tolist()
    ]


@given(pairs=tables, block=st.integers(1, 60), size=st.integers(1, 5))
def test_every_pair_is_in_the_tree(
    tmp_path_factory: pytest.TempPathFactory, pairs: Any, block: int, size: int
) -> None:
    """In the order of the file, whatever the size of the pieces that are read."""
    folder = tmp_path_factory.mktemp("table")
    (folder / "table").write_bytes(written(pairs))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(phrase_tree, "BLOCK", block)
        patch.setattr(phrase_tree, "SLICE", size)
        found = read_back(read_table(folder / "table", folder))
    wanted = [(tuple(a), tuple(b)) for a, b in pairs]
    order = {phrase: i for i, (phrase, _) in enumerate(found)}
    assert sorted(wanted, key=lambda pair: order[pair[0]]) == found
    assert not [file for file in folder.iterdir() if file.name != "table"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"0.5\na\n", "table:3: the table ends within a pair"),
        (b"0.5\na\nb\n\n", "table:5: the table ends within a pair"),
        (b"0.5\na\nb\n0.5\n\nb\n", "table:5: a phrase has 1 to 100 words"),
        (b"0.5\na\n" + b"b " * 101 + b"\n", "table:3: a phrase has 1 to 100 words"),
        (b"0.5\na\nb\n1\n\xff\nb\n", "table:5: is not UTF-8"),
        (b"one\ntwo\nthree\n", "table:1: a probability is expected, then two phrases"),
        (gzip.compress(b"0.5\na\nb\n" * 99)[:-9], "table: truncated gzip data"),
    ],
)
def test_broken_tables(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "table").write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_table(tmp_path / "table", tmp_path)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.gz"
    path.write_bytes(gzip.compress(written([(["à", "b"], ["c"]), (["d"], ["e", "f"])])))
    return path


def test_last_line_without_end(tmp_path: Path) -> None:
    (tmp_path / "table").write_bytes(b"0.5\na\nb c")
    found = read_back(read_table(tmp_path / "table", tmp_path))
    assert found == [(("a",), ("b", "c"))]


def test_cache(table: Path, cache: Path) -> None:
    """Compiled once; again when the compiled form is broken or of another form."""
    heard: list[int] = []
    metric = Meteor(paraphrases=table)
    metric.prepare(heard.append)
    assert heard
    assert heard[-1] == table.stat().st_size
    (place,) = cache.iterdir()
    whole, heard[:] = place.read_bytes(), []
    metric.prepare(heard.append)
    assert not heard
    other = whole.replace(b'"form":"1"', b'"form":"0"')
    for broken in (whole[:-1], whole[:-1] + b"\1", other):
        assert broken != whole
        place.write_bytes(broken)
        metric.prepare(heard.append)
        assert place.read_bytes() == whole
    assert len(list(cache.iterdir())) == 1


def test_scores(table: Path) -> None:
    """Phrases of the hypothesis and of the reference are replaced, words counted."""
    metric = Meteor(paraphrases=str(table), modules=("exact", "paraphrase"))
    texts = ["À B x", "c x", "e f x", "d x", "b x"]
    references = [["c x"], ["à b x"], ["d x"], ["e f x"], ["c x"]]
    found = score(texts, references, metrics=[metric])["meteor"]
    assert (found.segments[:4] > 0.6).all()
    assert found.segments[4] < 0.6
    assert len(metric.parameters()["para"]) == 8


def test_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TARJIH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert paraphrases.cache_folder() == Path("/somewhere/tarjih")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert paraphrases.cache_folder() == tmp_path / ".cache/tarjih"


def test_cache_that_cannot_be_written(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TARJIH_CACHE", str(tmp_path / "file"))
    with pytest.raises(DataError, match="name a folder in TARJIH_CACHE"):
        Meteor(paraphrases=table).prepare()


def test_missing_table(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no\.gz: cannot be read: No such file"):
        Meteor(paraphrases=tmp_path / "no.gz").prepare()


def test_installed_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of a package is found without importing it."""
    place = tmp_path / "meteor/data/paraphrase-en.gz"
    spec = ModuleSpec("pycocoevalcap", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]  # it has no __init__.py
    monkeypatch.setattr(paraphrases, "find_spec", lambda _: spec)
    with pytest.raises(UsageError, match="pip install pycocoevalcap"):
        paraphrases.installed_table("en")
    place.parent.mkdir(parents=True)
    place.write_bytes(b"")
    assert paraphrases.installed_table("en") == place
    assert importlib.util.find_spec("tarjih")
