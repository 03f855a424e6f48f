//! The bundled cartridge: at rest in stella, played in mame.

use super::*;

/// A control by mame's name for it, and what it does to our joystick.
type Held = (&'static str, fn(&mut Joystick));

/// The bundled cartridge without chance, and the hands that play a move of a man with it: hold the
/// button, push a diagonal, drop the man. Frames are ours.
const HANDS: &[(u64, &[Held])] = &[
    (60, &[("P1 Button 1", |stick| stick.fire = true)]),
    (66, &[]),
    (
        90,
        &[
            ("P1 Up", |stick| stick.up = true),
            ("P1 Left", |stick| stick.left = true),
        ],
    ),
    (96, &[]),
    (120, &[("P1 Button 1", |stick| stick.fire = true)]),
    (126, &[]),
    (
        300,
        &[
            ("P1 Down", |stick| stick.down = true),
            ("P1 Right", |stick| stick.right = true),
        ],
    ),
    (306, &[]),
];

/// Frames to compare: at rest, with a man in hand, carried, dropped, and after the computer's reply; none in
/// which something has just blinked, for mame mixes a picture with the one before.
const SEEN: &[u64] = &[40, 50, 59, 75, 85, 100, 113, 130, 280, 290, 297, 320, 340];

fn bundled_without_chance(folder: &Path) -> (Vec<u8>, PathBuf) {
    let source = crate::repository().join("roms-src/video-checkers/main.asm");
    let image = crate::assemble_with(&source, &["FIXED_SEED"]);
    let path = folder.join("video-checkers.bin");
    std::fs::write(&path, &image).unwrap();
    (image, path)
}

/// The frames of [`SEEN`], played by [`HANDS`] in our machine.
fn ours_played(image: &[u8]) -> Vec<Frame> {
    let cartridge = Cartridge::from_image(image).unwrap();
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge, power_on);
    let mut frames = Vec::new();
    for number in 0..=*SEEN.last().unwrap() {
        if let Some((_, held)) = HANDS.iter().find(|(frame, _)| *frame == number) {
            let mut stick = Joystick::default();
            held.iter().for_each(|(_, close)| close(&mut stick));
            let mut input = *machine.input();
            input.ports[0] = Controller::Joystick(stick);
            machine.set_input(input);
        }
        machine.frame();
        if SEEN.contains(&number) {
            frames.push(machine.last_frame().clone());
        }
    }
    frames
}

/// The same in mame, whose frames count `shift` more than ours.
fn mame_played(image: &Path, folder: &Path, shift: i64) -> Vec<Shown> {
    let theirs = |frame: u64| frame.checked_add_signed(shift).unwrap();
    let fields: Vec<&str> = HANDS
        .iter()
        .flat_map(|(_, held)| held.iter().map(|(field, _)| *field))
        .collect();
    let mut input = Vec::new();
    for (frame, held) in HANDS {
        for field in &fields {
            let down = held.iter().any(|(name, _)| name == field);
            input.push(format!(
                "{}::joyport1:joy:JOY={field}={}",
                theirs(*frame) - 1,
                u8::from(down)
            ));
        }
    }
    let picture = |frame: u64| folder.join(format!("picture{frame}"));
    let pictures: Vec<String> = SEEN
        .iter()
        .map(|&n| format!("{}={}", theirs(n), picture(n).display()))
        .collect();
    mame(image, folder)
        .env("CROWNHEAD_INPUT", input.join(";"))
        .env("CROWNHEAD_PICTURES", pictures.join(";"))
        .env(
            "CROWNHEAD_FRAMES",
            theirs(*SEEN.last().unwrap()).to_string(),
        )
        .status()
        .expect(MAME_MISSING);
    SEEN.iter().map(|&n| mame_picture(&picture(n))).collect()
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_plays_the_bundled_cartridge_alike() {
    let folder = tempfile::tempdir().unwrap();
    let witness = Witness::calibrate(&Mame, folder.path());
    let (image, path) = bundled_without_chance(folder.path());
    let frames = ours_played(&image);
    // mame counts the frames before the first vertical sync in its own way.
    let faults = (0..4).map(|shift| {
        let shown = mame_played(&path, folder.path(), shift);
        let differ = |(frame, shown): (&Frame, &Shown)| {
            witness.compare(
                &format!("video-checkers, frame {}", frame.number),
                frame,
                shown,
            )
        };
        (
            shift,
            frames
                .iter()
                .zip(&shown)
                .filter_map(differ)
                .collect::<Vec<_>>(),
        )
    });
    let (shift, faults) = faults.min_by_key(|(_, faults)| faults.len()).unwrap();
    assert!(
        faults.is_empty(),
        "frames shifted by {shift}:\n{}",
        faults.join("\n")
    );
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stella_shows_the_bundled_cartridge_alike() {
    let folder = tempfile::tempdir().unwrap();
    let stella = Stella::start();
    let witness = Witness::calibrate(&stella, folder.path());
    let (image, path) = bundled_without_chance(folder.path());
    let shown = stella.show(&path);
    // The cursor blinks: the picture must be one of the two of a cartridge at rest.
    let faults: Vec<String> = ours_played(&image)
        .iter()
        .zip(SEEN)
        .filter(|(_, number)| **number < HANDS[0].0)
        .filter_map(|(frame, _)| witness.compare("video-checkers", frame, &shown))
        .collect();
    assert!(faults.len() < 3, "{}", faults.join("\n"));
}
