"""A test set as mt-metrics-eval v2 lays it out in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tarjih.errors import DataError, UnknownName
from tarjih.text.columns import Column
from tarjih.text.lines import Text

_DOCUMENT_FIELDS = ("domain", "doc")


@dataclass(frozen=True)
class TestSet:
    """One language pair's columns, by name; of equal lengths if the set is sound."""

    __test__ = False  # pytest: this is no test class

    source: Column | None
    references: dict[str, Column]
    systems: dict[str, Column]
    docs: Column | None
    domains: Column | None


def open_test_set(folder: str | Path, langpair: str) -> TestSet:
    """Find the files of `langpair` (`en-de`); only its references must exist."""
    root = Path(folder)
    if not root.is_dir():
        raise DataError("no such folder", path=f"{root}")
    references = _texts(root / "references", f"{langpair}.")
    if not references:
        raise _no_references(root, langpair)
    documents = root / "documents" / f"{langpair}.docs"
    return TestSet(
        source=_if_file(root / "sources" / f"{langpair}.txt"),
        references=references,
        systems=_texts(root / "system-outputs" / langpair),
        docs=_if_file(documents, "doc"),
        domains=_if_file(documents, "domain"),
    )


def _texts(folder: Path, prefix: str = "") -> dict[str, Column]:
    return {
        path.name[len(prefix) : -len(".txt")]: _column(path)
        for path in sorted(folder.glob("[!.]*.txt"))  # no ._name.txt of macOS
        if path.name.startswith(prefix)
    }


def _if_file(path: Path, selector: str | None = None) -> Column | None:
    return _column(path, selector) if path.is_file() else None


def _column(path: Path, selector: str | None = None) -> Column:
    if selector is None:
        return Column(f"{path}", f"{path}", None)
    return Column(f"{path}::{selector}", f"{path}", selector, read=_read_documents)


def _read_documents(text: Text, selector: str | None) -> Iterator[str]:
    """Yield the domain or the document of every line; any blanks part the two."""
    for number, line in enumerate(text.lines(), 1):
        fields = line.split()
        if len(fields) != len(_DOCUMENT_FIELDS):
            raise text.error(
                f"expected a domain and a document, found {len(fields)} fields",
                line=number,
            )
        yield dict(zip(_DOCUMENT_FIELDS, fields, strict=True))[selector or "doc"]


def _no_references(root: Path, langpair: str) -> Exception:
    names = (path.name for path in (root / "references").glob("*.*.txt"))
    pairs = {name.partition(".")[0] for name in names}
    if not pairs:
        return DataError("has no references/LANGPAIR.NAME.txt", path=f"{root}")
    return UnknownName("language pair", langpair, pairs)
