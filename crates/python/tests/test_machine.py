"""Tests how a Machine is run, read, changed, saved and restored, and the debugger's answers."""

from __future__ import annotations

import copy
import json
import os
import pickle
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import crownhead as ch

from conftest import CommandLine


@pytest.fixture
def m(kernel: Path) -> ch.Machine:
    machine = ch.Machine(kernel)
    machine.run(4)
    return machine


def test_everything_public_is_documented() -> None:
    for name, value in vars(ch._native).items():
        if name[0] == "_":
            continue
        assert value.__doc__, name
        members = vars(value) if isinstance(value, type) else {}
        public = {key: member for key, member in members.items() if key[0] != "_"}
        undocumented = [key for key, member in public.items() if not member.__doc__]
        assert not undocumented, f"{name}: {undocumented}"


def test_a_frame_is_an_array_of_color_numbers(m: ch.Machine) -> None:
    assert m.frame.shape == (262, 160) and m.frame.dtype == np.uint8
    first = m.frame
    m.run()
    assert (first == m.frame).all() and first is not m.frame
    assert m.frame[41, 80] == 192 & 0xFE and (m.frame[10] == 1).all()
    start, end = m.shown_lines
    assert m.rgb().shape == (end - start, 160, 3) and m.rgb(all=True).shape == (262, 160, 3)
    assert m.image().size == (320, end - start)
    assert (np.array(m.image())[:, ::2] == m.rgb()).all()


def test_sound_is_that_of_the_last_frame(m: ch.Machine) -> None:
    other = m.copy()
    m.run(3)
    for _ in range(3):
        other.run()
    assert m.sound.shape == (2 * 262, 2) and m.sound.dtype == np.uint16
    assert (m.sound == other.sound).all() and m == other


def test_ram_is_read_and_written_by_symbol_address_and_slice(m: ch.Machine) -> None:
    assert m.ram["lives"] == m.ram[0x80] == 3
    m.ram["lives"] = 9
    m.ram["lives+1"] = 5
    assert m.ram[0x80:0x82] == b"\x09\x05" and m.peek("score") == 5
    m.ram[0xFE:] = b"\x01\x02"
    assert m.ram[0x81:0x7F:-1] == b"\x05\x09" and m.ram[:] == bytes(m.ram)
    assert bytes(m.ram)[-2:] == b"\x01\x02" and len(m.ram) == 128
    with pytest.raises(ch.CrownheadError, match="no symbol live: no|no symbol live; m.symbols"):
        m.ram["live"]
    with pytest.raises(IndexError, match=r"\$7F is not in RAM"):
        m.ram[0x7F]
    with pytest.raises(ValueError, match="a byte is 0 to 255"):
        m.ram[0x80] = 256
    with pytest.raises(ValueError, match="1 bytes for 2 addresses"):
        m.ram[0x80:0x82] = b"\x00"


def test_press_holds_the_button_for_the_given_frames(m: ch.Machine) -> None:
    m.press("fire", frames=3)
    m.run(5)
    assert m.ram["score"] == 3
    m.hold("up", "fire")
    assert m.input == "p0 up fire"
    m.release("fire")
    assert m.input == "p0 up"
    m.input = "plug p1 keypad; p1 5 hash; select down"
    m.release()
    assert m.input == "plug p1 keypad"
    for change in (m.hold, m.release):
        with pytest.raises(ValueError, match="p0 jump: expected"):
            change("jump")
    with pytest.raises(ValueError, match="p0 jump: expected"):
        m.input = "p0 jump"


def test_until_runs_to_a_label_a_place_or_a_condition(m: ch.Machine) -> None:
    m.until("Kernel")
    assert m.cpu.pc & 0x1FFF == m.symbols["Kernel"] & 0x1FFF
    m.until(scanline=100)
    assert m.scanline == 100
    m.until(scanline=20)
    assert m.scanline == 20
    m.until("x == 7 && scanline > 100")
    assert m.cpu.x == 7
    frame = m.frame_number
    m.until(frame=frame + 3, scanline=40)
    assert (m.frame_number, m.scanline) == (frame + 3, 40)
    with pytest.raises(ch.CrownheadError, match="not reached within 2 frames"):
        m.until("Double", within=2)
    with pytest.raises(TypeError, match="until.. needs"):
        m.until()


