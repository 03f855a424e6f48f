"""Tests that each cartridge's first 600 frames and their sound are the same in the browser as in
`crownhead trace`."""

import json
import os
import subprocess
import tempfile
import wave
from pathlib import Path

import xxhash
from page import PageTest

from engines import ROOT

CROWNHEAD = os.environ.get("CROWNHEAD", str(ROOT / "target/debug/crownhead"))
FRAMES = 600


def images(folder):
    """Yields every bundled cartridge, and every test cartridge, assembled from its source."""
    for name in ("video-checkers", "triktrak"):
        yield name, ROOT / "rom" / f"{name}.bin"
    for source in sorted((ROOT / "tests").rglob("*.asm")):
        target = Path(folder) / f"{source.stem}.bin"
        built = subprocess.run(
            [CROWNHEAD, "asm", source.name, "-f3", f"-o{target}"],
            cwd=source.parent, capture_output=True, check=False,
        )
        # Skip sources that other sources include, and sources of assembler tests.
        if built.returncode == 0 and target.stat().st_size in (2048, 4096, 8192, 16384, 32768):
            yield source.stem, target


def trace(image, folder):
    """Traces an image. Returns the running hash of its frames and the hash of its sound."""
    def run(kind, out):
        subprocess.run(
            [CROWNHEAD, "trace", image, "--frames", str(FRAMES), "--kind", kind, "--out", out],
            check=True, capture_output=True,
        )
        return out

    frames = Path(run("frame", f"{folder}/frames.jsonl")).read_text(encoding="utf-8")
    with wave.open(run("audio", f"{folder}/sound.wav")) as sound:
        levels = memoryview(sound.readframes(sound.getnframes())).cast("h")
    # A sample in the WAV file is 16 times the level in the console.
    samples = b"".join((level // 16).to_bytes(2, "little") for level in levels)
    chain = json.loads(frames.splitlines()[-1])["end"]["chain"]
    return [chain, xxhash.xxh3_64_hexdigest(samples)]


class Hashes(PageTest):
    def test_every_cartridge(self):
        self.open()
        self.call("player.pause()")
        with tempfile.TemporaryDirectory() as folder:
            count = 0
            for name, image in images(folder):
                with self.subTest(name):
                    self.open_image(f"{name}.bin", image.read_bytes())
                    hashes = self.call("return player.hashes(args[0])", FRAMES)
                    self.assertEqual(hashes, trace(image, folder))
                    count += 1
            self.assertGreater(count, 60)
        self.assert_no_errors()
