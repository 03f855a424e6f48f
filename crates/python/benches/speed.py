"""Compares the speed of our environments with ALE's. Runs our images and the images in a folder:

    python benches/speed.py [--wall] [FOLDER] [NAME...]

A NAME selects the images whose names contain it. Both emulators run alternately in one process; a
ratio is the median over the rounds. Times are processor times, which other programs hardly affect;
with `--wall`, elapsed times. ALE gets each image under the name of a game that it knows; none of
the images that come with ALE is run.

Both emulators run the same scene. Our environments get the inputs of ALE's reset, which presses the
RESET switch, so a game begins in both. Both take the same number of steps in a round, because the
speed of a program changes from scene to scene.
"""

from __future__ import annotations

import itertools
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import crownhead as ch
from crownhead.gym import Env, VectorEnv

ROOT = Path(__file__).resolve().parents[3]
ROUNDS = 9
#: Minimum time of a round in ALE, in seconds.
ROUND_SECONDS = 0.02
#: Number of environments in a vector environment.
LANES = 8
#: The inputs of ALE's reset, each with its number of frames.
START = (("p0 -", 60), ("reset down", 8))
#: ALE runs every image with the settings of this game: for it, ALE presses no console switches, and
#: its episodes are long.
GAME = "montezuma_revenge"

OPTIONS: dict[str, Any] = {"repeat_action_probability": 0.0, "start": START}

Step = Callable[[], Any]

clock = time.perf_counter if "--wall" in sys.argv else time.process_time


class EpisodeEnded(Exception):
    """ALE ended the episode by the rules of `GAME`, so the speed would be meaningless."""


def images(folder: str | None) -> dict[str, bytes]:
    """Returns the images to measure, by name."""
    found = {path.stem: path.read_bytes() for path in sorted((ROOT / "rom").glob("*.bin"))}
    for path in sorted((ROOT / "tests/bench").glob("*.asm")):
        found[path.stem] = ch.assemble(path).image
    for path in sorted(Path(folder).rglob("*.*")) if folder else []:
        # ALE's core accepts only these sizes.
        if path.stat().st_size in (2048, 4096, 8192, 16384):
            found[path.stem] = path.read_bytes()
    return found


def seconds(step: Step, count: int) -> float:
    """Returns the time of a number of calls."""
    start = clock()
    for _ in range(count):
        step()
    return clock() - start


def measure(ours: Step, theirs: Step) -> tuple[float, float]:
    """Returns our highest rate in calls per second, and the median of our rate divided by ALE's."""
    count, elapsed = 0, 0.0
    while elapsed < ROUND_SECONDS:
        elapsed += seconds(theirs, 10)
        count += 10
    seconds(ours, count)
    rounds = [(seconds(ours, count), seconds(theirs, count)) for _ in range(ROUNDS)]
    fastest = min(our_time for our_time, _ in rounds)
    return count / fastest, statistics.median(
        their_time / our_time for our_time, their_time in rounds
    )


def ale_env_step(image: Path, obs: str) -> Step:
    """Returns a function that takes a step in ALE, with the usual wrappers for gray pictures."""
    import ale_py
    from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

    ale_py.roms.get_rom_path = lambda game: image
    kind = "ram" if obs == "ram" else "grayscale" if obs == "index" else "rgb"
    env: gymnasium.Env = ale_py.AtariEnv(
        GAME, obs_type=kind, frameskip=1 if obs == "gray" else 4, repeat_action_probability=0.0
    )
    if obs == "gray":
        env = FrameStackObservation(AtariPreprocessing(env, noop_max=0), 4)
    return step_function(env, 0)


def step_function(env: Any, action: object) -> Step:
    """Resets an environment, and returns a function that takes a step."""
    env.reset()

    def step() -> Any:
        observation, _, terminated, truncated, _ = env.step(action)
        if np.any(terminated) or np.any(truncated):
            raise EpisodeEnded
        return observation

    return step


