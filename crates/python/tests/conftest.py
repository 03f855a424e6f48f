"""Fixtures and paths for all tests, and the option --full."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

REPOSITORY = Path(__file__).resolve().parents[3]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run exhaustive, slow tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--full"):
        for item in items:
            if item.get_closest_marker("full"):
                item.add_marker(pytest.mark.skip(reason="exhaustive; run with --full"))


#: A function that runs a command line and returns its exit status.
CommandLine = Callable[..., int]

# The command line installs its own handler for SIGINT, so run it in a separate process.
_COMMAND_LOOP = """
import json, sys
from crownhead._native import main
for line in sys.stdin:
    print(main(json.loads(line)), flush=True)
"""


@pytest.fixture(scope="session")
def command_line() -> Iterator[CommandLine]:
    """A function that runs `python -m crownhead` with arguments. One process serves all calls."""
    command = [sys.executable, "-c", _COMMAND_LOOP]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]

        def run(*arguments: str) -> int:
            print(json.dumps(arguments), file=process.stdin, flush=True)
            return int(process.stdout.readline())

        yield run
        process.stdin.close()


KERNEL = """\
        processor 6502
COLUBK  = $09
        seg.u ram
        org $80
lives   ds 1
score   ds 1
        seg code
        org $f000
Start   cld
        ldx #$ff
        txs
        lda #3
        sta lives
        lda #0
        sta score
Frame   lda #2
        sta $00
        sta $01
        sta $02
        sta $02
        sta $02
        lda #0
        sta $00
        ldx #37
Top     sta $02
        dex
        bne Top
        sta $01
        ldx #192
Kernel  sta $02
        stx COLUBK
        dex
        bne Kernel
KernelEnd
        lda #2
        sta $01
        ldx #30
Bottom  sta $02
        dex
        bne Bottom
        lda $0c
        bmi Next
        jsr Hit
Next    jmp Frame
Hit     inc score
        lda score
        cmp #10
        bcc Done
        dec lives
        lda #0
        sta score
Done    rts
Double  asl
        rts
        org $fffc
        word Start
        word Start
"""


@pytest.fixture
def kernel(tmp_path: Path) -> Path:
    """A program that adds one to the score for each frame in which the button is down. When the
    score is ten, the program takes a life and resets the score."""
    path = tmp_path / "kernel.asm"
    path.write_text(KERNEL)
    return path
