"""Random runs in Python have the same traces as on the command line."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path

import numpy as np
import pytest

import crownhead as ch
from crownhead.gym import ACTIONS, START, Env, VectorEnv

from conftest import REPOSITORY, CommandLine

CARTRIDGES = [
    ch.VIDEO_CHECKERS,
    ch.TRIKTRAK,
    *(str(path) for path in sorted((REPOSITORY / "tests/bench").glob("*.asm"))),
    *(str(REPOSITORY / "tests/roms" / name) for name in ("faults.asm", "probe.asm")),
]
INPUTS = [*ACTIONS.values(), "select down", "reset down", "select up; reset up", "color bw"]


def check_random_run(number: int, folder: Path, command_line: CommandLine) -> None:
    """Runs a machine with random input, and saves, copies or pickles it between frames. Compares
    its frame records with those of a script with the same input."""
    rng = random.Random(number)
    source = rng.choice(CARTRIDGES)
    seed, state = rng.randrange(2**32), rng.choice(["zero", "ones", "random"])
    m = ch.Machine(source, seed=seed, power_on=state)
    script = ["crownhead-script 1", f"cartridge {source}", f"power-on {state}", f"seed {seed}"]
    records = []
    for frame in range(rng.randrange(2, 8)):
        if frame and rng.random() < 0.7:
            commands = rng.choice(INPUTS)
            m.input = commands
            script.append(f"@{frame} {commands}")
        round_trip = rng.randrange(5)
        if round_trip == 0:
            m = m.copy()
        elif round_trip == 1:
            m = pickle.loads(pickle.dumps(m))
        elif round_trip == 2:
            m.load(m.save())
        elif round_trip == 3:
            m = copy.deepcopy(m)
        (row,) = m.trace("frame")
        records.append(json.loads(row.text))
    script.append(f"@{len(records)} end")
    path, out = folder / "run.script", folder / "run.jsonl"
    path.write_text("\n".join(script) + "\n")
    assert command_line("trace", "--input", str(path), "--out", str(out)) == 0, path.read_text()
    written = [json.loads(line) for line in out.read_text().splitlines()[1:-1]]
    for record in written + records:
        del record["chain"]
    assert records == written, path.read_text()


def check_random_vector(number: int) -> None:
    """Compares the lanes of a vector environment with single environments. Saves and restores
    states between steps."""
    rng = random.Random(number)
    source = rng.choice(CARTRIDGES[:2])
    obs = rng.choice(["ram", "index", "gray", "objects"])
    skip = rng.choice([1, 2, 4])
    options = {"obs": obs, "frame_skip": skip, "start": START[:2]}
    n = rng.randrange(2, 5)
    vector = VectorEnv(source, n, threads=2, repeat_action_probability=0.3, **options)
    single = [Env(source, repeat_action_probability=0.3, **options) for _ in range(n)]
    seeds = [rng.randrange(2**31) for _ in range(n)]
    observations, _ = vector.reset(seed=seeds)
    for lane, env in enumerate(single):
        assert (env.reset(seed=seeds[lane])[0] == observations[lane]).all()
    for _ in range(3):
        actions = np.array([rng.randrange(len(ACTIONS)) for _ in range(n)])
        if rng.random() < 0.5:
            lane = rng.randrange(n)
            state = vector.clone_state(lane)
            assert state == single[lane].clone_state()
            vector.step(actions)
            vector.step(actions)
            vector.restore_state(lane, state)
            for other in range(n):
                vector.restore_state(other, single[other].clone_state())
        observations, rewards, *_ = vector.step(actions)
        for lane, env in enumerate(single):
            assert (env.step(actions[lane])[0] == observations[lane]).all()
            assert vector._lanes.machine(lane) == env._lanes.machine(0)


def test_a_lane_equals_a_machine_that_is_run_by_hand() -> None:
    env = Env(ch.TRIKTRAK, obs="index", frame_skip=3, repeat_action_probability=0.0)
    env.reset(seed=5)
    m = ch.Machine(ch.TRIKTRAK, seed=5)
    for commands, frames in START:
        m.release()
        m.input = commands
        m.run(frames, render=False)
    m.release()
    m.run(3)
    for action in (1, 0, 5, 3):
        m.input = list(ACTIONS.values())[action]
        m.run(2, render=False)
        m.run()
        observation, *_ = env.step(action)
        assert (observation == m.frame[37:247]).all()
        assert env._lanes.machine(0) == m.save()


def test_random_runs(tmp_path: Path, command_line: CommandLine) -> None:
    for number in range(25):
        check_random_run(number, tmp_path, command_line)
    for number in range(4):
        check_random_vector(number)


# On two busy cores, all parts together take four minutes, and those of `test_fuzz.py` take three.
@pytest.mark.full
@pytest.mark.parametrize("part", range(20))
def test_full_ten_thousand_random_runs(
    part: int, tmp_path: Path, command_line: CommandLine
) -> None:
    for number in range(part, 9_500, 20):
        check_random_run(number, tmp_path, command_line)
    for number in range(part, 500, 20):
        check_random_vector(number)
