//! Turns a script that has waits into an equivalent script without waits, by running it.

use super::ScriptRun;
use crate::script::{Action, Event, Script, Verdict};

impl Script {
    /// Returns true if the script contains waits. If it does, only a run shows at which places the
    /// events after a wait happen.
    pub fn has_waits(&self) -> bool {
        let mut events = self.events.iter();
        events.any(|event| matches!(event.action, Action::Wait { .. }))
    }
}

impl ScriptRun<'_> {
    /// Runs to the end, and returns an equivalent script without waits. The new script has each
    /// event at the place where it happened in this run. With the same cartridge and power-on
    /// state, it produces the same run.
    ///
    /// # Errors
    /// Returns the index of the wait's event if a wait times out.
    pub fn without_waits(self) -> Result<Script, usize> {
        let mut run = self.with_events();
        while run.skip_frame() {}
        let script = run.script;
        let is_wait = |index: usize| matches!(script.events[index].action, Action::Wait { .. });
        let failed = run
            .outcomes
            .iter()
            .find(|outcome| is_wait(outcome.event) && outcome.verdict != Verdict::Met);
        if let Some(failed) = failed {
            return Err(failed.event);
        }
        let performed = run.take_events().into_iter();
        let events = performed.filter(|(_, index)| !is_wait(*index));
        Ok(Script {
            setup: script.setup.clone(),
            events: events
                .map(|(place, index)| Event {
                    place,
                    ..script.events[index].clone()
                })
                .collect(),
            end: run.end,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Symbols;
    use vcs::Cartridge;

    /// Returns a cartridge whose frames have about 250 lines. In each frame, the program increments
    /// $80. It also increments $81 if the fire button is held.
    fn cartridge() -> Cartridge {
        let mut image = [0xea; 4096];
        let code = [
            0xa9, 2, 0x85, 0, 0x85, 2, 0x85, 2, 0x85, 2, 0xa9, 0, 0x85,
            0, // VSYNC, three lines
            0xa2, 250, 0x85, 2, 0xca, 0xd0, 0xfb, // 250 lines
            0xe6, 0x80, 0x24, 0x3c, 0x30, 2, 0xe6, 0x81, // INPT4
            0x4c, 0, 0xf0,
        ];
        image[..code.len()].copy_from_slice(&code);
        image[0xffc..0xffe].copy_from_slice(&[0, 0xf0]);
        Cartridge::from_image(&image).unwrap()
    }

    #[test]
    fn the_run_is_the_same_without_waits() {
        let text = "crownhead-script 1\npower-on zero\n@3 wait until ram $80 = 10 within 50 frames\n\
                    +0 p0 fire\n+3 p0 -\n+2 wait until ram $80 = 20 within 20 frames\n\
                    +2.5.30 p0 fire\n+8 end\n";
        let script = Script::parse(text).unwrap();
        let symbols = Symbols::default();
        assert!(script.has_waits());
        let run = || ScriptRun::new(cartridge(), &script, &symbols);
        let flat = run().without_waits().unwrap();
        assert!(!flat.has_waits());
        assert_eq!(flat.events.len(), 3);
        assert!(flat.end.frame > 20, "{:?}", flat.end);
        let mut waiting = run();
        while waiting.skip_frame() {}
        let mut placed = ScriptRun::new(cartridge(), &flat, &symbols);
        while placed.skip_frame() {}
        assert_eq!(placed.place(), waiting.place());
        assert!(placed.machine().save() == waiting.machine().save());
    }

    #[test]
    fn a_wait_that_times_out_is_reported() {
        let text = "crownhead-script 1\npower-on zero\n@3 p0 fire\n\
                    @4 wait until ram $80 = 0 within 5 frames\n+2 end\n";
        let script = Script::parse(text).unwrap();
        let symbols = Symbols::default();
        let run = ScriptRun::new(cartridge(), &script, &symbols);
        assert_eq!(run.without_waits(), Err(1));
    }
}
