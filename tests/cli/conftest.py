from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tarjih.cli import main


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]

REFERENCE = ["The cat sat on the mat.", "It was raining, I think.", "Yes!", "2 + 2 = 4"]
GOOD = ["The cat sat on a mat.", "It rained, I think.", "Yes!", "2 + 2 is 4"]
POOR = ["Cat on mat sitting.", "I think it was rain.", "No.", ""]


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command line in a folder with ref.txt, good.txt and poor.txt."""
    monkeypatch.chdir(tmp_path)
    for name, lines in {"ref": REFERENCE, "good": GOOD, "poor": POOR}.items():
        Path(f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")

    def _run(line: str, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main(line.split())
        return Ran(int(ended.value.code or 0), *capsys.readouterr())

    return _run
