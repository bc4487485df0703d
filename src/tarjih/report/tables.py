"""Tables as text, TSV, Markdown and LaTeX."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_LATEX = {c: f"\\{c}" for c in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "|": r"\textbar{}",
}


@dataclass(frozen=True)
class Table:
    """A line of names and lines of cells; the first column is text."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def to_text(table: Table) -> str:
    """Aligned columns, numbers to the right."""
    columns = list(zip(table.header, *table.rows, strict=True))
    widths = [max(map(_width, column)) for column in columns]
    numeric = [_is_numeric(column[1:]) for column in columns]

    def line(cells: Sequence[str]) -> str:
        padded = [
            " " * (width - _width(cell)) + cell
            if right
            else cell + " " * (width - _width(cell))
            for cell, width, right in zip(cells, widths, numeric, strict=True)
        ]
        return "  ".join(padded).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([line(table.header), rule, *map(line, table.rows)])


def to_tsv(table: Table) -> str:
    """Tab-separated values; a tab or line break inside a cell becomes a space."""
    return "\n".join(
        "\t".join(map(tsv_cell, row)) for row in [table.header, *table.rows]
    )


def tsv_cell(text: str) -> str:
    """Keep a cell in its place."""
    return re.sub(r"[\t\r\n]", " ", text)


def to_markdown(table: Table) -> str:
    """A pipe table."""
    numeric = [_is_numeric(column) for column in zip(*table.rows, strict=True)]
    rule = [
        "---:" if right else "---" for right in numeric or [False] * len(table.header)
    ]
    lines = [[_markdown(cell) for cell in row] for row in [table.header, *table.rows]]
    lines.insert(1, rule)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def to_latex(table: Table) -> str:
    """A booktabs tabular."""
    numeric = [_is_numeric(column) for column in zip(*table.rows, strict=True)]
    kinds = "".join("r" if right else "l" for right in numeric)
    lines = [
        " & ".join(map(_latex, row)) + r" \\" for row in [table.header, *table.rows]
    ]
    head, *body = lines
    return "\n".join(
        [
            rf"\begin{{tabular}}{{{kinds or 'l' * len(table.header)}}}",
            r"\toprule",
            head,
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
        ]
    )


def _is_numeric(cells: Sequence[str]) -> bool:
    return all(re.match(r"[-+]?\d", cell) or cell in ("", "nan", "–") for cell in cells)


def _markdown(text: str) -> str:
    return tsv_cell(text).replace("|", r"\|")


def _latex(text: str) -> str:
    return "".join(_LATEX.get(c, c) for c in tsv_cell(text))


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, combining ones none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)
