from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file into the current folder, so that messages hold its bare name."""
    monkeypatch.chdir(tmp_path)

    def _write(content: str | bytes, name: str = "f") -> str:
        data = content.encode() if isinstance(content, str) else content
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
        return name

    return _write
