"""Compares the speed of our environments with ALE's, on our images and the images in a folder:

    python benches/speed.py [--wall] [FOLDER] [NAME...]

A NAME selects the images whose names contain it. Both emulators run alternately in one process; a
ratio is the median over the turns. Times are processor times, which other programs disturb little;
with `--wall`, elapsed times. ALE gets each image under the name of a game that it knows; none of
the images that come with ALE is run.
"""

from __future__ import annotations

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
TURNS = 9
SECONDS = 0.02
LANES = 8
#: An ALE game whose rules press no switches and seldom end an episode.
GAME = "montezuma_revenge"

Step = Callable[[], Any]

clock = time.perf_counter if "--wall" in sys.argv else time.process_time


class Over(Exception):
    """ALE ended the episode by the rules of another game, so the measured speed is meaningless."""


def images(folder: str | None) -> dict[str, bytes]:
    """Returns the images by name."""
    found = {path.stem: path.read_bytes() for path in sorted((ROOT / "rom").glob("*.bin"))}
    for path in sorted((ROOT / "tests/bench").glob("*.asm")):
        found[path.stem] = ch.assemble(path).image
    for path in sorted(Path(folder).rglob("*.*")) if folder else []:
        # The sizes that ALE's core accepts.
        if path.stat().st_size in (2048, 4096, 8192, 16384):
            found[path.stem] = path.read_bytes()
    return found


def rate(step: Step) -> float:
    """Returns the calls per second."""
    count, start = 0, clock()
    while (passed := clock() - start) < SECONDS:
        for _ in range(10):
            step()
        count += 10
    return count / passed


def ratio(ours: Step, theirs: Step) -> tuple[float, float]:
    """Returns our best rate in calls per second, and the median ratio of our rate to ALE's."""
    rate(ours), rate(theirs)
    turns = [(rate(ours), rate(theirs)) for _ in range(TURNS)]
    return max(one for one, _ in turns), statistics.median(one / other for one, other in turns)


def ale_env(image: Path, obs: str) -> Step:
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
    return ale_step(env, 0)


def ale_step(env: Any, action: object) -> Step:
    """Resets an environment, and returns a function that takes a step."""
    env.reset()

    def step() -> Any:
        seen, _, over, cut, _ = env.step(action)
        if np.any(over) or np.any(cut):
            raise Over
        return seen

    return step


def check_runs(ours: Step, theirs: Step) -> None:
    """Raises an error if RAM changes in our console but not in ALE's, which means that ALE does not
    support the bank-switch scheme."""
    contents = [{step().tobytes() for _ in range(60)} for step in (ours, theirs)]
    if len(contents[0]) > 1 and len(contents[1]) == 1:
        raise RuntimeError("ALE's core cannot run this program")


def ale_vector(image: Path, obs: str) -> Step:
    """Returns a function that takes a step in ALE's vector environment. Uses Gymnasium's vector
    environment for RAM observations, which ALE's does not offer."""
    import ale_py

    ale_py.roms.get_rom_path = lambda game: image
    actions = np.zeros(LANES, np.int64)
    if obs == "ram":
        options = {"obs_type": "ram", "frameskip": 4, "repeat_action_probability": 0.0}
        make = lambda: ale_py.AtariEnv(GAME, **options)
        return ale_step(gymnasium.vector.SyncVectorEnv([make] * LANES), actions)
    whole = {"img_height": 210, "img_width": 160, "stack_num": 1, "maxpool": False}
    env = ale_py.AtariVectorEnv(
        GAME, LANES, num_threads=os.cpu_count() or 1, noop_max=0, use_fire_reset=False,
        **(whole if obs == "index" else {}),
    )
    return ale_step(env, actions)


def cases(path: Path, image: bytes) -> dict[str, tuple[Step, Step]]:
    """Returns the pairs of functions to compare: each takes a step, in our environment or ALE's."""
    options = {"repeat_action_probability": 0.0, "start": ()}
    found: dict[str, tuple[Step, Step]] = {}
    for obs in ("ram", "index", "gray"):
        env = Env(image, obs=obs, **options)
        env.reset(seed=0)
        found[obs] = ((lambda env=env: env.step(0)[0]), ale_env(path, obs))
    check_runs(*found["ram"])
    for obs, threads in (("ram", 1), ("index", None), ("gray", None)):
        vector = VectorEnv(image, LANES, obs=obs, threads=threads, **options)
        vector.reset(seed=0)
        actions = np.zeros(LANES, np.int64)
        step = lambda vector=vector: vector.step(actions)
        found[f"{obs} x {LANES}"] = (step, ale_vector(path, obs))
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
                ratios = {case: ratio(*both) for case, both in cases(path, image).items()}
            except (Over, RuntimeError) as error:
                print(f"{row}  left out: {error or Over.__doc__}")
                continue
            for case, (speed, found) in ratios.items():
                all_ratios.setdefault(case, []).append(found)
                row += f"  {case} {speed:7,.0f}/s x {found:4.2f}"
            print(row, flush=True)
    for case, ratios in all_ratios.items():
        mean = math.exp(statistics.fmean(math.log(one) for one in ratios))
        middle = statistics.median(ratios)
        print(f"{case}: median {middle:.2f}, mean {mean:.2f}, lowest {min(ratios):.2f} "
              f"of {len(ratios)} programs")


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--wall"]
    folders = [word for word in given if os.path.isdir(word)]
    main(folders[0] if folders else None, [word for word in given if word not in folders])
