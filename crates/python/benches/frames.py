"""Prints how many frames per second a machine runs in Python, and the ratio to one in Rust.

    python benches/frames.py BENCH

BENCH is the program whose path `cargo bench -p crownhead-console --no-run` prints. Times are
processor times, which other programs hardly affect.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import crownhead as ch

ROOT = Path(__file__).resolve().parents[3]
FRAMES = 3_000
ROUNDS = 7


def child_seconds() -> float:
    """Returns the CPU time used by all child processes so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


with tempfile.TemporaryDirectory() as folder:
    for source in [*sorted((ROOT / "tests/bench").glob("*.asm")), ROOT / "rom/triktrak.bin"]:
        image = source.read_bytes() if source.suffix == ".bin" else ch.assemble(source).image
        path = Path(folder) / "image.bin"
        path.write_bytes(image)

        def rust_rate() -> float:
            seconds = []
            for frames in (125, 125 + FRAMES):
                start = child_seconds()
                subprocess.run([sys.argv[1], "run", path, "seen", str(frames)], check=True)
                seconds.append(child_seconds() - start)
            return FRAMES / (seconds[1] - seconds[0])

        def python_rate() -> float:
            machine = ch.Machine(image)
            machine.run(125)
            start = time.process_time()
            machine.run(FRAMES)
            return FRAMES / (time.process_time() - start)

        rounds = [(python_rate(), rust_rate()) for _ in range(ROUNDS)]
        ratio = statistics.median(in_python / in_rust for in_python, in_rust in rounds)
        rate = max(in_python for in_python, _ in rounds)
        print(f"{source.stem:16} {rate:9,.0f} frames/s  {ratio:.3f} of Rust")
