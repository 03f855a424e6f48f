"""A suite of scripts, a match of the cartridge's levels, and a rollout, on a cluster of Ray.

python on_ray.py FOLDER_OF_SCRIPTS
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import ray

import crownhead as ch


@ray.remote
def check(script: ch.Script) -> bool:
    """True if a script's expectations hold."""
    return script.run().passed


@ray.remote
def game(level: int, seed: int, moves: int) -> tuple[int, list[int]]:
    """The board after some moves of the first legal kind against a level."""
    from crownhead.gym import CheckersEnv

    env = CheckersEnv(level=level)
    board, info = env.reset(seed=seed)
    for _ in range(moves):
        legal = np.flatnonzero(info["action_mask"])
        if not legal.size:
            break
        board, _, _, _, info = env.step(legal[0])
    return level, [int(square) for square in board]


@ray.remote
def rollout(machine: ch.Machine, frames: int) -> tuple[str, bytes]:
    """The state after some frames, and the record of the last one."""
    *_, last = machine.trace("frame", frames=frames)
    return last.text, machine.save()


def run(folder: Path, *, games: int = 2, moves: int = 2) -> dict[str, Any]:
    """All three, at the same time."""
    scripts = [ch.Script(path) for path in sorted(folder.glob("*.script"))]
    start = ch.Machine(ch.TRIKTRAK, seed=1)
    start.run(100)
    checks = [check.remote(script) for script in scripts]
    match = [game.remote(level, 1, moves) for level in range(1, games + 1)]
    rollouts = [rollout.remote(start, frames) for frames in (10, 20)]
    return {
        "passed": ray.get(checks),
        "match": ray.get(match),
        "rollouts": ray.get(rollouts),
    }


if __name__ == "__main__":
    ray.init()
    print(run(Path(sys.argv[1])))
