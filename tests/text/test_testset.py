from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tarjih.errors import DataError, UnknownName
from tarjih.text import open_test_set

Write = Callable[..., str]


@pytest.fixture
def folder(write: Write, tmp_path: Path) -> Path:
    for name in ("sources", "references", "documents", "system-outputs/en-de"):
        (tmp_path / "set" / name).mkdir(parents=True)
    write("s1\ns2\n", "set/sources/en-de.txt")
    write("A1\nA2\n", "set/references/en-de.refA.txt")
    write("B1\nB2\n", "set/references/en-de.refB.txt")
    write("x\n", "set/references/zh-en.refA.txt")
    write("o1\no2\n", "set/system-outputs/en-de/Online-W.v2.txt")
    write("mac", "set/system-outputs/en-de/._Online-W.v2.txt")
    write("no", "set/system-outputs/en-de/README")
    write("news\td1\nsocial  d2\n", "set/documents/en-de.docs")
    return Path("set")


def test_all_columns(folder: Path) -> None:
    found = open_test_set(folder, "en-de")
    assert found.source is not None
    assert found.docs is not None
    assert found.domains is not None
    assert list(found.source) == ["s1", "s2"]
    assert {name: list(ref) for name, ref in found.references.items()} == {
        "refA": ["A1", "A2"],
        "refB": ["B1", "B2"],
    }
    assert {name: list(out) for name, out in found.systems.items()} == {
        "Online-W.v2": ["o1", "o2"]
    }
    assert list(found.docs) == ["d1", "d2"]
    assert list(found.domains) == ["news", "social"]
    assert found.docs.spec == "set/documents/en-de.docs::doc"


def test_references_alone(folder: Path) -> None:
    found = open_test_set(folder, "zh-en")
    assert list(found.references) == ["refA"]
    assert (found.source, found.systems, found.docs, found.domains) == (
        None,
        {},
        None,
        None,
    )


def test_unknown_pair(folder: Path) -> None:
    message = r"^unknown language pair 'cs-uk'; known: en-de, zh-en$"
    with pytest.raises(UnknownName, match=message):
        open_test_set(folder, "cs-uk")


def test_no_folder(folder: Path) -> None:
    with pytest.raises(DataError, match=r"^gone: no such folder$"):
        open_test_set("gone", "en-de")


def test_another_folder(folder: Path) -> None:
    message = r"^set/sources: has no references/LANGPAIR.NAME.txt$"
    with pytest.raises(DataError, match=message):
        open_test_set(folder / "sources", "en-de")


@pytest.mark.parametrize(("line", "count"), [("", 0), ("d2", 1), ("a b c", 3)])
def test_documents_have_two_fields(
    line: str, count: int, folder: Path, write: Write
) -> None:
    write(f"news\td1\n{line}\n", "set/documents/en-de.docs")
    docs = open_test_set(folder, "en-de").docs
    assert docs is not None
    with pytest.raises(DataError) as caught:
        list(docs)
    assert str(caught.value) == (
        "set/documents/en-de.docs:2: "
        f"expected a domain and a document, found {count} fields"
    )
