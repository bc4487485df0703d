"""How far long work has come, on standard error and only for people."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tarjih.types import Prepares

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.status import Status

    from tarjih.streaming import Chunk

PATIENCE = 1.0  # seconds before a progress line is worth the ink


def prepare(metrics: Iterable[object], *, quiet: bool) -> None:
    """Let metrics do what takes long the first time, and show that they do."""
    for metric in metrics:
        if not isinstance(metric, Prepares):
            continue
        if quiet or not sys.stderr.isatty():
            metric.prepare()
            continue
        from rich.console import Console

        with Console(stderr=True).status("reading data") as status:

            def report(read: int, status: Status = status) -> None:
                status.update(f"reading paraphrases, once: {read / 1e6:.0f} MB")

            metric.prepare(report)


@contextmanager
def reading(path: str, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """Give something to tell how many bytes were read; a bar shows them."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    from tarjih.embeddings.stream import bare

    columns = TextColumn(f"reading {path}"), BarColumn(), DownloadColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        # what is packed holds more bytes than the file, nobody knows how many
        plain = bare(path) == path and Path(path).is_file()
        total = Path(path).stat().st_size if plain else None
        task = bar.add_task("reading", total=total)
        yield lambda done: bar.update(task, completed=done)


def watched(chunks: Iterable[Chunk], *, quiet: bool) -> Iterator[Chunk]:
    """Pass chunks on; when it takes long, show how many segments have passed."""
    if quiet or not sys.stderr.isatty():
        yield from chunks
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("scoring", total=None)
    start, done, shown = time.monotonic(), 0, False
    try:
        for chunk in chunks:
            done += len(chunk)
            seconds = time.monotonic() - start
            if not shown and seconds > PATIENCE:
                bar.start()
                shown = True
            if shown:
                rate = done / seconds
                bar.update(task, description=f"{done:,} segments, {rate:,.0f}/s")
            yield chunk
    finally:
        if shown:
            bar.stop()
