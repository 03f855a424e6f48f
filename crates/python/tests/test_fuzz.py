"""Random calls with random arguments never crash, but may raise exceptions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import crownhead as ch
from crownhead.gym import VectorEnv

SYMBOLS = ["board", "Start", "", "x", "board+1", "board+99999999999", "+", "\0", "pc", "[", "[$80] == 1"]
anything = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 300), st.integers(), st.floats(), st.text(max_size=6),
    st.binary(max_size=40), st.sampled_from(SYMBOLS), st.just(np.zeros((2, 2))), st.lists(st.integers()),
    st.builds(slice, st.integers(100, 300), st.integers(100, 300)),
)
small = st.integers(0, 3)
# The methods to call, each with the keyword arguments whose values must be small.
METHODS: dict[str, dict[str, Any]] = {
    "run": {"frames": small}, "step": {"count": small}, "call": {"within": small},
    "until": {"within": small}, "passes": {"frames": small}, "trace": {"frames": small},
    "press": {"frames": small}, "hold": {}, "release": {}, "rgb": {}, "png": {}, "peek": {},
    "poke": {}, "evaluate": {}, "load": {}, "why": {}, "who": {}, "copy": {}, "save": {}, "image": {},
}
ATTRIBUTES = ["input", "frame", "ram", "cpu", "tia", "riot", "scanline", "symbols", "sound", "nothing"]
# The exceptions that a call may raise. A Rust panic is not among them: it is a BaseException.
EXPECTED_ERRORS = (
    ch.CrownheadError, ValueError, TypeError, LookupError, OverflowError, AttributeError, OSError,
    RuntimeError, BufferError, gymnasium.error.Error,
)


def make_random_call(data: st.DataObject, m: ch.Machine) -> None:
    """Calls a random method of a machine, or gets or sets a random attribute."""
    kind = data.draw(st.integers(0, 7))
    if kind <= 3:
        name = data.draw(st.sampled_from(sorted(METHODS)))
        keywords = {key: data.draw(value) for key, value in METHODS[name].items()}
        arguments = data.draw(st.lists(anything, max_size=3))
        if name in ("run", "step"):
            arguments = []
        result = getattr(m, name)(*arguments, **keywords)
        if name == "trace":
            for _ in range(data.draw(small)):
                str(next(result))
    elif kind == 4:
        view = getattr(m, data.draw(st.sampled_from(["ram", "tia"])))
        view[data.draw(anything)]
    elif kind == 5:
        m.ram[data.draw(anything)] = data.draw(anything)
    elif kind == 6:
        target = data.draw(st.sampled_from([m, m.cpu]))
        name = data.draw(st.sampled_from([*ATTRIBUTES, "a", "pc", "s"]))
        setattr(target, name, data.draw(anything))
    else:
        assert m.copy() == m and pickle.loads(pickle.dumps(m)).save() == m.save()
        copy.deepcopy(m).run()


CALLS_PER_RUN = 40


def make_random_calls(data: st.DataObject) -> None:
    m = ch.Machine(data.draw(st.sampled_from([ch.VIDEO_CHECKERS, ch.TRIKTRAK])))
    for _ in range(CALLS_PER_RUN):
        try:
            make_random_call(data, m)
        except (StopIteration, *EXPECTED_ERRORS) as error:
            assert not isinstance(error, RuntimeError) or "panic" not in str(error).lower()
    m.run()


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_calls(data: st.DataObject) -> None:
    make_random_calls(data)


@pytest.mark.full
@pytest.mark.parametrize("part", range(20))
@settings(
    max_examples=5_000 // CALLS_PER_RUN, deadline=None, suppress_health_check=list(HealthCheck)
)
@given(st.data())
def test_full_a_hundred_thousand_calls(part: int, data: st.DataObject) -> None:
    make_random_calls(data)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_calls_of_environments(data: st.DataObject) -> None:
    env = VectorEnv(ch.TRIKTRAK, 2, start=(), frame_skip=1, threads=2)
    env.reset(seed=0)
    for _ in range(4):
        method = data.draw(st.sampled_from([env.step, env.restore_state, env.clone_state, env.reset]))
        arguments = data.draw(st.lists(anything, min_size=1, max_size=2))
        try:
            method(seed=arguments[0]) if method == env.reset else method(*arguments)
        except EXPECTED_ERRORS:
            pass
    env.step(np.zeros(2, np.int64))


@settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(anything, st.text(max_size=3), st.binary(max_size=5000))
def test_constructors_with_random_arguments(value: Any, text: str, image: bytes) -> None:
    for make in (
        lambda: ch.Machine(value), lambda: ch.Machine(image).run(1), lambda: ch.Script(value),
        lambda: ch.Script(text + "\n"), lambda: ch.assemble(value), lambda: ch.assemble(text + "\n"),
        lambda: VectorEnv(value, 1), lambda: VectorEnv(ch.TRIKTRAK, value, start=()),
        lambda: VectorEnv(ch.TRIKTRAK, 1, reward=text, start=()),
        lambda: ch.Machine(ch.TRIKTRAK, seed=value), lambda: ch.Machine(ch.TRIKTRAK, power_on=text),
    ):
        try:
            make()
        except EXPECTED_ERRORS:
            pass
