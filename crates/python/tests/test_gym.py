"""Environments: Gymnasium's checker, observations, rewards, and many consoles at the same time."""

from __future__ import annotations

import os
import pickle
import threading
import warnings
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crownhead as ch
from crownhead.gym import (
    _BUNDLED_OPTIONS,
    ACTIONS,
    CheckersEnv,
    Env,
    VectorEnv,
    make,
    minimal_actions,
)

# The options of environments that play the program of the fixture `kernel`.
OPTIONS = {
    "score": "[score] + 10 * (3 - [lives])",
    "done": "[lives] == 0",
    "actions": ["NOOP", "FIRE"],
}


@pytest.mark.parametrize("obs", ["ram", "index", "rgb", "gray", "objects"])
def test_environments_pass_the_checker(obs: str, kernel: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = make(kernel, obs=obs, render_mode="rgb_array", **OPTIONS)
        check_env(env, skip_render_check=False)


@pytest.mark.parametrize("name", ["VideoCheckers-v0", "Triktrak-v0"])
def test_the_bundled_cartridges_are_registered(name: str) -> None:
    env = gymnasium.make(f"crownhead.gym:Crownhead/{name}", obs="gray")
    observation, _ = env.reset(seed=1)
    assert observation.shape == (4, 84, 84) and observation.any()
    again, _ = env.reset(seed=1)
    assert (observation == again).all()
    env.step(1)
    assert env.unwrapped.get_action_meanings()[:2] == ["NOOP", "FIRE"]


def test_rewards_and_ends_follow_ram(kernel: Path) -> None:
    env = make(kernel, frame_skip=1, repeat_action_probability=0.0, **OPTIONS)
    env.reset(seed=0)
    rewards = [env.step(action)[1] for action in (1, 0, 1, 1)]
    assert rewards == [1.0, 0.0, 1.0, 1.0]
    terminated = [env.step(1)[2] for _ in range(27)]
    assert terminated == [False] * 26 + [True]
    with pytest.raises(ValueError, match="`&score` never changes"):
        make(kernel, reward="&score")
    with pytest.raises(ValueError, match="score: column"):
        make(kernel, score="[scor]")
    env = make(kernel, reward="[lives]", max_episode_steps=2)
    env.reset()
    assert env.step(0)[1:4] == (3.0, False, False) and env.step(0)[3]


def test_minimal_actions_are_those_that_differ(kernel: Path) -> None:
    assert minimal_actions(kernel) == ["NOOP", "FIRE"]
    assert make(kernel, actions="minimal").action_names == ["NOOP", "FIRE"]
    assert list(ACTIONS)[:6] == ["NOOP", "FIRE", "UP", "RIGHT", "LEFT", "DOWN"] and len(ACTIONS) == 18


def test_gray_is_the_area_average_of_the_last_two_frames() -> None:
    cv2 = pytest.importorskip("cv2")
    options = {"frame_skip": 4, "repeat_action_probability": 0.0}
    env = make(ch.TRIKTRAK, obs="gray", **options)
    env.reset(seed=3)
    observation, *_ = env.step(1)
    env.reset(seed=3)
    m = ch.Machine(ch.TRIKTRAK)
    m.load(env._lanes.machine(0))
    m.hold("fire")
    m.run(2)
    grays = []
    for _ in range(2):
        m.run(1)
        rgb = m.rgb(all=True)[37:247].astype(np.uint32)
        grays.append(((rgb @ np.array([299, 587, 114], np.uint32) + 500) // 1000).astype(np.uint8))
    expected = cv2.resize(np.maximum(*grays), (84, 84), interpolation=cv2.INTER_AREA)
    difference = np.abs(expected.astype(int) - observation[-1])
    assert difference.max() <= 1 and (difference != 0).mean() < 0.01 and observation[-1].any()


def test_sticky_actions_repeat_the_last_one(kernel: Path) -> None:
    env = make(kernel, frame_skip=1, repeat_action_probability=0.25, **OPTIONS)
    env.reset(seed=0)
    reward = sum(env.step(0)[1] for _ in range(10))
    assert reward == 0
    total = 0
    for _ in range(200):
        total += env.step(1)[1] > 0
        env.step(0)
    assert 120 < total < 180


def test_actions_stick_frame_by_frame(kernel: Path) -> None:
    env = make(kernel, frame_skip=4, repeat_action_probability=0.5, **OPTIONS)
    env.reset(seed=0)
    rewards = [env.step(action)[1] for action in (1, 0) * 6]
    assert {1.0, 2.0, 3.0} & set(rewards) and set(rewards) <= {0.0, 1.0, 2.0, 3.0, 4.0}


def test_objects_show_what_is_drawn() -> None:
    env = make(ch.TRIKTRAK, obs="objects")
    observation, _ = env.reset(seed=0)
    kinds, x = observation[:-1, 0], observation[:-1, 1]
    assert kinds.max() <= 5 and kinds[0] > 0 and x.max() < 160


def test_render_returns_the_last_picture(kernel: Path) -> None:
    env = make(ch.TRIKTRAK, obs="rgb", render_mode="rgb_array")
    observation, _ = env.reset(seed=0)
    assert (env.render() == observation).all() and observation.any()
    before = observation
    for _ in range(30):
        observation, *_ = env.step(1)
    assert (env.render() == observation).all() and (observation != before).any()
    assert make(kernel, render_mode="rgb_array").render().shape == (210, 160, 3)


def test_checkers_with_moves_as_actions_has_action_masks() -> None:
    env = gymnasium.make("Crownhead/VideoCheckers-v0", control="moves").unwrapped
    assert isinstance(env, CheckersEnv)
    board, info = env.reset(seed=4)
    assert (board == 1).sum() == (board == -1).sum() == 12
    assert info["action_mask"].sum() == 7
    for _ in range(3):
        legal = np.flatnonzero(info["action_mask"])
        board, reward, terminated, _, info = env.step(legal[0])
        assert not terminated and reward == 0 and env.observation_space.contains(board)
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)
    script = ch.Script(env.script()).run()
    assert script.state and script.frames > 100


def test_the_end_of_a_game_is_seen_in_ram() -> None:
    env = CheckersEnv(level=1)
    _, info = env.reset(seed=2)
    terminated, reward = False, 0.0
    for _ in range(100):
        legal = np.flatnonzero(info["action_mask"])
        _, reward, terminated, _, info = env.step(legal[len(legal) // 2])
        if terminated:
            break
    assert terminated and env._game is not None
    m = ch.Machine(ch.VIDEO_CHECKERS)
    m.load(env._game.state())
    options = _BUNDLED_OPTIONS[ch.VIDEO_CHECKERS]
    assert m.evaluate(options["done"]) != 0 and m.evaluate(options["reward"]) == reward != 0


def test_a_vector_begins_a_new_episode_in_the_next_step(kernel: Path) -> None:
    vector = ch.VectorEnv(kernel, 3, frame_skip=30, repeat_action_probability=0.0, **OPTIONS)
    vector.reset(seed=1)
    fire = np.array([1, 1, 0])
    _, rewards, terminated, _, _ = vector.step(fire)
    assert list(terminated) == [True, True, False] and list(rewards) == [30.0, 30.0, 0.0]
    observations, rewards, terminated, _, _ = vector.step(fire)
    assert not terminated.any() and list(rewards) == [0.0, 0.0, 0.0]
    assert (observations[:, 0] == 3).all()
    observations, *_ = vector.step(fire)
    assert (observations[:2, 0] == 0).all()
    again, *_ = vector.step(np.zeros(3, np.int64))
    assert again is observations


def test_lanes_are_cloned_and_restored(kernel: Path) -> None:
    vector = VectorEnv(kernel, 2, obs="gray", **OPTIONS)
    vector.reset(seed=1)
    vector.step(np.array([1, 0]))
    state = pickle.loads(pickle.dumps(vector.clone_state(0)))
    first = [vector.step(np.array([1, 0]))[0][0].copy() for _ in range(3)]
    vector.restore_state(1, state)
    second = [vector.step(np.array([0, 1]))[0][1].copy() for _ in range(3)]
    assert all((one == other).all() for one, other in zip(first, second))
    with pytest.raises(ch.StateError, match="not a state of an environment"):
        vector.restore_state(0, b"nothing")
    with pytest.raises(ch.StateError, match="not a state of an environment"):
        VectorEnv(kernel, 1, obs="ram").restore_state(0, state)
    with pytest.raises(ValueError, match="no lane 7"):
        vector.clone_state(7)


def test_wrong_arguments_are_refused(kernel: Path) -> None:
    for options in (
        {"obs": "sound"}, {"frame_skip": 0}, {"stack": 0}, {"actions": []}, {"lines": (9, 3)},
        {"actions": ["JUMP"]}, {"actions": "some"}, {"repeat_action_probability": 1.5},
        {"render_mode": "human"}, {"noop_max": 10**6}, {"start": [("p0 -", 200_000), ("p0 up", 20_000)]},
    ):
        with pytest.raises(ValueError):
            make(kernel, **options)
    vector = VectorEnv(kernel, 2)
    vector.reset(seed=0)
    for actions in (np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), np.array([0, 99]), [-1, 0]):
        with pytest.raises(ValueError):
            vector.step(actions)
    with pytest.raises(ValueError, match="3 seeds instead of 2"):
        vector.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="the actions are 0 to 17"):
        env = make(kernel)
        env.step(18)


def test_an_environment_serves_one_thread_at_a_time(kernel: Path) -> None:
    vector = VectorEnv(kernel, 2, frame_skip=1000, threads=1)
    vector.reset(seed=0)
    errors: list[BaseException] = []
    stop = threading.Event()

    def use_vector() -> None:
        while not stop.is_set():
            try:
                vector.clone_state(0)
            except ch.BusyError as error:
                errors.append(error)

    thread = threading.Thread(target=use_vector)
    thread.start()
    try:
        while not errors:
            vector.step(np.zeros(2, np.int64))
    finally:
        stop.set()
        thread.join()
    assert "in use by another thread" in str(errors[0])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")
def test_a_fork_starts_separate_threads(kernel: Path) -> None:
    vector = VectorEnv(kernel, 4, threads=2)
    vector.reset(seed=0)
    child = os.fork()
    if child == 0:
        vector.step(np.zeros(4, np.int64))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    vector.step(np.zeros(4, np.int64))
