//! Tests the law of time: how a machine is run does not change its results.
//!
//! `run(a); run(b)` equals `run(a + b)`. Running frame by frame or instruction by instruction
//! equals running cycle by cycle. A machine whose TIA is brought up to date in every cycle always
//! equals a machine whose TIA lags behind.

use programs::{machine, programs};
use vcs::{
    Cartridge, Input, Machine,
    cartridge::ArmTime,
    input::{Controller, Joystick},
};

/// Returns a copy of the machine with all parts brought up to date, for comparison.
fn settled(machine: &Machine) -> Machine {
    let mut machine = machine.clone();
    machine.catch_up();
    machine
}

fn run_to(machine: &mut Machine, cycles: u64) {
    while machine.cycles() < cycles {
        machine.cycle();
    }
}

#[test]
fn the_lazy_machine_equals_the_one_caught_up_at_every_cycle() {
    for (name, cartridge) in programs() {
        let mut lazy = machine(&cartridge);
        let mut eager = machine(&cartridge);
        for cycle in 0..25_000 {
            let (from_lazy, from_eager) = (lazy.cycle(), eager.cycle());
            eager.catch_up();
            assert_eq!(from_lazy, from_eager, "{name}: cycle {cycle}");
            assert_eq!(lazy.place(), eager.place(), "{name}: cycle {cycle}");
            if cycle % 509 == 0 {
                assert!(settled(&lazy) == eager, "{name}: state at cycle {cycle}");
            }
        }
    }
}

/// Without VSYNC, the television's own oscillator ends each frame, after a number of lines that
/// depends on the previous frames.
#[test]
fn a_program_without_vsync_obeys_the_law() {
    let mut image = vec![0xea; 4096];
    image[..3].copy_from_slice(&[0x4c, 0x00, 0xf0]); // jmp to itself
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4 KiB");
    let (mut lazy, mut eager) = (machine(&cartridge), machine(&cartridge));
    for cycle in 0..80_000 {
        lazy.cycle();
        eager.cycle();
        eager.catch_up();
        assert_eq!(lazy.place(), eager.place(), "cycle {cycle}");
    }
    assert!(settled(&lazy) == eager);
    assert_eq!(eager.place().frame, 3);
}

/// A kernel with WSYNC draws the same frames on two boards: one without hot spots, and one whose
/// hot spots are in the page of the kernel's code.
#[test]
fn a_kernel_among_hot_spots_draws_the_same_frames() {
    let kernel = |origin| programs::busy_kernel(origin);
    let mut banked = vec![0; 4096];
    banked.extend(kernel(0xff00));
    let mut machines = [kernel(0xf000), banked].map(|image| {
        let cartridge = Cartridge::from_image(&image).expect("4 or 8 KiB");
        let mut machine = machine(&cartridge);
        (0..4).for_each(|_| {
            machine.frame();
        });
        machine
    });
    assert_eq!(machines[0].frame().scanlines(), 259);
    machines[1].frame();
    assert_eq!(machines[0].last_frame(), machines[1].last_frame());
    assert_eq!(machines[0].cycles(), machines[1].cycles());
}

#[test]
fn running_by_frame_or_by_instruction_equals_running_by_cycle() {
    for (name, cartridge) in programs() {
        let mut by_cycle = machine(&cartridge);
        let mut by_frame = machine(&cartridge);
        let mut by_instruction = machine(&cartridge);
        for frame in 0..3 {
            by_frame.frame();
            run_to(&mut by_cycle, by_frame.cycles());
            assert!(
                settled(&by_cycle) == settled(&by_frame),
                "{name}: frame {frame}"
            );
            assert_eq!(by_cycle.place().frame, by_frame.place().frame);
            while by_instruction.cycles() < by_frame.cycles() {
                by_instruction.instruction();
            }
            run_to(&mut by_cycle, by_instruction.cycles());
            assert!(
                settled(&by_cycle) == settled(&by_instruction),
                "{name}: frame {frame}"
            );
        }
    }
}

