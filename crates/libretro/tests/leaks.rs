//! Tests that loading and unloading leaks no memory.

#[allow(dead_code, reason = "other tests use the rest")]
mod host;

use host::Host;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

#[test]
fn a_hundred_games_leave_nothing_behind() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let game = |host: &Host| {
        assert!(host.load(None));
        (0..3).for_each(|_| _ = host.run());
        crownhead_libretro::exports::retro_unload_game();
    };
    let host = Host::new();
    // Run a few games first, so that one-time allocations in the library and in the callbacks are
    // not counted.
    (0..3).for_each(|_| game(&host));
    assert_eq!(
        host::seen(|seen| seen.av_infos.len()),
        0,
        "the test's front end stores nothing"
    );
    let before = dhat::HeapStats::get().curr_bytes;
    (0..100).for_each(|_| game(&host));
    let after = dhat::HeapStats::get().curr_bytes;
    assert_eq!(after, before, "bytes in use");
}