def test_a_subroutine_is_called_as_a_unit(m: ch.Machine) -> None:
    other = m.copy()
    other.step()
    result = m.call("Double", a=21)
    assert (result.a, result.cycles) == (42, 8)
    assert m.cpu.s == 0xFF
    m.ram["score"] = 9
    m.call("Hit")
    assert (m.ram["lives"], m.ram["score"]) == (2, 0)
    with pytest.raises(ch.CrownheadError, match="has not returned within 2 frames"):
        m.call("Frame", within=2)


def test_passes_count_cycles(m: ch.Machine) -> None:
    passes = m.passes("Kernel", frames=2)
    assert len(passes) >= 2 * 191 and set(passes) <= {75, 76} and 76 in passes
    m.hold("fire")
    assert max(m.passes("Hit", frames=2)) < 30
    assert m.passes("Double", frames=2) == []


def test_states_are_values(m: ch.Machine) -> None:
    m.step(1001)
    state = m.save()
    others = [m.copy(), copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))]
    for other in others:
        assert other == m and hash(other) == hash(m) and other.save() == state
        assert other.symbols == m.symbols and other.ram["lives"] == m.ram["lives"]
    m.run(7)
    assert others[0] != m and m != 5
    others[0].run(7)
    assert others[0] == m
    m.load(state)
    assert m == others[1]
    with pytest.raises(ch.StateError, match="not a saved state"):
        m.load(b"nonsense")
    with pytest.raises(ch.StateError, match="belongs to another cartridge"):
        m.load(ch.Machine(ch.VIDEO_CHECKERS).save())
    with pytest.raises(ch.StateError, match="damaged"):
        m.load(state[:-1])
    assert m == others[1]


def test_why_and_who_name_the_source_line(m: ch.Machine, kernel: Path) -> None:
    pixel = m.why(100, 80)
    assert pixel.shown == ["background"] and pixel.color == m.frame[100, 80]
    (write,) = pixel.writes
    assert write.name == "COLUBK" and write.by.text == "stx COLUBK"
    assert write.by.file == str(kernel) and write.by.line == kernel.read_text().splitlines().index(
        "        stx COLUBK"
    ) + 1
    m.press("fire", frames=2)
    who = m.who("score")
    assert who.by.instruction == "inc score" and "score = $02" in str(who)
    m.load(m.save())
    with pytest.raises(ch.CrownheadError, match="since the state was loaded"):
        m.who("lives")
    m.run(2)
    assert m.why(100, 80).writes[0].name == "COLUBK"


def test_registers_chips_and_expressions(m: ch.Machine) -> None:
    m.until("Kernel")
    m.cpu.x = 5
    m.cpu.a = 0x80
    m.step(2)
    assert m.tia["COLUBK"] == 4
    assert m.evaluate("[lives] * 10 + x") == 35
    assert m.tia.player0.width == 8 and m.tia.collisions == []
    assert 0 <= m.riot.timer <= 255 and m.riot.swcha == 0xFF
    m.until(scanline=50, clock=100)
    with pytest.raises(AttributeError):
        m.cpu.q
    with pytest.raises(ValueError, match="column"):
        m.evaluate("[lives")
    while True:
        try:
            m.cpu.a = 1
        except RuntimeError as error:
            assert "between instructions" in str(error)
            break
        m.until(frame=m.frame_number, scanline=m.scanline, clock=m.clock + 3)


@pytest.mark.parametrize("kind", ["frame", "instruction", "bus", "tia"])
def test_trace_rows_match_the_command_line(
    kind: str, kernel: Path, tmp_path: Path, command_line: CommandLine
) -> None:
    out = tmp_path / "trace.txt"
    arguments = ("--frames", "3", "--kind", kind, "--out", str(out))
    assert command_line("trace", str(kernel), *arguments) == 0
    lines = [str(row) for row in ch.Machine(kernel).trace(kind, frames=3)]
    written = out.read_text().splitlines()
    start = written.index(lines[0])
    assert lines == written[start : start + len(lines)] and len(lines) >= 3
    assert len(written) - start - len(lines) <= 1


def test_leaving_a_trace_leaves_the_machine_at_the_last_row(m: ch.Machine) -> None:
    for row in m.trace("bus"):
        if row.write and row.address == 0x09:
            break
    assert m.cycles == row.cycle + 1
    with pytest.raises(ValueError, match="kinds of traces"):
        m.trace("sounds")


