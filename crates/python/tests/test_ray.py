"""Runs the Ray example on a local cluster of two workers. Skipped if Ray is not installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import crownhead as ch

from conftest import REPOSITORY

ray = pytest.importorskip("ray")
sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))


def test_the_example_runs_on_two_workers() -> None:
    import on_ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        results = on_ray.run(REPOSITORY / "tests/golden")
    finally:
        ray.shutdown()
    assert len(results["passed"]) >= 5 and all(results["passed"])
    first, second = results["matches"]
    assert "Video Checkers, level 3" in second and "level 3" not in first
    assert all("of 2 games" in table for table in results["matches"])
    local = ch.Machine(ch.TRIKTRAK, seed=1)
    local.run(100)
    for frames, (text, state) in zip((10, 20), results["rollouts"]):
        other = local.copy()
        *_, last = other.trace("frame", frames=frames)
        assert (last.text, other.save()) == (text, state)


def test_shards_cover_the_whole_suite() -> None:
    folder = REPOSITORY / "tests/golden"
    whole = {report["path"] for report in ch.verify(folder, no_artifacts=True)}
    parts = [ch.verify(folder, shard=f"{part}/3", no_artifacts=True) for part in (1, 2, 3)]
    assert sum(len(part) for part in parts) == len(whole)
    assert {report["path"] for part in parts for report in part} == whole
