"""The files that a command is given, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from tarjih.errors import DataError, TarjihError, UnknownName, UsageError
from tarjih.text.columns import Column, open_column
from tarjih.text.parallel import unequal
from tarjih.text.tabbed import tabbed_column
from tarjih.text.testset import open_test_set


@dataclass(frozen=True)
class Inputs:
    """Systems by name, references, and the labels of groups."""

    systems: dict[str, Column]
    references: list[Column]
    labels: Column | None


def open_inputs(options: dict[str, Any]) -> Inputs:
    """Find out what the options name; nothing is read yet."""
    inputs = _from_test_set(options) if options["test_set"] else _from_files(options)
    columns = [*inputs.systems.values(), *inputs.references]
    columns += [inputs.labels] if inputs.labels else []
    if sum(column.path == "-" for column in columns) > 1:
        raise UsageError("only one of the files can be standard input ('-')")
    return inputs


def sound_systems(inputs: Inputs) -> dict[str, Column]:
    """Read every system through, report those that fail and return the others."""
    reference = inputs.references[0]
    if not _can_be_read_twice(reference):
        raise UsageError("--keep-going reads the references twice: give a file")
    count = sum(1 for _ in reference)
    sound = {}
    for system, column in inputs.systems.items():
        try:
            _check_length(system, column, reference.name, count)
            sound[system] = column
        except TarjihError as error:
            click.echo(f"tarjih: left out: {error}", err=True)
    if not sound:
        raise DataError("no system is left to score")
    return sound


def _check_length(system: str, column: Column, reference: str, count: int) -> None:
    if not _can_be_read_twice(column):
        return
    found = sum(1 for _ in column)
    if found != count:
        raise unequal([reference, system], [count, found])


def _can_be_read_twice(column: Column) -> bool:
    return column.path != "-" and not Path(column.path).is_fifo()


def _from_files(options: dict[str, Any]) -> Inputs:
    specs, count = options["references"], options["num_refs"]
    encoding = options["encoding"]
    if not specs:
        raise UsageError("no references: tarjih score REF... -i SYS...")
    if count > 1 and len(specs) > 1:
        raise UsageError("-nr splits the lines of one reference file; give just one")
    if count > 1:
        references = [tabbed_column(specs[0], count, encoding=encoding)]
    else:
        references = [open_column(spec, encoding=encoding) for spec in specs]
    labels = None
    if by := options["by"]:
        is_path = "::" in by or Path(by).exists()
        spec = by if is_path else f"{references[0].path}::{by}"
        labels = open_column(spec, encoding=encoding)
    return Inputs(_systems(options["inputs"] or ["-"], encoding), references, labels)


def _from_test_set(options: dict[str, Any]) -> Inputs:
    if options["references"]:
        raise UsageError("give references or a test set (-t), not both")
    if not options["language_pair"]:
        raise UsageError("a test set needs a language pair: -l en-de")
    found = open_test_set(options["test_set"], options["language_pair"])
    systems = found.systems
    if options["inputs"]:
        systems = _systems(options["inputs"], options["encoding"], found.systems)
    if not systems:
        raise DataError(
            "has no system outputs; give some with -i", path=options["test_set"]
        )
    labels = None
    if by := options["by"]:
        columns = {"doc": found.docs, "domain": found.domains}
        if by not in columns and "::" not in by and not Path(by).exists():
            raise UnknownName("grouping", by, columns)
        labels = columns.get(by) or open_column(by, encoding=options["encoding"])
    return Inputs(dict(systems), list(found.references.values()), labels)


def _systems(
    specs: list[str], encoding: str, known: dict[str, Column] | None = None
) -> dict[str, Column]:
    """Columns by the names users gave; a test set's systems go by their own names."""
    systems: dict[str, Column] = {}
    for spec in specs:
        column = (known or {}).get(spec) or open_column(spec, encoding=encoding)
        name = spec if known and spec in known else column.name
        if name in systems:
            raise UsageError(f"{name!r} is given twice")
        systems[name] = column
    return systems