def test_assembly_errors_carry_diagnostics(tmp_path: Path) -> None:
    with pytest.raises(ch.SourceError, match="branch") as caught:
        ch.assemble(" processor 6502\n org $f000\nA ds 300\n bne A\n")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.severity, diagnostic.line) == ("error", 4)
    program = ch.assemble(" processor 6502\n org $f000\nStart lda #1\n org $fffc\n word Start,0\n")
    assert program.symbols["Start"] == 0xF000 and program.image[:2] == b"\xa9\x01"
    assert "lda\t#1" in program.listing and program.diagnostics == []
    assert ch.Machine(program).symbols["Start"] == 0xF000
    with pytest.raises(FileNotFoundError, match="cannot read"):
        ch.assemble(tmp_path / "missing.asm")


def test_files_that_are_not_cartridges_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="cannot read"):
        ch.Machine(tmp_path / "missing.bin")
    (tmp_path / "short.bin").write_bytes(b"\0" * 3000)
    with pytest.raises(ch.CrownheadError, match="3000 bytes"):
        ch.Machine(tmp_path / "short.bin")
    with pytest.raises(ch.CrownheadError, match="directory"):
        ch.Machine(tmp_path)
    with pytest.raises(ch.CrownheadError):
        ch.Machine(b"")
    with pytest.raises(ch.CrownheadError, match="no bank-switch scheme is named Q9"):
        ch.Machine(ch.TRIKTRAK, scheme="Q9")
    with pytest.raises(ValueError, match="power_on must be zero, ones, random or random-tia"):
        ch.Machine(ch.TRIKTRAK, power_on="maybe")


def test_a_machine_serves_one_thread_at_a_time(m: ch.Machine) -> None:
    errors: list[BaseException] = []

    def use_machine() -> None:
        while not stop.is_set():
            try:
                m.scanline
            except ch.BusyError as error:
                errors.append(error)

    stop = threading.Event()
    thread = threading.Thread(target=use_machine)
    thread.start()
    try:
        for _ in range(100):
            try:
                m.run(1000)
            except ch.BusyError as error:
                errors.append(error)
            if errors:
                break
    finally:
        stop.set()
        thread.join()
    assert "in use by another thread" in str(errors[0])


@pytest.mark.parametrize("call", ["run(10**12)", "until('Double', within=10**9)", "who(0x90)"])
def test_an_interruption_ends_a_long_call(call: str, m: ch.Machine) -> None:
    m.run(3000)
    # If a shell runs the tests in the background, they ignore SIGINT. Install the default handler.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.get_ident()

    def interrupt() -> None:
        time.sleep(0.1)
        signal.pthread_kill(main, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt) as caught:
            eval(f"m.{call}")
    finally:
        thread.join()
        signal.signal(signal.SIGINT, handler)
    # No other exception was being handled, so the call itself was interrupted.
    assert caught.value.__context__ is None
    m.run()


def test_an_exception_in_a_callback_ends_the_run(m: ch.Machine) -> None:
    start = m.frame_number

    def raise_in_third_frame(machine: ch.Machine) -> None:
        if machine.frame_number == start + 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        m.run(10, each=raise_in_third_frame)
    assert m.frame_number == start + 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork()")
def test_a_fork_has_a_separate_machine(m: ch.Machine) -> None:
    before = m.save()
    child = os.fork()
    if child == 0:
        m.run(3)
        os._exit(0 if m.save() != before else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert m.save() == before


def test_scripts_run_and_report(kernel: Path, tmp_path: Path) -> None:
    path = tmp_path / "play.script"
    text = "crownhead-script 1\ncartridge kernel.asm\n@5 p0 fire\n+3 p0 -\n"
    path.write_text(text + "+2 expect ram score = 3\n+1 end\n")
    run = ch.Script(path).run()
    assert run.passed and run.frames == 11
    again = pickle.loads(pickle.dumps(ch.Script(path))).run(seed=0)
    assert again.chain == run.chain and again.state == run.state
    (report,) = ch.verify(tmp_path, quiet=True)
    assert report["result"] == "passed"
    path.write_text(text + "+2 expect ram score = 4\n+1 end\n")
    run = ch.Script(path).run()
    assert not run.passed and "is $03, expected = $04" in str(run.outcomes[0].difference)
    (report,) = ch.verify(path, no_artifacts=True)
    assert report["result"] == "failed" and report["mismatches"][0]["line"] == 5
    with pytest.raises(ch.CrownheadError, match="unexpected argument|colour"):
        ch.verify(path, colour=True)
    with pytest.raises(ch.CrownheadError, match="play.script:1"):
        ch.Script("no script\n", path=path)
    parts = [ch.verify(tmp_path, shard=f"{part}/2", no_artifacts=True) for part in (1,)]
    assert len(parts[0]) == 1
    assert json.dumps(report)
