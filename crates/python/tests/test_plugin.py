"""The pytest plugin: goldens, reports, parametrization, scripts, and the ten faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import KERNEL, REPOSITORY

PAGE = (Path(__file__).parents[1] / "docs/pytest.md").read_text()
FAULTS = re.findall(r"^## (\d+)\. .*?^```python\n(.*?)^```", PAGE, re.M | re.S)


@pytest.mark.parametrize("number, test", FAULTS, ids=[number for number, _ in FAULTS])
def test_each_fault_is_caught(number: str, test: str, pytester: pytest.Pytester) -> None:
    assert len(FAULTS) == 10 and len(test.splitlines()) < 20
    source = (REPOSITORY / "tests/roms/faults.asm").read_text()
    header = 'import pytest\npytestmark = pytest.mark.rom("faults.asm")\n'
    pytester.makepyfile(header + test)
    outcomes = []
    for fault in ("0", number):
        with_fault = source.replace("FAULT   = 0", f"FAULT   = {fault}")
        (pytester.path / "faults.asm").write_text(with_fault)
        outcomes.append(pytester.runpytest_inprocess("-q").parseoutcomes())
    assert set(outcomes[0]) == {"passed"} and outcomes[1].get("failed", 0) >= 1, outcomes


@pytest.fixture
def project(pytester: pytest.Pytester) -> Path:
    (pytester.path / "kernel.asm").write_text(KERNEL)
    return pytester.path


def test_goldens_are_written_kept_and_compared(
    project: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(
        test_golden="""
        import pytest

        @pytest.mark.rom("kernel.asm")
        def test_start(vcs):
            vcs.run(5)
            vcs.check_picture("bars")
            vcs.check_ram("start")
            vcs.check_sound("silence", frames=3)
        """
    )
    pytester.runpytest("-q").stdout.fnmatch_lines(["*bars.picture does not exist*"])
    assert pytester.runpytest("-q", "--crownhead-update").ret == 0
    assert pytester.runpytest("-q").ret == 0
    goldens = project / "goldens/test_golden"
    assert sorted(path.name for path in goldens.iterdir()) == [
        "bars.picture", "silence.sound", "start.ram",
    ]
    (project / "kernel.asm").write_text(KERNEL.replace("ldx #192", "ldx #188"))
    result = pytester.runpytest("-q")
    result.stdout.fnmatch_lines(
        [
            "picture bars: frame 4 scanline 41 pixel 0: color BC, expected C0; *",
            "*expected *41*",
            "*see *.png: pixels that differ are red",
            "pixel 0 of scanline 41 in frame 4: $BC, background",
            "*COLUBK = $BC*by stx COLUBK (*kernel.asm:31)",
            "rerun: python -m pytest 'test_golden.py::test_start'",
        ]
    )
    assert list((project / "crownhead-failures").glob("*.png"))
    (project / "kernel.asm").write_text(KERNEL.replace("lda #3", "lda #4"))
    pytester.runpytest("-q").stdout.fnmatch_lines(
        ["RAM start: 1 bytes differ", "$80 is 04, expected 03", "*lives = $04*sta lives*"]
    )
    (goldens / "start.ram").write_text((goldens / "start.ram").read_text().replace("03", "..", 1))
    assert pytester.runpytest("-q").ret == 0
    (goldens / "silence.sound").write_text("1 0 x1572\n")
    pytester.runpytest("-q").stdout.fnmatch_lines(["sound silence: 0 0 x* from sample 0, *"])


def test_tests_run_from_many_states_and_in_parallel(
    project: Path, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.rom("kernel.asm")
        @pytest.mark.power_on("zero", "ones")
        @pytest.mark.seeds(3)
        def test_lives(vcs):
            vcs.run(3)
            assert vcs.ram["lives"] == 3
            assert vcs.cycles("Kernel") <= 80
            assert vcs.call("Double", a=3).a == 6
            vcs.input = "p0 fire"
            vcs.run(2)
            assert vcs.ram["score"] == 2
        """
    )
    result = pytester.runpytest("-v")
    result.assert_outcomes(passed=5)
    result.stdout.fnmatch_lines(["*test_lives?zero?*", "*test_lives?seed2?*"])
    pytest.importorskip("xdist")
    pytester.runpytest_subprocess("-n", "2").assert_outcomes(passed=5)


def test_scripts_are_tests(project: Path, pytester: pytest.Pytester) -> None:
    text = "crownhead-script 1\ncartridge kernel.asm\n@5 expect ram lives = {}\n+1 end\n"
    (project / "good.script").write_text(text.format(3))
    (project / "other.script").write_text("another program's script\n")
    assert pytester.runpytest("-q").parseoutcomes() == {"passed": 1}
    (project / "bad.script").write_text(text.format(2))
    result = pytester.runpytest("-q")
    assert result.parseoutcomes() == {"passed": 1, "failed": 1}
    result.stdout.fnmatch_lines(
        [
            "line 3: RAM at $80 is $03, expected = $02",
            "rerun: python -m crownhead verify *bad.script",
        ]
    )


def test_the_option_and_the_fixture_select_the_cartridge(
    project: Path, pytester: pytest.Pytester
) -> None:
    pytester.makepyfile(
        test_option="def test_run(vcs):\n    vcs.run(2)\n    assert vcs.name.endswith('kernel.asm')\n"
    )
    pytester.runpytest("-q").stdout.fnmatch_lines(["*name a cartridge: @pytest.mark.rom*"])
    assert pytester.runpytest("-q", "--rom", "kernel.asm").ret == 0
    pytester.makepyfile(
        test_option="""
        import crownhead, pytest

        @pytest.fixture
        def rom():
            return crownhead.TRIKTRAK

        def test_run(vcs):
            assert vcs.name == "triktrak"
        """
    )
    assert pytester.runpytest("-q").ret == 0
