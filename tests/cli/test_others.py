from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tarjih
from tarjih.cli import progress
from tarjih.cli.argv import rewrite
from tarjih.metrics import METRICS
from tarjih.streaming import Chunk


def test_version(run: Any) -> None:
    assert run("--version").out == f"tarjih, version {tarjih.__version__}\n"
    assert run("-V").code == 0


def test_help(run: Any) -> None:
    ran = run("--help")
    assert "Score systems against references." in ran.out
    assert "--keep-going" in run("score -h").out


def test_metrics(run: Any) -> None:
    lines = run("metrics").out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(METRICS.entries)
    assert (
        json.loads(run("metrics --json").out)["wer"] == "word edits per reference word"
    )


def test_doctor(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("doctor")
    assert ran.out.startswith(f"tarjih       {tarjih.__version__}\n")
    assert "numpy        " in ran.out
    monkeypatch.setattr("tarjih.kernels.NATIVE", False)
    monkeypatch.setattr("tarjih.cli.doctor.find_spec", lambda name: None)
    assert (
        "kernels      plain Python: same numbers, slower; no C++" in run("doctor").out
    )
    monkeypatch.setattr("tarjih.cli.doctor.find_spec", lambda name: object())
    assert "slower; TARJIH_KERNELS=plain is set\n" in run("doctor").out
    monkeypatch.setattr("tarjih.cli.doctor.EXTRAS", {"none": "no-such-package"})
    assert "missing (pip install 'tarjih[none]')" in run("doctor").out


@pytest.mark.parametrize(
    ("origin", "given"),
    [
        (None, "--no-binary tarjih tarjih"),
        ('{"url": "https://x/t.whl", "archive_info": {}}', "--no-binary tarjih tarjih"),
        ('{"url": "file:///t", "dir_info": {}}', "file:///t"),
        ('{"url": "file:///t", "dir_info": {"editable": true}}', "-e file:///t"),
    ],
)
def test_doctor_says_how_to_install_again(
    run: Any, monkeypatch: pytest.MonkeyPatch, origin: str | None, given: str
) -> None:
    """What was installed from a clone cannot be had from the package index."""
    found = SimpleNamespace(read_text=lambda name: origin)
    monkeypatch.setattr("tarjih.kernels.NATIVE", False)
    monkeypatch.setattr("tarjih.cli.doctor.find_spec", lambda name: None)
    monkeypatch.setattr("tarjih.cli.doctor.distribution", lambda name: found)
    assert f"run: pip install --force-reinstall {given}\n" in run("doctor").out


def test_doctor_without_installation(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("tarjih.kernels.NATIVE", False)
    monkeypatch.setattr("tarjih.cli.doctor.find_spec", lambda name: None)
    monkeypatch.setattr("tarjih.cli.doctor.distribution", missing)
    assert "--force-reinstall --no-binary tarjih tarjih\n" in run("doctor").out


def test_module(run: Any) -> None:
    command = [sys.executable, "-m", "tarjih", "--version"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(
        b"tarjih"
    )


@pytest.mark.parametrize("lines", [100, 50_000])
def test_reader_goes_away(run: Any, lines: int) -> None:
    """`tarjih score ... | head -1` ends without a word, and not as bad data do."""
    Path("long").write_text("line of text\n" * lines)
    words = [sys.executable, "-m", "tarjih", "score", "long", "-i", "long", "-sl"]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 141)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("r -i a b -m x y -w 2", "r --input a --input b --metrics x --metrics y -w 2"),
        ("-m bleu . -i x -", "--metrics bleu . --input x --input -"),
        ("-m bleu x::y", "--metrics bleu x::y"),
        ("-m", "--metrics"),
        ("-tok 13a r -lc -nr 2", "--tokenize 13a r --lowercase --num-refs 2"),
        ("-m=bleu r s", "--metrics=bleu r s"),
        ("-i a -- -b c", "--input a -- -b c"),
        ("r -i a -f json -q", "r --input a -f json -q"),
    ],
)
def test_rewrite(line: str, expected: str) -> None:
    assert list(rewrite(line.split())) == expected.split()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "quiet", "patience", "shown"),
    [
        (True, False, 0.0, True),
        (True, False, 99.0, False),
        (True, True, 0.0, False),
        (False, False, 0.0, False),
    ],
)
def test_progress(
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    quiet: bool,
    patience: float,
    shown: bool,
) -> None:
    """Only people see progress, and only when it takes long."""
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")

    def chunks() -> Iterator[Chunk]:
        for _ in range(3):
            yield cast("Chunk", [0] * 1000)

    assert len(list(progress.watched(chunks(), quiet=quiet))) == 3
    assert ("segments" in stream.getvalue()) == shown


def test_terminal_gets_text(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert run("score ref.txt -i good.txt").out.startswith("BLEU|")


def test_interrupted(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tarjih.cli.score.open_inputs", stop)
    ran = run("score ref.txt")
    assert (ran.code, ran.err) == (130, "\ntarjih: interrupted\n")
