"""Measures the page's performance: python measure.py [SECONDS [FILE]]. This is not a test.

It prints the time until the first picture appears, the frames per second, the processor time, the
number of sound under-runs, and the memory of the whole browser at the start and after each tenth of
SECONDS. The page runs Video Checkers, or the image in FILE. On a busy machine, only the processor
time is meaningful."""

import base64
import os
import sys
import time
from pathlib import Path

import engines

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120
IMAGE = Path(sys.argv[2]).read_bytes() if len(sys.argv) > 2 else None
# Seconds to wait before measuring, because a browser that has just started is busy with other
# things.
SETTLE_SECONDS = 5
PARTS = 10
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def process_tree(root):
    """Returns the ids of a process and all its descendants."""
    children = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [root]
    for process in found:
        found += children.get(process, [])
    return found


def private_bytes(process):
    """Returns the process's private memory in bytes."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    fields = [line.split() for line in lines if line.startswith("Private_")]
    return sum(int(kilobytes) * 1024 for _, kilobytes, _ in fields)


def usage(root):
    """Returns the processor time of each kind of browser process, in seconds, and the private
    memory of all the processes together, in megabytes."""
    seconds, memory = {}, 0
    for process in process_tree(root):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            words = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").split()
            process_bytes = private_bytes(process)
        except OSError:
            continue
        if not words or words[0].endswith("driver"):
            continue
        kind = next((word[7:] for word in words if word.startswith("--type=")), "browser")
        ticks = int(fields[11]) + int(fields[12])
        seconds[kind] = seconds.get(kind, 0) + ticks / TICKS_PER_SECOND
        memory += process_bytes
    return seconds, memory / 1e6


def main():
    server = engines.Server()
    driver = engines.start()
    root = driver.service.process.pid
    measure_script = """
        const player = document.querySelector("crownhead-console");
        const measure = async () => {
            await player.shown;
            const heap = performance.memory?.usedJSHeapSize;
            const total = await player.frames();
            return { ...(await player.spent()), total, shownAt: player.shownAt, heap };
        };
        measure().then(arguments[0]);
    """
    time.sleep(SETTLE_SECONDS)
    driver.get(server.address)
    first = driver.execute_async_script(measure_script)
    print(f"first picture after {first['shownAt']:.0f} ms (nothing cached)")
    spent = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in sorted(usage(root)[0].items()))
    print(f"processor seconds until then: {spent}")
    driver.refresh()
    print(f"again after {driver.execute_async_script(measure_script)['shownAt']:.0f} ms")
    driver.find_element("css selector", "h1").click()
    if IMAGE:
        driver.execute_script(
            """
            const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
            return document.querySelector("crownhead-console").open("image.bin", bytes);
            """, base64.b64encode(IMAGE).decode())
    time.sleep(SETTLE_SECONDS)
    before, (start, memory) = driver.execute_async_script(measure_script), usage(root)
    began = time.monotonic()
    print(f"memory at the start {memory:.0f} MB", end="")
    for part in range(1, PARTS + 1):
        time.sleep(SECONDS / PARTS)
        print(f", after {SECONDS * part / PARTS:.0f} s {usage(root)[1]:.0f}", end="", flush=True)
    print()
    elapsed = time.monotonic() - began
    after, (end, _) = driver.execute_async_script(measure_script), usage(root)
    frames = after["total"] - before["total"]
    print(f"{frames / elapsed:.2f} frames per second for {elapsed:.0f} s")
    emulation = (after["milliseconds"] - before["milliseconds"]) / 1000

    def print_share(kind, seconds):
        percent, per_frame = seconds / elapsed * 100, seconds / frames * 1000
        print(f"{kind}: {percent:.1f} % of a core, {per_frame:.2f} ms per frame")

    for kind, seconds in sorted(end.items()):
        print_share(kind, seconds - start.get(kind, 0))
    print_share("all processes", sum(end.values()) - sum(start.values()))
    print_share("the emulation alone (elapsed time)", emulation)
    under_runs = after["underRuns"] - before["underRuns"]
    print(f"under-runs of sound: {under_runs} ({after['fill']} samples left of {after['target']})")
    if before.get("heap"):
        print(f"JavaScript heap: {before['heap'] / 1e6:.1f} to {after['heap'] / 1e6:.1f} MB")
    driver.quit()
    server.stop()


main()
