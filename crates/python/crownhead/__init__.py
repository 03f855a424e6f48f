"""A cycle-accurate Atari 2600 for Python.

>>> import crownhead as ch
>>> m = ch.Machine(ch.VIDEO_CHECKERS)
>>> m.run(60)
>>> m.frame.shape
(262, 160)

`Machine` is one console. `assemble` assembles a source. `Script` and `verify` run input scripts.
`crownhead.gym` has environments for agents; `crownhead.pytest_plugin` has the fixture `vcs`.
"""

from __future__ import annotations

import importlib
import json
import os
from typing import TYPE_CHECKING, Any

from ._native import *
from ._native import reports as _reports

if TYPE_CHECKING:
    from . import gym as gym
    from .gym import VectorEnv as VectorEnv

#: The bundled cartridges: values for the argument `source` of Machine.
VIDEO_CHECKERS = "bundled"
TRIKTRAK = "bundled:triktrak"

__all__ = [
    "TRIKTRAK", "VIDEO_CHECKERS", "BusyError", "Call", "CrownheadError", "Diagnostic",
    "Instruction", "Machine", "Object", "Outcome", "Pixel", "Program", "Row", "Run", "Script",
    "SourceError", "StateError", "Trace", "Write", "assemble", "verify",
]


def verify(*paths: str | os.PathLike[str], **options: Any) -> list[dict[str, Any]]:
    """Checks input scripts in parallel on all cores. Returns a report for each script, as a dict.

    The paths and options are those of `crownhead verify`: `verify("tests/", seeds="0..9",
    shard="1/4", update=True)`. A report has `path`, `result` ("passed", "failed", "updated" or
    "broken"), `frames`, `expectations`, `mismatches` (`line`, `frame`, `text`) and `error`.
    Raises CrownheadError for a wrong option, FileNotFoundError for a missing path.
    """
    arguments = [os.fspath(path) for path in paths]
    for name, value in options.items():
        if value is None or value is False:
            continue
        arguments.append("--" + name.replace("_", "-"))
        if value is not True:
            arguments.append(os.fspath(value) if isinstance(value, os.PathLike) else str(value))
    reports: list[dict[str, Any]] = json.loads(_reports(arguments))
    return reports


def __getattr__(name: str) -> Any:
    # Gymnasium is an optional dependency, so import the classes that need it only when they are
    # first used.
    if name == "gym":
        return importlib.import_module(".gym", __name__)
    if name == "VectorEnv":
        return importlib.import_module(".gym", __name__).VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
