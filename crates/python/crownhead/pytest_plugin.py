"""Tests 2600 programs with pytest: the fixture `vcs`, golden pictures, sound and RAM, cycle limits,
and `*.script` files as tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from . import CrownheadError, Machine, verify
from ._native import compare_picture, picture_text

#: Goldens are in a folder next to the test file. Pictures of failures go to a folder in the
#: directory in which pytest runs.
GOLDENS = "goldens"
FAILURES = "crownhead-failures"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("crownhead")
    group.addoption("--rom", help="image or source for tests without the mark rom")
    group.addoption(
        "--crownhead-update", action="store_true", help="write goldens that are missing or differ"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marks."""
    for line in (
        "rom(path): the cartridge of the fixture vcs, relative to the test's folder",
        "power_on(*states): run the test from each of these memory states: zero, ones, random",
        "seeds(seeds): run the test from random memory for each seed; give their number or a list",
    ):
        config.addinivalue_line("markers", line)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Generates a test for each power-on state and seed in the marks."""
    if "power_on" not in metafunc.fixturenames:
        return
    states: list[tuple[str, int]] = []
    for mark in metafunc.definition.iter_markers("power_on"):
        states += [(state, 0) for state in mark.args]
    for mark in metafunc.definition.iter_markers("seeds"):
        seeds = mark.args[0]
        states += [("random", seed) for seed in (range(seeds) if isinstance(seeds, int) else seeds)]
    if states:
        ids = [f"seed{seed}" if state == "random" else state for state, seed in states]
        metafunc.parametrize("power_on", states, ids=ids)


class Vcs:
    """A machine under test, with all attributes of a Machine, and with checks."""

    def __init__(self, machine: Machine, request: pytest.FixtureRequest) -> None:
        self.machine = machine
        self._node = request.node
        self._folder = request.path.parent / GOLDENS / request.path.stem
        self._update = bool(request.config.getoption("--crownhead-update"))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.machine, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "input":
            self.machine.input = value
        else:
            super().__setattr__(name, value)

    def cycles(self, start: str | int, end: str | int | None = None, *, frames: int = 2) -> int:
        """Runs `frames` frames, and returns how many cycles the longest pass through a routine
        takes; see `Machine.passes`."""
        passes = self.machine.passes(start, end, frames=frames)
        if not passes:
            raise AssertionError(f"{start} had no complete pass in {frames} frames")
        return max(passes)

    def check_picture(self, name: str) -> None:
        """Compares the last picture with the golden picture of this name."""
        path, wanted = self._golden(name, "picture", picture_text(self.machine))
        difference = compare_picture(self.machine, wanted)
        if difference is None:
            return
        text, first_difference, png = difference
        if self._write_if_updating(path, picture_text(self.machine)):
            return
        lines = [f"picture {name}: {text}"]
        lines += self._differing_rows(wanted, first_difference)
        failures = Path(FAILURES)
        failures.mkdir(exist_ok=True)
        picture = failures / (self._file_name(f"{self._node.name}-{name}") + ".png")
        picture.write_bytes(png)
        lines.append(f"see {picture}: pixels that differ are red")
        if first_difference is not None:
            lines.append(str(self.machine.why(*first_difference)))
        self._fail(lines)

    def check_ram(self, name: str) -> None:
        """Compares RAM with the golden RAM of this name, in which `..` matches any byte."""
        ram = bytes(self.machine.ram)
        rows = [ram[start : start + 16].hex(" ") for start in range(0, 128, 16)]
        actual = "".join(f"${0x80 + 16 * row:02X}  {text}\n" for row, text in enumerate(rows))
        path, wanted = self._golden(name, "ram", actual)
        words = [word for line in wanted.splitlines() for word in line.split()[1:]]
        if len(words) != 128:
            raise ValueError(
                f"{path} has {len(words)} bytes instead of 128; rewrite it with --crownhead-update"
            )
        pairs = enumerate(zip(words, ram))
        wrong = [i for i, (word, byte) in pairs if word != ".." and int(word, 16) != byte]
        if not wrong or self._write_if_updating(path, actual):
            return
        lines = [f"RAM {name}: {len(wrong)} bytes differ"]
        for i in wrong[:8]:
            lines.append(f"${0x80 + i:02X} is {ram[i]:02x}, expected {words[i]}")
            try:
                lines.append(f"    {self.machine.who(0x80 + i)}")
            except CrownheadError as error:
                lines.append(f"    {error}")
        self._fail(lines)

    def check_sound(self, name: str, *, frames: int = 60) -> None:
        """Runs `frames` frames, and compares their sound with the golden sound of this name."""
        samples: list[tuple[int, int]] = []
        for _ in range(frames):
            self.machine.run()
            samples += [(int(left), int(right)) for left, right in self.machine.sound]
        runs = [(levels, len(list(run))) for levels, run in groupby(samples)]
        actual = "".join(f"{left} {right} x{count}\n" for (left, right), count in runs)
        path, wanted = self._golden(name, "sound", actual)
        if wanted == actual or self._write_if_updating(path, actual):
            return
        sample = 0
        for have, want in zip(actual.splitlines(), wanted.splitlines()):
            if have != want:
                self._fail([f"sound {name}: {have} from sample {sample}, expected {want}"])
            sample += int(have.split("x")[1])
        self._fail([f"sound {name}: {len(samples)} samples, but the golden sound is shorter or longer"])

    def _file_name(self, name: str) -> str:
        return re.sub(r"[^\w.-]+", "-", name)

    def _golden(self, name: str, kind: str, actual: str) -> tuple[Path, str]:
        path = self._folder / f"{self._file_name(name)}.{kind}"
        if not path.exists() and not self._write_if_updating(path, actual):
            self._fail([f"{path} does not exist; write it with --crownhead-update, and review it"])
        return path, path.read_text()

    def _write_if_updating(self, path: Path, actual: str) -> bool:
        if self._update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(actual)
        return self._update

    def _differing_rows(
        self, wanted: str, first_difference: tuple[int, int] | None
    ) -> Iterator[str]:
        """Yields the rows in which the expected and the actual picture first differ."""
        if first_difference is None:
            return
        for title, text in (("expected", wanted), ("is", picture_text(self.machine))):
            for row in text.splitlines()[1:]:
                lines = [int(number) for number in re.findall(r"\d+", row[:9])]
                if lines and lines[0] <= first_difference[0] <= lines[-1]:
                    yield f"{title:>8} {row}"

    def _fail(self, lines: Sequence[str]) -> None:
        rerun = f"rerun: python -m pytest '{self._node.nodeid}'"
        pytest.fail("\n".join([*lines, rerun]), pytrace=False)


@pytest.fixture
def rom(request: pytest.FixtureRequest) -> Any:
    """The cartridge for the fixture `vcs`, from the mark `rom` or the option `--rom`. A test file
    can instead define its own fixture `rom`, which may return any value for the argument `source`
    of Machine."""
    mark = request.node.get_closest_marker("rom")
    if mark is not None:
        path = mark.args[0]
        next_to_test = request.path.parent / path if isinstance(path, (str, Path)) else path
        return next_to_test if isinstance(next_to_test, Path) and next_to_test.exists() else path
    option = request.config.getoption("--rom")
    if option is None:
        pytest.fail('name a cartridge: @pytest.mark.rom("game.asm"), or --rom', pytrace=False)
    return option


@pytest.fixture
def power_on() -> tuple[str, int]:
    """The power-on state and its seed. The marks `power_on` and `seeds` override this default."""
    return ("random", 0)


@pytest.fixture
def vcs(request: pytest.FixtureRequest, rom: Any, power_on: tuple[str, int]) -> Vcs:
    """A powered-on console with the cartridge that the fixture `rom` returns."""
    state, seed = power_on
    return Vcs(Machine(rom, seed=seed, power_on=state), request)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collects a file as a test if it is an input script."""
    if file_path.suffix != ".script":
        return None
    with file_path.open("rb") as file:
        if not file.readline().startswith(b"crownhead-script"):
            return None
    script: ScriptFile = ScriptFile.from_parent(parent, path=file_path)
    return script


class ScriptFile(pytest.File):
    """An input script."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yields one test for the script."""
        yield ScriptItem.from_parent(self, name="script")


class ScriptItem(pytest.Item):
    """A test that checks the expectations of an input script."""

    def runtest(self) -> None:
        """Checks the expectations."""
        update = bool(self.config.getoption("--crownhead-update"))
        (report,) = verify(self.path, update=update, no_artifacts=True)
        if report["result"] not in ("passed", "updated"):
            raise ScriptFailure(report)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Returns the expectations that failed, in the format of `crownhead verify`."""
        if not isinstance(excinfo.value, ScriptFailure):
            return super().repr_failure(excinfo)
        report = excinfo.value.args[0]
        lines = [
            f"line {mismatch['line']}: {mismatch['text']}" for mismatch in report["mismatches"]
        ]
        lines += [report["error"]] if report["error"] else []
        return "\n".join([*lines, f"rerun: python -m crownhead verify {self.path}"])

    def reportinfo(self) -> tuple[Path, int, str]:
        """Returns the script's path, as the location of the test."""
        return self.path, 0, self.path.name


class ScriptFailure(Exception):
    """Raised when an expectation of a script fails."""
