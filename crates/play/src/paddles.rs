//! Finds the part of a paddle's range that a game uses. To find it, runs copies of the console with
//! their paddles at different positions. If two neighboring positions lead to the same picture, the
//! part of the range between them has no effect.

use vcs::{
    Hash, Machine,
    input::{Controller, Paddle},
};

/// Number of paddle positions to try, from end to end.
const POSITIONS: usize = 33;
/// Number of frames after which the picture shows the effect of a new paddle position.
const EFFECT_FRAMES: usize = 3;
/// Minimum number of pairs of neighboring positions that lead to different pictures. With fewer
/// pairs, the paddle may just switch something on or off instead of moving a bat.
const MIN_CHANGES: usize = 5;
/// Number of frames between two searches, until one finds the range.
const SEARCH_INTERVAL: u64 = 120;

/// A search for the range. It tries one paddle position per frame.
#[derive(Debug)]
pub struct RangeSearch {
    socket: usize,
    /// The console at the start of the current search, and the hashes of the pictures so far;
    /// `None` between two searches.
    current: Option<(Machine, Vec<Hash>)>,
}

impl RangeSearch {
    /// Creates a search for the paddles in a port.
    pub fn new(socket: usize) -> RangeSearch {
        RangeSearch {
            socket,
            current: None,
        }
    }

    /// Tries one position if a search is in progress or due. Once a search is successful, returns
    /// the ends of the range that the game uses: 0 is all the way to the left, 1 all the way to the
    /// right.
    pub fn step(&mut self, machine: &Machine) -> Option<[f32; 2]> {
        if self.current.is_none() && machine.place().frame % SEARCH_INTERVAL == SEARCH_INTERVAL / 2
        {
            self.current = Some((machine.clone(), Vec::with_capacity(POSITIONS)));
        }
        let (base, pictures) = self.current.as_mut()?;
        pictures.push(picture_hash(base.clone(), self.socket, pictures.len()));
        if pictures.len() < POSITIONS {
            return None;
        }
        let found = used_range(pictures);
        self.current = None;
        found
    }
}

/// Returns the hash of the picture that a console shows after the paddles in a port have been
/// turned to position number `position`.
fn picture_hash(mut machine: Machine, socket: usize, position: usize) -> Hash {
    let mut input = *machine.input();
    let fraction = position as f32 / (POSITIONS - 1) as f32;
    let paddle = Paddle {
        position: ((1.0 - fraction) * 65535.0) as u16,
        fire: false,
    };
    input.ports[socket] = Controller::Paddles([paddle; 2]);
    machine.set_input(input);
    (0..EFFECT_FRAMES).for_each(|_| _ = machine.frame());
    let frame = machine.last_frame();
    let lines = (0..frame.scanlines()).flat_map(|line| frame.line(line));
    Hash::of(&lines.copied().collect::<Vec<u8>>())
}

/// Returns the ends of the range within which the pictures change; `None` if there are too few
/// changes.
fn used_range(pictures: &[Hash]) -> Option<[f32; 2]> {
    let changes = |index: &usize| pictures[*index] != pictures[index + 1];
    let steps: Vec<usize> = (0..pictures.len() - 1).filter(changes).collect();
    let (first, last) = (steps.first()?, steps.last()?);
    let fraction = |index: usize| index as f32 / (pictures.len() - 1) as f32;
    (steps.len() >= MIN_CHANGES).then(|| [fraction(*first), fraction(last + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        contacts::HeldControls,
        session::{Session, SessionOptions},
    };
    use vcs::{Cartridge, input::ControllerKind};

    /// A program that counts scanlines until the first paddle's capacitor is charged, but at most
    /// 140. It uses the count as the background color of the next frame.
    const PROGRAM: &[u8] = &[
        0xa9, 0x02, 0x85, 0x00, 0x85, 0x02, 0x85, 0x02, 0x85, 0x02, // VSYNC, three lines
        0xa9, 0x82, 0x85, 0x01, // VBLANK with the paddles grounded
        0xa9, 0x00, 0x85, 0x00, 0xa2, 0x25, // no VSYNC, 37 lines
        0x85, 0x02, 0xca, 0xd0, 0xfb, // sta WSYNC, dex, bne
        0x86, 0x01, 0xa0, 0x00, 0xa2, 0xd8, // VBLANK off, y = 0, 216 lines
        0x85, 0x02, 0xc0, 0x8c, 0xf0, 0x05, // loop: sta WSYNC, cpy #140, beq
        0x24, 0x38, 0x30, 0x01, 0xc8, // bit INPT0, bmi, iny
        0xca, 0xd0, 0xf2, // dex, bne loop
        0x84, 0x09, // sty COLUBK
        0x4c, 0x00, 0xf0, // jmp start
    ];

    fn session() -> Session {
        let mut image = vec![0xea; 4096];
        image[..PROGRAM.len()].copy_from_slice(PROGRAM);
        image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).unwrap();
        let options = SessionOptions {
            controllers: [Some(ControllerKind::Paddles), None],
            ..SessionOptions::default()
        };
        Session::new(cartridge, options)
    }

    fn position(session: &Session) -> u16 {
        match session.controllers.ports(&Default::default())[0] {
            Controller::Paddles(paddles) => paddles[0].position,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_mouse_covers_the_range_that_the_game_uses() {
        let mut session = session();
        session.controllers.set_mouse(-0.5);
        assert_eq!(position(&session), 65535, "nothing is known yet");
        (0..200).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
        let count = |session: &mut Session, mouse: f32| {
            session.controllers.set_mouse(mouse);
            (0..3).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
            let frame = session.machine().last_frame();
            frame.line(100)[80]
        };
        // At either edge of the window, moving the mouse by a tenth of the width changes the count.
        let edge = [-0.5, -0.4].map(|mouse| count(&mut session, mouse));
        assert_ne!(edge[0], edge[1], "the left edge");
        let edge = [0.4, 0.5].map(|mouse| count(&mut session, mouse));
        assert_ne!(edge[0], edge[1], "the right edge");
        let right = position(&session);
        assert!(right < 8192, "{right}");
        session.controllers.set_mouse(-0.5);
        let left = position(&session);
        assert!((20_000..45_000).contains(&left), "{left}");
        // Now the player chooses a range and a center.
        session.controllers.range = 0.5;
        session.controllers.center = 0.25;
        session.controllers.set_mouse(-0.5);
        assert_eq!(position(&session), 32767);
        session.controllers.set_mouse(0.5);
        assert_eq!(position(&session), 0);
    }

    #[test]
    fn too_few_changes_between_pictures_give_no_range() {
        let mut pictures: Vec<Hash> = vec![Hash::of(&[0]); POSITIONS];
        assert_eq!(used_range(&pictures), None);
        pictures[12] = Hash::of(&[1]);
        assert_eq!(used_range(&pictures), None, "two changes");
        for (at, picture) in pictures.iter_mut().enumerate().skip(8).take(9) {
            *picture = Hash::of(&[at as u8]);
        }
        assert_eq!(used_range(&pictures), Some([7.0 / 32.0, 17.0 / 32.0]));
    }
}
