import os
from collections.abc import Callable, Sequence
from typing import Any, final

from numpy import bool_, float64, int64, uint8, uint16
from numpy.typing import NDArray

_Address = str | int
_Source = str | os.PathLike[str] | bytes | Program

class CrownheadError(Exception): ...

class SourceError(CrownheadError):
    diagnostics: list[Diagnostic]

class StateError(CrownheadError): ...
class BusyError(RuntimeError): ...

@final
class Machine:
    def __new__(
        cls, source: _Source, *, seed: int = 0, power_on: str = "random", scheme: str | None = None
    ) -> Machine: ...
    def run(
        self, frames: int = 1, *, render: bool = True, each: Callable[[Machine], object] | None = None
    ) -> None: ...
    def step(self, count: int = 1) -> None: ...
    def until(
        self, goal: _Address | None = None, *, frame: int | None = None,
        scanline: int | None = None, clock: int = 0, within: int = 600
    ) -> None: ...
    def call(
        self, routine: _Address, *, a: int | None = None, x: int | None = None,
        y: int | None = None, within: int = 60
    ) -> Call: ...
    def passes(self, start: _Address, end: _Address | None = None, *, frames: int = 1) -> list[int]: ...
    def trace(self, kind: str = "instruction", *, frames: int = 1) -> Trace: ...
    def hold(self, *names: str, port: int = 0) -> None: ...
    def release(self, *names: str, port: int = 0) -> None: ...
    def press(self, *names: str, frames: int = 2, port: int = 0) -> None: ...
    @property
    def input(self) -> str: ...
    @input.setter
    def input(self, commands: str) -> None: ...
    frame: NDArray[uint8]
    def rgb(self, *, all: bool = False) -> NDArray[uint8]: ...
    def png(self, *, all: bool = False) -> bytes: ...
    def image(self) -> Any: ...
    shown_lines: tuple[int, int]
    sound: NDArray[uint16]
    ram: Ram
    cpu: Cpu
    tia: Tia
    riot: Riot
    frame_number: int
    scanline: int
    clock: int
    cycles: int
    tv: str
    scheme: str
    image_bytes: bytes
    name: str
    symbols: dict[str, int]
    def peek(self, address: _Address) -> int: ...
    def poke(self, address: _Address, data: int) -> None: ...
    def evaluate(self, expression: str) -> int: ...
    def save(self) -> bytes: ...
    def load(self, state: bytes) -> None: ...
    def copy(self) -> Machine: ...
    def why(self, scanline: int, x: int, *, frame: int | None = None) -> Pixel: ...
    def who(self, address: _Address) -> Write: ...
    def __copy__(self) -> Machine: ...
    def __deepcopy__(self, _memo: Any) -> Machine: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    @staticmethod
    def _restore(
        name: str, image: bytes, scheme: str, symbols: list[tuple[str, int]], state: bytes
    ) -> Machine: ...

@final
class Call:
    a: int
    x: int
    y: int
    p: int
    s: int
    cycles: int

@final
class Ram:
    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __len__(self) -> int: ...
    def __bytes__(self) -> bytes: ...

@final
class Cpu:
    a: int
    x: int
    y: int
    s: int
    p: int
    pc: int
    flags: str
    jammed: bool
    bank: int

@final
class Riot:
    timer: int
    swcha: int
    swchb: int

@final
class Tia:
    player0: Object
    player1: Object
    missile0: Object
    missile1: Object
    ball: Object
    collisions: list[str]
    def __getitem__(self, key: str, /) -> int | None: ...

@final
class Object:
    x: int
    graphics: int
    width: int
    copies: list[int]
    motion: int
    delayed: bool
    color: int

@final
class Instruction:
    pc: int
    bank: int
    instruction: str
    file: str | None
    line: int | None
    text: str | None

@final
class Write:
    address: int
    name: str | None
    data: int
    place: tuple[int, int, int]
    by: Instruction
    origin: Instruction | None

@final
class Pixel:
    place: tuple[int, int, int]
    color: int
    shown: list[str]
    behind: list[str]
    writes: list[Write]
    never: list[str]

@final
class Row:
    text: str
    frame: int
    scanline: int | None
    clock: int | None
    cycle: int | None
    pc: int | None
    instruction: str | None
    registers: tuple[int, int, int, int, int] | None
    address: int | None
    register: str | None
    data: int | None
    write: bool | None
    rdy: bool | None
    sync: bool | None
    lines: int | None
    hashes: tuple[str, str, str, str] | None

@final
class Trace:
    def __iter__(self) -> Trace: ...
    def __next__(self) -> Row: ...

@final
class Program:
    image: bytes
    symbols: dict[str, int]
    listing: str
    diagnostics: list[Diagnostic]

@final
class Diagnostic:
    severity: str
    message: str
    file: str
    line: int
    help: str | None
    text: str

@final
class Script:
    def __new__(
        cls, source: str | os.PathLike[str], path: str | os.PathLike[str] | None = None
    ) -> Script: ...
    text: str
    def run(self, *, seed: int | None = None, power_on: str | None = None) -> Run: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Outcome:
    line: int
    frame: int
    difference: str | None

@final
class Run:
    outcomes: list[Outcome]
    frames: int
    chain: str
    passed: bool
    state: bytes

@final
class Lanes:
    def __new__(
        cls, source: _Source, lanes: int, *, actions: Sequence[str], start: Sequence[tuple[str, int]],
        random: int, obs: str = "ram", stack: int | None = None, lines: tuple[int, int] | None = None,
        frame_skip: int = 4, repeat_action_probability: float = 0.25, noop_max: int = 0,
        reward: str | None = None, score: str | None = None, done: str | None = None,
        max_episode_steps: int = 0, threads: int | None = None, scheme: str | None = None
    ) -> Lanes: ...
    shape: list[int]
    def reset(
        self, seeds: Sequence[int | None], mask: Sequence[bool], seen: NDArray[uint8]
    ) -> None: ...
    def step(
        self, actions: NDArray[int64], rewards: NDArray[float64], terminated: NDArray[bool_],
        truncated: NDArray[bool_], seen: NDArray[uint8]
    ) -> None: ...
    def step_one(self, action: int, seen: NDArray[uint8]) -> tuple[float, bool, bool]: ...
    def save(self, lane: int) -> bytes: ...
    def restore(self, lane: int, state: bytes, seen: NDArray[uint8]) -> None: ...
    def ram(self, lane: int) -> NDArray[uint8]: ...
    def machine(self, lane: int) -> bytes: ...
    def picture(self, lane: int) -> NDArray[uint8]: ...

@final
class Checkers:
    def __new__(cls, level: int, seed: int) -> Checkers: ...
    def board(self) -> list[int]: ...
    def moves(self) -> list[int]: ...
    def play(self, chosen: int) -> tuple[float, bool]: ...
    def script(self) -> str: ...
    def state(self) -> bytes: ...

def assemble(source: str | os.PathLike[str]) -> Program: ...
def compare_picture(
    machine: Machine, wanted: str
) -> tuple[str, tuple[int, int] | None, bytes] | None: ...
def picture_text(machine: Machine) -> str: ...
def main(arguments: Sequence[str]) -> int: ...
def reports(arguments: Sequence[str]) -> str: ...
