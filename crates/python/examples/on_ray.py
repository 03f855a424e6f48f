"""Runs a suite of scripts, matches between the cartridge's levels, and rollouts on a Ray cluster.

python on_ray.py FOLDER_OF_SCRIPTS
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import ray

import crownhead as ch


@ray.remote
def check(script: ch.Script) -> bool:
    """Returns true if a script's expectations hold."""
    return script.run().passed


@ray.remote
def match(first: int, second: int, seed: int) -> str:
    """Plays two games between two levels, with colors swapped. Returns the table of results."""
    command = [sys.executable, "-m", "crownhead", "match", str(first), str(second)]
    options = ["--games", "2", "--jobs", "1", "--seed", str(seed)]
    return subprocess.run([*command, *options], check=True, stdout=subprocess.PIPE, text=True).stdout


@ray.remote
def rollout(machine: ch.Machine, frames: int) -> tuple[str, bytes]:
    """Runs `frames` frames. Returns the trace row of the last frame, and the state after it."""
    *_, last = machine.trace("frame", frames=frames)
    return last.text, machine.save()


def run(folder: Path, *, levels: int = 3) -> dict[str, Any]:
    """Runs the scripts, matches and rollouts at the same time, and returns their results."""
    scripts = [ch.Script(path) for path in sorted(folder.glob("*.script"))]
    start = ch.Machine(ch.TRIKTRAK, seed=1)
    start.run(100)
    checks = [check.remote(script) for script in scripts]
    games = [match.remote(level, level + 1, 1) for level in range(1, levels)]
    rollouts = [rollout.remote(start, frames) for frames in (10, 20)]
    return {
        "passed": ray.get(checks),
        "matches": ray.get(games),
        "rollouts": ray.get(rollouts),
    }


if __name__ == "__main__":
    ray.init()
    print(run(Path(sys.argv[1])))
