"""What training has reached, in a folder: the model after its last whole epoch."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from tarjih.errors import DataError, UsageError

_CONFIG = "training.json"
# what pickle raises about bytes that are none of its own
_UNSOUND = (
    OSError,
    EOFError,
    UnpicklingError,
    AttributeError,
    ImportError,
    LookupError,
    ValueError,
)


@dataclass(frozen=True)
class Checkpoints:
    """A folder with `training.json` and one model, `epoch-N`."""

    folder: Path

    def begin(self, config: Mapping[str, Any]) -> int:
        """How many epochs are done; training that was begun must be the same."""
        done = max(map(_number, self._epochs()), default=0)
        if done:
            self._check(config)
            return done
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _CONFIG).write_text(json.dumps(config), "utf-8")
        except OSError as error:
            raise UsageError(
                f"{self.folder} cannot be written: {error.strerror}"
            ) from error
        return 0

    def load(self, kind: Any, done: int) -> Any:
        """The model that was kept."""
        path = self.folder / f"epoch-{done}"
        try:
            return kind.load(str(path / "model"))
        except _UNSOUND as error:
            raise DataError(
                f"is no sound checkpoint: {error}; remove it", path=str(path)
            ) from error

    def keep(self, model: Any, done: int) -> None:
        """Put the model into a folder of its own, and remove the one before."""
        before = self._epochs()
        beside = self.folder / f".epoch-{done}"
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        model.save(str(beside / "model"))
        beside.rename(self.folder / f"epoch-{done}")
        for path in before:
            shutil.rmtree(path)

    def _epochs(self) -> list[Path]:
        return list(self.folder.glob("epoch-[0-9]*"))

    def _check(self, config: Mapping[str, Any]) -> None:
        try:
            before = json.loads((self.folder / _CONFIG).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise DataError(
                f"has no sound {_CONFIG}; remove it", path=str(self.folder)
            ) from error
        for key, value in config.items():
            if before.get(key) != value:
                raise UsageError(
                    f"{self.folder} was begun with {key} {before.get(key)}, not "
                    f"{value}; name another folder, or remove it"
                )


def _number(path: Path) -> int:
    return int(path.name.removeprefix("epoch-"))
