//! Tests that loading and unloading leaks no memory.

#[allow(dead_code, reason = "other tests use the rest")]
mod host;

use host::Host;

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

#[test]
fn loading_a_hundred_games_leaks_no_memory() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let play = |host: &Host| {
        assert!(host.load(None));
        (0..3).for_each(|_| _ = host.run());
        crownhead_libretro::exports::retro_unload_game();
    };
    let host = Host::new();
    // Run a few games first, so that one-time allocations in the library and in the callbacks are
    // not counted.
    (0..3).for_each(|_| play(&host));
    assert_eq!(
        host::with_callback_data(|callbacks| callbacks.av_infos.len()),
        0,
        "the test's front end stores nothing"
    );
    let before = dhat::HeapStats::get().curr_bytes;
    (0..100).for_each(|_| play(&host));
    let after = dhat::HeapStats::get().curr_bytes;
    assert_eq!(after, before, "bytes in use");
}