def ram_changes(step: Step) -> bool:
    """Returns true if RAM changes within 60 steps."""
    return len({step().tobytes() for _ in range(60)}) > 1


def seeds(image: bytes, path: Path) -> list[int]:
    """Returns the first seeds, one for each lane, with which RAM changes in our console if it
    changes in ALE. A few programs do not start in every state after power-on, and ALE has only one
    such state. The program's speed does not matter to the choice."""
    changes_in_ale = ram_changes(ale_env_step(path, "ram"))
    env = Env(image, obs="ram", **OPTIONS)

    def fits(seed: int) -> bool:
        env.reset(seed=seed)
        return ram_changes(lambda: env.step(0)[0]) == changes_in_ale

    found = list(itertools.islice(filter(fits, range(4 * LANES)), LANES))
    if len(found) < LANES:
        # For example, because ALE does not support the bank-switch scheme.
        raise RuntimeError(f"RAM changes only in {'ALE' if changes_in_ale else 'our console'}")
    return found


def ale_vector_step(image: Path, obs: str) -> Step:
    """Returns a function that takes a step in ALE's vector environment. That environment does not
    offer RAM observations, so for these the function uses Gymnasium's vector environment."""
    import ale_py

    ale_py.roms.get_rom_path = lambda game: image
    actions = np.zeros(LANES, np.int64)
    if obs == "ram":
        options = {"obs_type": "ram", "frameskip": 4, "repeat_action_probability": 0.0}
        make = lambda: ale_py.AtariEnv(GAME, **options)
        return step_function(gymnasium.vector.SyncVectorEnv([make] * LANES), actions)
    full_size = {"img_height": 210, "img_width": 160, "stack_num": 1, "maxpool": False}
    env = ale_py.AtariVectorEnv(
        GAME, LANES, num_threads=os.cpu_count() or 1, noop_max=0, use_fire_reset=False,
        **(full_size if obs == "index" else {}),
    )
    return step_function(env, actions)


def step_pairs(path: Path, image: bytes) -> dict[str, tuple[Step, Step]]:
    """Returns pairs of functions to compare: one takes a step in our environment, one in ALE's."""
    lane_seeds = seeds(image, path)
    found: dict[str, tuple[Step, Step]] = {}
    for obs in ("ram", "index", "gray"):
        env = Env(image, obs=obs, **OPTIONS)
        env.reset(seed=lane_seeds[0])
        found[obs] = ((lambda env=env: env.step(0)[0]), ale_env_step(path, obs))
    for obs, threads in (("ram", 1), ("index", None), ("gray", None)):
        vector = VectorEnv(image, LANES, obs=obs, threads=threads, **OPTIONS)
        vector.reset(seed=lane_seeds)
        actions = np.zeros(LANES, np.int64)
        step = lambda vector=vector: vector.step(actions)
        found[f"{obs} x {LANES}"] = (step, ale_vector_step(path, obs))
    return found


def main(folder: str | None, names: list[str]) -> None:
    """Prints a table."""
    import ale_py

    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    all_ratios: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / f"{GAME}.bin"
        for name, image in images(folder).items():
            if names and not any(word in name for word in names):
                continue
            path.write_bytes(image)
            row = f"{name:24}"
            try:
                ratios = {case: measure(*pair) for case, pair in step_pairs(path, image).items()}
            except (EpisodeEnded, RuntimeError) as error:
                print(f"{row}  skipped: {error or EpisodeEnded.__doc__}")
                continue
            for case, (speed, ratio) in ratios.items():
                all_ratios.setdefault(case, []).append(ratio)
                row += f"  {case} {speed:7,.0f}/s x {ratio:4.2f}"
            print(row, flush=True)
    for case, ratios in all_ratios.items():
        mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
        median = statistics.median(ratios)
        print(f"{case}: median {median:.2f}, mean {mean:.2f}, lowest {min(ratios):.2f} "
              f"of {len(ratios)} programs")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--wall"]
    folders = [word for word in words if os.path.isdir(word)]
    main(folders[0] if folders else None, [word for word in words if word not in folders])
