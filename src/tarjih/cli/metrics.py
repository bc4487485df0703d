"""`tarjih metrics`: what there is."""

from __future__ import annotations

import json

import click

from tarjih.metrics import METRICS


@click.command(short_help="List the metrics.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def metrics(as_json: bool) -> None:
    """List the metrics, one line each."""
    entries = METRICS.entries
    if as_json:
        found = {name: entries[name].summary for name in sorted(entries)}
        click.echo(json.dumps(found, indent=1, ensure_ascii=False))
        return
    width = max(map(len, entries))
    for name in sorted(entries):
        click.echo(f"{name:<{width}}  {entries[name].summary}")
