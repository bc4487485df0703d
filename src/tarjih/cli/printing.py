"""Named rows of cells, as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click

from tarjih.cli.meta import FORMATS
from tarjih.report.tables import Table

Cells = Mapping[str, object]


def print_rows(rows: Mapping[str, Cells], form: str, *, head: str = "set") -> None:
    """Print rows; `head` is the column of their names."""
    if form == "json":
        click.echo(json.dumps(rows, indent=1, ensure_ascii=False))
        return
    names = list(next(iter(rows.values())))
    cells = [[name, *map(_cell, row.values())] for name, row in rows.items()]
    click.echo(FORMATS[form](Table([head, *names], cells)))


def _cell(value: object) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value}"
