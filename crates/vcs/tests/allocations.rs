//! Tests that a running machine allocates nothing, and that a clone takes little memory. Tables
//! that all machines share are not counted: they are made when a program first needs them. The
//! allocation counts cover the whole process, so this file has only one test.

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

#[test]
fn a_frame_allocates_nothing() {
    for (name, cartridge) in programs::benchmarks() {
        let mut machine = programs::machine(&cartridge);
        let mut samples = Vec::with_capacity(40_000);
        // Run until both picture buffers have reached their final size, the sample buffer has room
        // for three frames, and the television standard is detected, which always takes the first
        // 120 frames.
        for _ in 0..41 {
            machine.frame();
            machine.frame();
            machine.skip_frame();
            machine.take_samples(&mut samples);
        }
        samples.clear();
        let profiler = dhat::Profiler::builder().testing().build();
        for _ in 0..30 {
            machine.frame();
            machine.skip_frame();
            machine.take_samples(&mut samples);
            samples.clear();
        }
        assert_eq!(dhat::HeapStats::get().total_blocks, 0, "{name}");
        let copy = machine.clone();
        let bytes = dhat::HeapStats::get().curr_bytes + size_of_val(&copy);
        // A clone holds at most two pictures of about 300 lines, and a few kilobytes of other data.
        let inline_bytes = size_of_val(&copy);
        println!("{name}: a clone takes {bytes} bytes, {inline_bytes} of them outside the heap");
        assert!(bytes < 150_000, "{name}: a clone takes {bytes} bytes");
        drop(profiler);
    }
}
