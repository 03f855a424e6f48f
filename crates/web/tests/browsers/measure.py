"""Measures the page: python measure.py [SECONDS]; prints figures, checks nothing.

First picture, frames a second, processor share, under-runs of sound, and memory of the whole browser
at the start, in the middle and at the end. On a busy machine only processor time says something."""

import os
import sys
import time
from pathlib import Path

import engines

SECONDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def family(root):
    """A process and all below it, as process ids."""
    below = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        below.setdefault(int(fields[1]), []).append(int(stat.parent.name))
    found = [root]
    for process in found:
        found += below.get(process, [])
    return found


def usage(root):
    """Processor seconds by kind of process, and resident megabytes of all."""
    seconds, memory = {}, 0
    for process in family(root):
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            words = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").split()
        except OSError:
            continue
        if not words or words[0].endswith("driver"):
            continue
        kind = next((word[7:] for word in words if word.startswith("--type=")), "browser")
        seconds[kind] = seconds.get(kind, 0) + (int(fields[11]) + int(fields[12])) / TICKS
        memory += int(fields[21]) * PAGE
    return seconds, memory / 1e6


def main():
    server = engines.Server()
    driver = engines.start()
    root = driver.service.process.pid
    call = """
        const done = arguments[0], player = document.querySelector("crownhead-console");
        player.shown.then(() => player.spent()).then((spent) => player.frames().then((frames) =>
            done({ ...spent, total: frames, shownAt: player.shownAt, heap: performance.memory?.usedJSHeapSize })));
    """
    driver.get(server.address)
    first = driver.execute_async_script(call)
    print(f"first picture after {first['shownAt']:.0f} ms (nothing cached)")
    spent = ", ".join(f"{kind} {seconds:.2f}" for kind, seconds in sorted(usage(root)[0].items()))
    print(f"processor seconds until then: {spent}")
    driver.refresh()
    print(f"again after {driver.execute_async_script(call)['shownAt']:.0f} ms")
    driver.find_element("css selector", "h1").click()
    time.sleep(5)
    before, (start, memory) = driver.execute_async_script(call), usage(root)
    began = time.monotonic()
    for part in range(1, 5):
        time.sleep(SECONDS / 4)
        print(f"after {SECONDS * part / 4:.0f} s: {usage(root)[1]:.0f} MB (at the start {memory:.0f} MB)")
    passed = time.monotonic() - began
    after, (end, _) = driver.execute_async_script(call), usage(root)
    print(f"{(after['total'] - before['total']) / passed:.2f} frames a second for {passed:.0f} s")
    print(f"emulation: {(after['milliseconds'] - before['milliseconds']) / passed / 10:.1f} % of a core")
    frames = after["total"] - before["total"]
    for kind, seconds in sorted(end.items()):
        spent = seconds - start.get(kind, 0)
        print(f"{kind}: {spent / passed * 100:.1f} % of a core, {spent / frames * 1000:.2f} ms a frame")
    print(f"under-runs of sound: {after['underRuns'] - before['underRuns']} (fill {after['fill']}, target {after['target']})")
    if before.get("heap"):
        print(f"JavaScript heap: {before['heap'] / 1e6:.1f} to {after['heap'] / 1e6:.1f} MB")
    driver.quit()
    server.stop()


main()
