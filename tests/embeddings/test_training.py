from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tarjih.embeddings.nearest import neighbors
from tarjih.embeddings.training import Training, train
from tarjih.errors import DataError, UsageError

pytest.importorskip("gensim")

QUICK = Training(dim=6, epochs=3, min_count=1)


class Stopped(Exception):
    pass


@pytest.fixture
def corpus(tmp_path: Path) -> list[str]:
    """Two files: units of one half of the alphabet occur together."""
    rng = random.Random(7)
    paths = []
    for name, units in {"one": "abcdef", "two": "uvwxyz"}.items():
        lines = [" ".join(rng.choices(units, k=8)) for _ in range(300)]
        (tmp_path / name).write_text("\n".join(lines))
        paths.append(str(tmp_path / name))
    return paths


@pytest.mark.parametrize("model", ["skipgram", "cbow"])
def test_units_that_occur_together_are_near(corpus: list[str], model: str) -> None:
    training = replace(QUICK, model=model, epochs=20, rate=0.1, subsample=0)
    found = train(corpus, training, name="letters")
    assert {word for word, _ in neighbors(found, "a", 5)} == set("bcdef")
    assert json.loads(found.notes["training"])["model"] == model
    assert found.name == "letters"


def test_a_seed_gives_the_same_bits(corpus: list[str]) -> None:
    checksums = {
        train(corpus, replace(QUICK, seed=seed)).checksum for seed in (1, 1, 2)
    }
    assert len(checksums) == 2


def test_what_was_stopped_goes_on(corpus: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "kept"

    def stop(done: int) -> None:
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped):
        train(corpus, QUICK, checkpoints=str(folder), report=stop)
    assert sorted(path.name for path in folder.iterdir()) == [
        "epoch-2",
        "training.json",
    ]
    heard: list[int] = []
    found = train(corpus, QUICK, checkpoints=str(folder), report=heard.append)
    assert heard == [3]
    assert found.checksum == train(corpus, QUICK).checksum


def test_checkpoints_of_other_settings(corpus: list[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    train(corpus, QUICK, checkpoints=folder)
    with pytest.raises(UsageError, match="was begun with window 5, not 2; name"):
        train(corpus, replace(QUICK, window=2), checkpoints=folder)


def test_checkpoints_of_other_texts(corpus: list[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "kept")
    train(corpus, QUICK, checkpoints=folder)
    with pytest.raises(UsageError, match=r"was begun with bytes \d+, not \d+; name"):
        train(corpus[:1], QUICK, checkpoints=folder)


def test_damaged_checkpoints(corpus: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    train(corpus, QUICK, checkpoints=str(folder))
    (folder / "epoch-3/model").write_bytes(b"damaged")
    with pytest.raises(DataError, match="epoch-3: is no sound checkpoint: "):
        train(corpus, QUICK, checkpoints=str(folder))
    (folder / "training.json").write_text("{")
    with pytest.raises(DataError, match=r"kept: has no sound training\.json; remove"):
        train(corpus, QUICK, checkpoints=str(folder))


def test_checkpoints_that_cannot_be_written(corpus: list[str]) -> None:
    with pytest.raises(UsageError, match="cannot be written: "):
        train(corpus, QUICK, checkpoints=f"{corpus[0]}/kept")


def test_other_files_in_the_folder_stay(corpus: list[str], tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    train(corpus, QUICK, checkpoints=str(tmp_path))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"1", "epoch-3", "one", "two", "training.json"}


def test_too_little_text(corpus: list[str]) -> None:
    with pytest.raises(DataError, match="no unit occurs 9000 times; ask for fewer"):
        train(corpus, replace(QUICK, min_count=9000))


def test_long_lines_are_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_text("a " * 12_000 + "b " * 10)
    found = train([str(path)], replace(QUICK, epochs=1))
    assert found.word_list() == ["a", "b"]
    assert np.isfinite(found.vectors).all()
