"""Environments for agents, with Gymnasium's interface. `make` creates an environment for any image.
Importing this module registers "Crownhead/VideoCheckers-v0" and "Crownhead/Triktrak-v0" for
`gymnasium.make`. `VectorEnv` runs many consoles at a time."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv as _VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from . import TRIKTRAK, VIDEO_CHECKERS, Machine
from ._native import Checkers, Lanes

__all__ = ["ACTIONS", "CheckersEnv", "Env", "VectorEnv", "make", "minimal_actions"]

Array = NDArray[Any]
Source = Any

_JOYSTICK_INPUTS = ("up", "down", "left", "right", "fire")

#: All actions, with ALE's names and in ALE's order. Each maps to the script command that holds the
#: left joystick that way.
ACTIONS: dict[str, str] = {
    name: "p0 " + (" ".join(word for word in _JOYSTICK_INPUTS if word.upper() in name) or "-")
    for name in (
        "NOOP", "FIRE", "UP", "RIGHT", "LEFT", "DOWN", "UPRIGHT", "UPLEFT", "DOWNRIGHT", "DOWNLEFT",
        "UPFIRE", "RIGHTFIRE", "LEFTFIRE", "DOWNFIRE", "UPRIGHTFIRE", "UPLEFTFIRE", "DOWNRIGHTFIRE",
        "DOWNLEFTFIRE",
    )
}

#: The inputs before the first step of an episode, and how many frames to hold each of them.
START: Sequence[tuple[str, int]] = (("p0 -", 60), ("reset down", 4), ("p0 -", 60))

_CHECKERS_ACTIONS = ["NOOP", "FIRE", "UPRIGHT", "UPLEFT", "DOWNRIGHT", "DOWNLEFT"]

#: The options for the bundled cartridges: the actions, the reward, and when an episode ends.
_BUNDLED_OPTIONS: dict[str, dict[str, Any]] = {
    VIDEO_CHECKERS: {
        "actions": _CHECKERS_ACTIONS,
        # GAMEOVER means that the side to move has no legal move, and so has lost.
        "reward": "(([status] & GAMEOVER) != 0) * (1 - 2 * ([turn] == [left]))",
        "done": "[status] & (GAMEOVER | DRAWN)",
    },
    TRIKTRAK: {
        "actions": ["NOOP", "FIRE", "RIGHT", "LEFT"],
        # Number of men that White, the agent, has removed, minus the number that Black has removed.
        # `board` counts the men removed by the side to move, `board + 27` those of the other side.
        "score": "(([board] & MEN) - ([board + 27] & MEN)) * (1 - 2 * ([side] != 0))",
        "done": "([phase] & PLAYING) == 0",
    },
}


def minimal_actions(source: Source, *, frames: int = 30) -> list[str]:
    """Tries each action for `frames` frames. Returns the first action with each distinct result."""
    start = Machine(source)
    for commands, count in START:
        start.input = "reset up; p0 -"
        start.input = commands
        start.run(count)
    start.input = "reset up"
    names_by_result: dict[tuple[bytes, bytes], str] = {}
    for name, commands in ACTIONS.items():
        machine = start.copy()
        machine.input = commands
        machine.run(frames)
        names_by_result.setdefault((bytes(machine.ram), machine.frame.tobytes()), name)
    return list(names_by_result.values())


def _action_names(source: Source, actions: str | Sequence[str]) -> list[str]:
    if actions == "full":
        return list(ACTIONS)
    if actions == "minimal":
        return minimal_actions(source)
    if isinstance(actions, str):
        raise ValueError(f"actions must be full, minimal or a list of names, not {actions}")
    unknown = [name for name in actions if name not in ACTIONS]
    if unknown:
        raise ValueError(f"no action {unknown[0]}; the actions are {', '.join(ACTIONS)}")
    return list(actions)


def _make_lanes(
    source: Source, n: int, *, actions: str | Sequence[str] = "full",
    start: Sequence[tuple[str, int]] = START, **options: Any,
) -> tuple[Lanes, list[str], spaces.Box]:
    names = _action_names(source, actions)
    commands = [ACTIONS[name] for name in names]
    random = secrets.randbits(64)
    lanes = Lanes(source, n, actions=commands, start=list(start), random=random, **options)
    return lanes, names, spaces.Box(0, 255, tuple(lanes.shape), np.uint8)


def _to_u64(seed: SupportsInt | None) -> int | None:
    return None if seed is None else int(seed) % 2**64


class Env(gymnasium.Env[Array, SupportsInt]):
    """A cartridge as an environment; see `make`."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 15}

    def __init__(
        self, source: Source, *, copy: bool = True, render_mode: str | None = None, **options: Any
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode must be rgb_array or None, not {render_mode}")
        self.render_mode = render_mode
        self._lanes, self.action_names, self.observation_space = _make_lanes(
            source, 1, threads=1, **options
        )
        self.action_space = spaces.Discrete(len(self.action_names))
        self._observations: Array = np.zeros(self.observation_space.shape, np.uint8)
        self._copy = copy

    def _returned_observation(self) -> Array:
        return self._observations.copy() if self._copy else self._observations

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Powers the console off and on, as `Machine(source, seed=seed)` would, and runs to the
        start of an episode. Without a seed, the environment chooses one at random."""
        super().reset(seed=seed)
        self._lanes.reset([_to_u64(seed)], [True], self._observations)
        return self._returned_observation(), {}

    def step(self, action: SupportsInt) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Takes a step: holds an action for `frame_skip` frames."""
        reward, terminated, truncated = self._lanes.step_one(int(action), self._observations)
        return self._returned_observation(), reward, terminated, truncated, {}

    def render(self) -> Array | None:
        """Returns the picture: uint8 [210, 160, 3]."""
        return self._lanes.picture(0) if self.render_mode == "rgb_array" else None

    def get_action_meanings(self) -> list[str]:
        """Returns the names of the actions, which are ALE's."""
        return list(self.action_names)

    @property
    def ram(self) -> Array:
        """The 128 bytes of RAM."""
        return self._lanes.ram(0)

    def clone_state(self) -> bytes:
        """Returns the state of the environment as bytes."""
        return self._lanes.save(0)

    def restore_state(self, state: bytes) -> None:
        """Restores a state that `clone_state` returned, in an environment with the same options."""
        self._lanes.restore(0, state, self._observations)


def make(source: Source, **options: Any) -> Env:
    """Creates an environment for any image, source or bundled cartridge.

    obs: "ram" (uint8 [128]), "index" (uint8 [210, 160], color numbers, 1 where blank), "rgb" (uint8
        [210, 160, 3]), "gray" (uint8 [4, 84, 84]: the pixelwise maximum of the last two frames,
        scaled down by averaging areas; the last four steps are stacked), "objects" (uint8 [33, 8]:
        the objects that the TIA draws, see the documentation).
    reward, score, done: expressions that are evaluated after each step. The step's reward is the
        value of `reward` plus the change of `score`. The episode ends when `done` is not 0. In an
        expression, `lives` or `[lives]` is the value of the variable lives, and `[$84]` is the byte
        at $84.
    actions: "full", "minimal", or a list of ALE's names.
    frame_skip: number of frames per step; the default is 4.
    stack: number of consecutive observations that the agent sees at a time.
    lines: the scanlines in a picture, as (first, end), excluding end; the default is (37, 247).
    repeat_action_probability: probability that a frame repeats the previous action; the default is
        0.25.
    noop_max: maximum number of frames to wait before the first step; the number is random.
    max_episode_steps: number of steps after which an episode is cut off; 0 for no limit.
    start: inputs before the first step, each with the number of frames to hold it, for example
        [("reset down", 4), ("p0 -", 60)].
    copy: if False, each step returns the same array, which saves an allocation.
    render_mode: "rgb_array" or None.
    """
    return Env(source, **options)


class CheckersEnv(gymnasium.Env[Array, SupportsInt]):
    """Video Checkers with moves as actions. The number of a move is `32 * from + to`, with squares
    numbered from 0. A robot plays each move with the joystick, and the cartridge answers.
    `info["action_mask"]` is 1 for each legal move. The reward is 1 for a won game, -1 for a lost
    one. An illegal action raises ValueError."""

    metadata = {"render_modes": ["rgb_array"], "render_fps": 60}

    def __init__(self, *, level: int = 1, render_mode: str | None = None) -> None:
        self.level, self.render_mode = level, render_mode
        self.observation_space = spaces.Box(-2, 2, (32,), np.int8)
        self.action_space = spaces.Discrete(32 * 32)
        self._game: Checkers | None = None

    def _observe(self, game: Checkers) -> tuple[Array, dict[str, Any]]:
        mask = np.zeros(32 * 32, np.int8)
        mask[game.moves()] = 1
        return np.array(game.board(), np.int8), {"action_mask": mask}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins a game, with Black to move."""
        super().reset(seed=seed)
        seed = int(self.np_random.integers(0, 2**63))
        self._game = Checkers((options or {}).get("level", self.level), seed)
        return self._observe(self._game)

    def step(self, action: SupportsInt) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Plays a move and waits for the cartridge's answer."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        reward, over = self._game.play(int(action))
        observation, info = self._observe(self._game)
        return observation, reward, over, False, info

    def render(self) -> Array | None:
        """Returns the picture: uint8 [lines, 160, 3]."""
        if self.render_mode != "rgb_array" or self._game is None:
            return None
        machine = Machine(VIDEO_CHECKERS)
        machine.load(self._game.state())
        machine.run(2)
        return machine.rgb()

    def script(self) -> str:
        """Returns an input script that replays the game so far."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded("call reset() before script()")
        return self._game.script()


class VectorEnv(_VectorEnv[Array, Array, Array]):
    """Many consoles, called lanes, with Gymnasium's vector API: `VectorEnv(source, n, ...)`. The
    options are those of `make`, plus `threads`, the number of threads (by default one per core).

    If the episode of a lane has ended, the lane's next step begins a new one, as Gymnasium's
    AutoresetMode.NEXT_STEP defines. Each step overwrites the arrays that the previous step
    returned; with `copy=True`, it returns new arrays. A lane gives exactly the same results as an
    `Env` that is reset with the lane's seed.
    """

    metadata = {"render_modes": ["rgb_array"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self, source: Source, n: int, *, copy: bool = False, render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.num_envs, self.render_mode = n, render_mode
        self._lanes, self.action_names, single_space = _make_lanes(source, n, **options)
        self.single_observation_space = single_space
        self.single_action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = batch_space(single_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._copy = copy
        self._observations: Array = np.zeros((n, *single_space.shape), np.uint8)
        self._rewards = np.zeros(n, np.float64)
        self._terminated, self._truncated = np.zeros(n, np.bool_), np.zeros(n, np.bool_)

    def _maybe_copy(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begins an episode in all lanes, or only where `options["reset_mask"]` is true. If `seed`
        is a number, lane i gets the seed `seed + i`."""
        mask = (options or {}).get("reset_mask", np.ones(self.num_envs, np.bool_))
        if isinstance(seed, list):
            seeds = seed
        else:
            seeds = [None if seed is None else seed + lane for lane in range(self.num_envs)]
        lane_seeds = [_to_u64(lane_seed) for lane_seed in seeds]
        self._lanes.reset(lane_seeds, list(mask), self._observations)
        self._terminated[mask] = self._truncated[mask] = False
        return self._maybe_copy(self._observations), {}

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Takes an action in each lane."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise ValueError(
                f"actions must be integers of shape ({self.num_envs},), not {given.dtype} of shape "
                f"{given.shape}"
            )
        results = self._rewards, self._terminated, self._truncated, self._observations
        self._lanes.step(given.astype(np.int64, copy=False), *results)
        rewards, terminated, truncated, observations = map(self._maybe_copy, results)
        return observations, rewards, terminated, truncated, {}

    def render(self) -> tuple[Array, ...] | None:
        """Returns a picture for each lane: uint8 [210, 160, 3]."""
        if self.render_mode != "rgb_array":
            return None
        return tuple(self._lanes.picture(lane) for lane in range(self.num_envs))

    def clone_state(self, lane: int) -> bytes:
        """Returns the state of a lane as bytes."""
        return self._lanes.save(lane)

    def restore_state(self, lane: int, state: bytes) -> None:
        """Restores a state that `clone_state` returned. The lane's next step continues from it."""
        self._lanes.restore(lane, state, self._observations)
        self._terminated[lane] = self._truncated[lane] = False


def _checkers(*, control: str = "joystick", **options: Any) -> gymnasium.Env[Array, SupportsInt]:
    if control == "moves":
        return CheckersEnv(**options)
    if control != "joystick":
        raise ValueError(f"control must be joystick or moves, not {control}")
    return Env(VIDEO_CHECKERS, **{**_BUNDLED_OPTIONS[VIDEO_CHECKERS], **options})


def _triktrak(**options: Any) -> Env:
    return Env(TRIKTRAK, **{**_BUNDLED_OPTIONS[TRIKTRAK], **options})


gymnasium.register("Crownhead/VideoCheckers-v0", entry_point="crownhead.gym:_checkers")
gymnasium.register("Crownhead/Triktrak-v0", entry_point="crownhead.gym:_triktrak")