/// `CROWNHEAD_ARM_IMAGES` names a folder of public images with an ARM; docs/arm-cartridges.md lists
/// them.
#[test]
#[ignore = "needs CROWNHEAD_ARM_IMAGES, a folder of public images"]
fn oracle_arm_cartridges_obey_the_law() {
    let folder = std::env::var_os("CROWNHEAD_ARM_IMAGES").expect("a folder of images");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let image = std::fs::read(&path).expect("a readable image");
        let cartridge = Cartridge::from_image(&image).expect("an image of a known size");
        for time in ArmTime::ALL {
            let cartridge = cartridge.clone().with_arm_time(time);
            let (mut by_frame, mut by_cycle) = (machine(&cartridge), machine(&cartridge));
            for frame in 0..200 {
                let input = input_for_frame(frame);
                by_frame.set_input(input);
                by_cycle.set_input(input);
                by_frame.frame();
                run_to(&mut by_cycle, by_frame.cycles());
                let equal = by_frame == by_cycle && by_frame.last_frame() == by_cycle.last_frame();
                assert!(equal, "{}, {}: frame {frame}", path.display(), time.name());
            }
        }
        println!("{}", path.display());
    }
}

/// Returns the input for a frame. The stick and the button change every few frames.
fn input_for_frame(frame: u64) -> Input {
    let joystick = Joystick {
        up: frame / 37 % 5 == 1,
        left: frame / 37 % 5 == 3,
        fire: (frame / 20).is_multiple_of(3),
        ..Joystick::default()
    };
    let mut input = Input::default();
    input.ports[0] = Controller::Joystick(joystick);
    input
}

#[test]
fn a_frame_without_pixels_differs_in_its_picture_only() {
    for (name, cartridge) in programs() {
        let mut drawn = machine(&cartridge);
        // The television needs the pixels of the first 120 frames.
        (0..125).for_each(|_| {
            drawn.frame();
        });
        let mut skipped = drawn.clone();
        let (mut samples, mut skipped_samples) = (Vec::new(), Vec::new());
        for frame in 0..4 {
            drawn.frame();
            skipped.skip_frame();
            drawn.take_samples(&mut samples);
            skipped.take_samples(&mut skipped_samples);
            assert_eq!(drawn.place(), skipped.place(), "{name}: frame {frame}");
            assert_eq!(drawn.cpu(), skipped.cpu(), "{name}: frame {frame}");
            assert_eq!(drawn.riot(), skipped.riot(), "{name}: frame {frame}");
            assert_eq!(drawn.cartridge(), skipped.cartridge(), "{name}: {frame}");
            assert!(drawn.tia() == skipped.tia(), "{name}: frame {frame}");
            let reasons =
                [&mut drawn, &mut skipped].map(|machine| machine.television().standard_reason());
            assert_eq!(reasons[0], reasons[1], "{name}: frame {frame}");
            assert_eq!(samples, skipped_samples, "{name}: frame {frame}");
        }
        let lines = drawn.frame().scanlines();
        assert_eq!(skipped.frame().scanlines(), lines, "{name}");
    }
}

/// lda #$46: sta COLUBK. Then a loop, with VBLANK off: lda #2: sta VSYNC: sta WSYNC, three times:
/// lda #0: sta VSYNC: ldx #0: sta WSYNC: dex: bne: beq.
const STILL_PICTURE: [u8; 27] = [
    0xa9, 0x46, 0x85, 0x09, 0xa9, 0x02, 0x85, 0x00, 0x85, 0x02, 0x85, 0x02, 0x85, 0x02, 0xa9, 0x00,
    0x85, 0x00, 0xa2, 0x00, 0x85, 0x02, 0xca, 0xd0, 0xfb, 0xf0, 0xe9,
];

/// lda TIMINT: lda #$20: sta TIM64T: lda TIMINT: bpl, back to the load: sta $81: jam.
const TIMINT_WAIT: [u8; 16] = [
    0xad, 0x85, 0x02, 0xa9, 0x20, 0x8d, 0x96, 0x02, 0xad, 0x85, 0x02, 0x10, 0xfb, 0x85, 0x81, 0x02,
];

fn program(code: &[u8]) -> Cartridge {
    let mut image = vec![0xea; 4096];
    image[..code.len()].copy_from_slice(code);
    image[0xffc..0xffe].copy_from_slice(&[0x00, 0xf0]);
    Cartridge::from_image(&image).expect("4 KiB")
}

