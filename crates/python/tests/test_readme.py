"""The first steps in the README: a folder that contains only a source, and a first test that fails
until the source is corrected."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np

from conftest import KERNEL, REPOSITORY

SECTION = (REPOSITORY / "README.md").read_text().split("\n## From Python\n")[1].split("\n## ")[0]
FIRST_LINES, FIRST_TEST = re.findall(r"^```python\n(.*?)^```", SECTION, re.M | re.S)


def test_the_first_lines_run() -> None:
    namespace: dict[str, object] = {}
    exec(FIRST_LINES, namespace)
    assert namespace["m"].frame.dtype == np.uint8  # type: ignore[attr-defined]


def test_a_first_test_fails_and_then_passes(tmp_path: Path) -> None:
    def run_pytest(source: str) -> str:
        (tmp_path / "game.asm").write_text(source)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout

    (tmp_path / "test_game.py").write_text(FIRST_TEST)
    assert "`assert 261 == 262`" in SECTION
    failed = run_pytest(KERNEL.replace("ldx #30", "ldx #29"))
    assert "assert 261 == 262" in failed and "10 failed" in failed, failed
    passed = run_pytest(KERNEL)
    assert "10 passed" in passed, passed
