"""The bundled examples, scored as sacreBLEU has scored them (see tools/golden.py)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = json.loads((ROOT / "tests/golden/sacrebleu.json").read_text("utf-8"))


@pytest.mark.parametrize("line", GOLDEN["outputs"])
def test_golden(run: Any, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.chdir(ROOT / "examples")
    ran = run(f"score {line}")
    version = re.escape(f"version:{GOLDEN['version']}")
    expected = [
        re.sub(version, "version:", printed) for printed in GOLDEN["outputs"][line]
    ]
    found = [re.sub(r"version:[^ ]+", "version:", p) for p in ran.out.splitlines()]
    assert found == expected
