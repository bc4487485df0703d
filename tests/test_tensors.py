from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load_file

from tarjih import DataError, tensors

ARRAYS: dict[str, Any] = {
    "bytes": np.arange(5, dtype=np.uint8),
    "whole": np.arange(6, dtype=np.int64).reshape(2, 3),
    "none": np.zeros(0, np.int32),
    "half": np.ones((3, 1), np.float16),
}


def test_round_trip(tmp_path: Path) -> None:
    """What is written is read by safetensors too, and twice the same bytes."""
    path = tmp_path / "a.safetensors"
    tensors.save(path, ARRAYS, {"made": "today"})
    found = tensors.load(path)
    theirs = load_file(path)
    assert found.notes == {"made": "today"}
    assert found.arrays.keys() == theirs.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        for read in (found.arrays[name], theirs[name]):
            assert read.dtype == array.dtype
            np.testing.assert_array_equal(read, array)
    written = path.read_bytes()
    tensors.save(path, dict(reversed(ARRAYS.items())), {"made": "today"})
    assert path.read_bytes() == written
    assert [file.name for file in tmp_path.iterdir()] == ["a.safetensors"]


def test_old_file_stays(tmp_path: Path) -> None:
    """A failure leaves the file that was there, and nothing else."""
    path = tmp_path / "a.safetensors"
    tensors.save(path, ARRAYS)
    before = path.read_bytes()
    with pytest.raises(KeyError):
        tensors.save(path, {"complex": np.zeros(2, np.complex128)})
    with pytest.raises(ZeroDivisionError), tensors.replacing(path) as beside:
        beside.write_text(str(1 / 0))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.safetensors"]


@pytest.mark.parametrize(
    ("name", "kind", "ndim"),
    [("whole", np.int64, 1), ("whole", np.int32, 2), ("missing", np.int64, 1)],
)
def test_unexpected_array(tmp_path: Path, name: str, kind: Any, ndim: int) -> None:
    path = tmp_path / "a.safetensors"
    tensors.save(path, ARRAYS)
    expected = (
        f"a.safetensors: has no {ndim}-dimensional {kind.__name__} array {name!r}"
    )
    with pytest.raises(DataError, match=expected):
        tensors.load(path).array(name, kind, ndim)


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nothing: cannot be read"):
        tensors.load(tmp_path / "nothing")


def test_unknown_type(tmp_path: Path) -> None:
    header = {"x": {"dtype": "BF16", "shape": [1], "data_offsets": [0, 2]}}
    text = json.dumps(header).encode()
    path = tmp_path / "a"
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0\0")
    with pytest.raises(DataError, match="array 'x' is of type BF16"):
        tensors.load(path)


@given(st.data())
def test_broken_files(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    """Any change of the header is refused in one line, or gives arrays all the same."""
    path = tmp_path_factory.mktemp("broken") / "a.safetensors"
    tensors.save(path, ARRAYS)
    content = bytearray(path.read_bytes())
    cut = data.draw(st.integers(0, len(content)))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] = data.draw(st.integers(0, 255))
    path.write_bytes(content[:cut] if data.draw(st.booleans()) else content)
    with contextlib.suppress(DataError):
        found = tensors.load(path)
        assert all(isinstance(a, np.ndarray) for a in found.arrays.values())
