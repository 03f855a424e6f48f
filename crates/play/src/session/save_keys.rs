//! The player's SaveKey: a memory card in a controller port. It keeps its contents from session to
//! session.
//!
//! The machine has its own SaveKey in each port. It is part of the machine's state, so it goes back
//! in time with the machine. The player's SaveKey never goes back in time: it gets a copy of each
//! page that a program writes. A high score therefore survives if the player loads an old state or
//! steps back in time.
//!
//! While a script is playing, and while the player continues after the script's end, the player's
//! SaveKey does not change. After the console has been switched off and on, it is in use again.

use super::{base::Session, notice::Notice};
use vcs::input::{Controller, SaveKeyMemory};

impl Session {
    /// Returns the contents of the player's SaveKey.
    pub fn save_key(&self) -> &SaveKeyMemory {
        &self.options.save_key
    }

    /// Returns the contents of the SaveKeys in the two ports; `None` for a port with a different
    /// controller. Returns `None` for both while a script is playing, and while the player
    /// continues after the script's end.
    pub(super) fn plugged_save_keys(&self) -> [Option<SaveKeyMemory>; 2] {
        if self.playback.is_some() || self.finished_script.is_some() {
            return [None, None];
        }
        let machine = self.timeline.machine();
        [0, 1].map(|socket| {
            let plugged = machine.input().ports[socket] == Controller::SaveKey;
            plugged.then(|| machine.save_key(socket).memory().clone())
        })
    }

    /// Copies the pages that the program has written in this frame to the player's SaveKey.
    /// `before` is what [`Session::plugged_save_keys`] returned before the frame.
    pub(super) fn store_written_pages(&mut self, before: [Option<SaveKeyMemory>; 2]) {
        let mut written = false;
        for (socket, before) in before.into_iter().enumerate() {
            let now = self.timeline.machine().save_key(socket).memory();
            let Some(before) = before.filter(|before| before != now) else {
                continue;
            };
            for number in 0..SaveKeyMemory::PAGES {
                if now.page(number) != before.page(number) {
                    self.options.save_key.set_page(number, &now.page(number));
                    written = true;
                }
            }
        }
        if written {
            self.notices.push(Notice::SaveKeyWritten);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{contacts::HeldControls, playback::Playback, session::SessionOptions};
    use lab::script::Script;
    use vcs::{Cartridge, input::ControllerKind};

    /// Returns a cartridge that counts how often Reset is pressed, in the SaveKey's byte at $0040.
    fn counter_cartridge() -> Cartridge {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/roms/savekey.asm");
        let text = std::fs::read_to_string(source).unwrap();
        let built = asm6502::assemble_str(&text).unwrap();
        Cartridge::from_image(&built.binary).unwrap()
    }

    /// Returns a session whose program has already read Reset as released.
    fn session(save_key: SaveKeyMemory) -> Session {
        let options = SessionOptions {
            save_key,
            ..SessionOptions::default()
        };
        let mut session = Session::new(counter_cartridge(), options);
        run(&mut session, 3);
        session
    }

    fn run(session: &mut Session, frames: u32) {
        (0..frames).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
    }

    fn press_reset(session: &mut Session) -> Vec<Notice> {
        for reset in [true, false] {
            let mut held = HeldControls {
                reset,
                ..HeldControls::default()
            };
            (0..3).for_each(|_| _ = session.advance(&mut held, false));
        }
        session.take_notices()
    }

    fn reset_count(session: &Session) -> u8 {
        session.save_key().page(1)[0]
    }

    #[test]
    fn a_program_continues_counting_in_the_next_session() {
        let mut first = session(SaveKeyMemory::default());
        assert_eq!(first.controllers.kinds[1], ControllerKind::SaveKey);
        assert_eq!(press_reset(&mut first), [Notice::SaveKeyWritten]);
        press_reset(&mut first);
        assert_eq!(reset_count(&first), 2);
        let mut second = session(first.save_key().clone());
        press_reset(&mut second);
        assert_eq!(reset_count(&second), 3);
        second.power_cycle();
        run(&mut second, 3);
        press_reset(&mut second);
        assert_eq!(reset_count(&second), 4);
    }

    #[test]
    fn loading_an_old_state_does_not_change_the_players_save_key() {
        let mut session = session(SaveKeyMemory::default());
        press_reset(&mut session);
        let state = session.save();
        (0..4).for_each(|_| _ = press_reset(&mut session));
        // Write a page as another game would.
        session.options.save_key.set_page(9, &[1; 64]);
        session.load(&state).unwrap();
        assert_eq!(session.machine().save_key(1).memory().page(1)[0], 1);
        assert_eq!(reset_count(&session), 5);
        session.back(3);
        press_reset(&mut session);
        assert_eq!(
            (reset_count(&session), session.save_key().page(9)),
            (2, [1; 64])
        );
    }

    #[test]
    fn a_transcript_begins_with_the_contents_of_the_save_key() {
        let mut memory = SaveKeyMemory::default();
        memory.set_page(1, &[7]);
        let mut first = session(memory);
        press_reset(&mut first);
        let state = first.save();
        let mut copy = session(SaveKeyMemory::default());
        copy.load(&state).unwrap();
        assert_eq!(copy.transcript(None), first.transcript(None));
        let script = Script::parse(&first.transcript(None)).unwrap();
        assert_eq!(script.setup.save_keys[1].page(1)[0], 7);
        let mut second = session(SaveKeyMemory::default());
        second.play_script(Playback::new(&script).unwrap());
        run(&mut second, 9);
        assert_eq!(second.machine().ram()[0], 8);
        // Compare everything except the SaveKey in the left port, which is not plugged in.
        let final_state = |session: &Session| {
            let machine = session.machine();
            let key = machine.save_key(1).clone();
            (key, *machine.ram(), machine.last_frame().clone())
        };
        assert!(final_state(&second) == final_state(&first));
        assert!(second.save_key().is_erased());
        // After a power cycle, the console uses the player's SaveKey again.
        assert!(press_reset(&mut second).contains(&Notice::ScriptEnded));
        assert!(second.save_key().is_erased());
        second.power_cycle();
        run(&mut second, 3);
        assert_eq!(press_reset(&mut second), [Notice::SaveKeyWritten]);
        assert_eq!(reset_count(&second), 1);
    }
}
