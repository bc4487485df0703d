from __future__ import annotations

from pathlib import Path

import pytest

from tarjih.metrics.meteor import paraphrases


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Compiled tables go into a folder of the test's own."""
    monkeypatch.setenv("TARJIH_CACHE", str(tmp_path / "cache"))
    paraphrases.load.cache_clear()
    return tmp_path / "cache"