#[test]
fn a_still_picture_is_complete_again_after_frames_without_pixels() {
    let mut machine = machine(&program(&STILL_PICTURE));
    (0..125).for_each(|_| machine.skip_frame());
    machine.frame();
    let picture = machine.frame();
    // The previous frame began while pixels were still being skipped, so its first lines have none.
    // This frame must have all its pixels.
    assert!(picture.pixels.iter().all(|pixel| *pixel == 0x46));
}

#[test]
fn a_pa7_edge_between_the_iterations_of_a_wait_loop_is_read_once() {
    let cartridge = program(&TIMINT_WAIT);
    for cycles in 100..114 {
        let mut by_cycle = machine(&cartridge);
        run_to(&mut by_cycle, cycles);
        let pushed = Joystick {
            right: true,
            ..Joystick::default()
        };
        by_cycle.set_input(Input {
            ports: [Controller::Joystick(pushed), Controller::default()],
            ..Input::default()
        });
        let mut by_frame = by_cycle.clone();
        by_frame.frame();
        run_to(&mut by_cycle, by_frame.cycles());
        assert_eq!(by_cycle.ram()[1], 0x80, "cycle {cycles}");
        assert!(settled(&by_cycle) == settled(&by_frame), "cycle {cycles}");
    }
}

#[test]
fn a_clone_continues_like_the_original() {
    for (name, cartridge) in programs() {
        let mut original = machine(&cartridge);
        run_to(&mut original, 30_011);
        let mut copy = original.clone();
        run_to(&mut original, 60_000);
        run_to(&mut copy, 60_000);
        assert!(settled(&original) == settled(&copy), "{name}");
    }
}

/// Tests loops that load a RIOT register and branch back, with five load instructions and six
/// branch instructions, both within a page and across its end.
#[test]
fn skipping_a_timer_wait_gives_the_same_state_as_running_its_cycles() {
    let loads = [0xad, 0xae, 0xac, 0x2c, 0xcd];
    for (load, origin) in loads
        .into_iter()
        .flat_map(|load| [(load, 0xf000), (load, 0xf0fb)])
    {
        for branch in [0x10, 0x30, 0xd0, 0xf0, 0x50, 0x90] {
            for register in [0x84, 0x85, 0x80, 0x82] {
                let cartridge = timer_wait_program(origin, [load, register, branch]);
                let (mut by_cycle, mut by_frame) = (machine(&cartridge), machine(&cartridge));
                for frame in 0..3 {
                    by_frame.frame();
                    run_to(&mut by_cycle, by_frame.cycles());
                    assert!(
                        settled(&by_cycle) == settled(&by_frame),
                        "frame {frame}: {load:02x} {register:02x} {branch:02x} at {origin:04x}"
                    );
                }
            }
        }
    }
}

/// Returns a program that starts the timer with many different values and intervals. After each
/// start it runs a loop at `origin` that loads the RIOT register at $200 + `register` and branches
/// back.
fn timer_wait_program(origin: u16, [load, register, branch]: [u8; 3]) -> Cartridge {
    let mut image = vec![0xea; 4096];
    let mut put = |address: u16, bytes: &[u8]| {
        let start = usize::from(address) % 4096;
        image[start..start + bytes.len()].copy_from_slice(bytes);
    };
    put(origin, &[load, register, 0x02, branch, 0xfb]);
    // inc $80: lda $80: tay: and #3: tax: tya: asl: adc #$35: sta TIM1T,x: jmp to the loop.
    let code = [
        0xe6, 0x80, 0xa5, 0x80, 0xa8, 0x29, 0x03, 0xaa, 0x98, 0x0a, 0x69, 0x35, 0x9d, 0x94, 0x02,
        0x4c,
    ];
    put(0xf800, &code);
    put(0xf810, &origin.to_le_bytes());
    put(origin + 5, &[0x4c, 0x00, 0xf8]);
    put(0xfffc, &[0x00, 0xf8]);
    Cartridge::from_image(&image).expect("4 KiB")
}
