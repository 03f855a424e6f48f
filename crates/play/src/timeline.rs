//! A console that runs frame by frame, forward and backward, together with all its input since
//! power-on.

use crate::{
    cheats::Cheat,
    history::{History, Overrides},
    image::sha256,
};
use lab::trace::AudioHash;
use std::{ops::Range, sync::Arc};
use vcs::{
    Cartridge, Frame, Hash, Input, Machine, PowerOn,
    input::{Controller, SaveKeyMemory, Switches},
    television::{Sample, Standard},
    tia::Layers,
};

/// A moment of a session, read from a saved state.
pub struct Saved {
    /// The machine.
    pub machine: Machine,
    /// Frames since power-on.
    pub frames: u64,
    /// Each change of the input, with the first frame in which it applies.
    pub inputs: Vec<(u64, Input)>,
    /// The contents of the SaveKeys at power-on, left and right.
    pub save_keys: [SaveKeyMemory; 2],
    /// See [`Timeline::is_aided`].
    pub aided: bool,
    /// The record of the game: see [`crate::session::game::Game::record`].
    pub game: Option<String>,
}

/// A console, its cartridge, and its past.
pub struct Timeline {
    machine: Machine,
    cartridge: Cartridge,
    power_on: PowerOn,
    /// Frames since power-on.
    frames: u64,
    history: History,
    /// The contents of the SaveKeys at power-on.
    save_keys: [SaveKeyMemory; 2],
    /// The settings for new frames: which cheats are on, and which objects do not collide.
    overrides: Arc<Overrides>,
    /// Objects that are hidden in the picture.
    hidden: u8,
    aided: bool,
    samples: Vec<Sample>,
    audio: AudioHash,
    sha256: String,
    standard: Standard,
    shown_lines: Range<usize>,
    /// True while frames run faster than real time. States are then stored less often.
    pub is_fast: bool,
}

impl Timeline {
    /// Powers on a console with this input.
    pub fn new(cartridge: Cartridge, power_on: PowerOn, input: Input) -> Timeline {
        let mut machine = Machine::new(cartridge.clone(), power_on);
        machine.set_input(input);
        let shown_lines = machine.television().shown_lines();
        let standard = machine.television().standard();
        let sha256 = sha256(cartridge.image());
        Timeline {
            machine,
            cartridge,
            power_on,
            frames: 0,
            history: History::new(input),
            save_keys: Default::default(),
            overrides: Arc::default(),
            hidden: 0,
            aided: false,
            samples: Vec::new(),
            audio: AudioHash::default(),
            sha256,
            standard,
            shown_lines,
            is_fast: false,
        }
    }

    /// Plugs controllers in before the first frame.
    pub fn plug(&mut self, ports: [Controller; 2]) {
        let input = Input {
            ports,
            ..*self.machine.input()
        };
        self.machine.set_input(input);
        self.history = History::new(input);
    }

    /// Sets the console switches before the first frame.
    pub fn set_switches(&mut self, switches: Switches) {
        let input = Input {
            switches,
            ..*self.machine.input()
        };
        self.machine.set_input(input);
        self.history = History::new(input);
    }

    /// Switches the console off and on again.
    pub fn power_cycle(&mut self) {
        let input = *self.machine.input();
        let save_keys = [0, 1].map(|socket| self.machine.save_key(socket).memory().clone());
        let (overrides, layers) = (Arc::clone(&self.overrides), self.layers());
        *self = Timeline::new(self.cartridge.clone(), self.power_on, input);
        self.set_save_keys(save_keys);
        self.overrides = overrides;
        self.set_layers(layers);
    }

    /// Sets the contents of the SaveKeys before the first frame.
    pub fn set_save_keys(&mut self, save_keys: [SaveKeyMemory; 2]) {
        for (socket, memory) in save_keys.iter().enumerate() {
            self.machine.set_save_key(socket, memory.clone());
        }
        self.save_keys = save_keys;
    }

    /// Returns the power-on contents of the SaveKeys that have been plugged in so far. For a port
    /// that had no SaveKey, returns erased contents.
    pub fn save_keys_at_power_on(&self) -> [SaveKeyMemory; 2] {
        [0, 1].map(|socket| {
            let mut inputs = self.past().iter();
            let was_plugged_in =
                inputs.any(|(_, input)| input.ports[socket] == Controller::SaveKey);
            if was_plugged_in {
                self.save_keys[socket].clone()
            } else {
                SaveKeyMemory::default()
            }
        })
    }

    /// Runs one frame with this input. [`Timeline::samples`] then returns the sound of this frame.
    pub fn frame(&mut self, input: Input) -> &Frame {
        self.next_frame(input, run_frame);
        self.machine.last_frame()
    }

    /// Runs one frame without drawing it.
    pub fn skip_frame(&mut self, input: Input) {
        self.next_frame(input, Machine::skip_frame);
    }

    fn next_frame(&mut self, input: Input, run_machine: fn(&mut Machine)) {
        let overrides = Arc::clone(&self.overrides);
        self.history
            .remember(self.frames, &self.machine, input, &overrides, self.is_fast);
        // A saved state has no layers: after loading, all objects are shown and collide.
        if self.layers() != Layers::default() {
            self.machine.set_layers(self.layers());
        }
        self.run(input, &overrides, run_machine);
        self.audio.update(&self.samples);
        self.frames += 1;
        self.standard = self.machine.television().standard();
        self.shown_lines = self.machine.television().shown_lines();
    }

    /// Goes back by `frames` frames, but not beyond power-on. Returns false if the machine is
    /// already at power-on, or if no stored state is old enough. Restores the machine exactly:
    /// loads a stored state, and reruns the frames from there with the cheats and collisions that
    /// they had.
    pub fn back(&mut self, frames: u64) -> bool {
        let frame = self.frames.saturating_sub(frames);
        if frame == self.frames {
            return false;
        }
        // Start at least one frame before the target, so that the frame before the target is run
        // again. A stored state may have no picture, because its last frame may not have been
        // drawn.
        let start = frame.saturating_sub(1);
        let Some((stored_frame, machine)) = self.history.back_to(start, &self.cartridge) else {
            return false;
        };
        self.machine = machine;
        self.frames = stored_frame;
        self.repeat_to(frame);
        true
    }

    /// Goes forward by `frames` frames, but only through frames that [`Timeline::back`] has undone.
    /// Returns true if there were any.
    pub fn forward(&mut self, frames: u64) -> bool {
        let frame = (self.frames + frames).min(self.history.end());
        let has_frames = frame > self.frames;
        self.repeat_to(frame);
        has_frames
    }

    fn repeat_to(&mut self, frame: u64) {
        for number in self.frames..frame {
            self.history.store_if_due(number, &self.machine, false);
            let overrides = self.history.overrides(number);
            self.machine.set_layers(Layers {
                hidden: self.hidden,
                non_colliding: overrides.non_colliding,
            });
            self.run(self.history.input(number), &overrides, run_frame);
        }
        self.machine.set_layers(self.layers());
        self.frames = frame;
        self.shown_lines = self.machine.television().shown_lines();
    }

    /// Returns machines from states that were stored during the last `frames` frames, oldest first.
    /// Each is at the start of a frame, at least `interval` frames after the previous one.
    pub fn machines(&self, frames: u64, interval: u64) -> Vec<Machine> {
        self.history.machines(frames, interval, &self.cartridge)
    }

    /// Continues from a machine, and discards the history from the start of that machine's current
    /// frame on. The machine must be one from the start of a frame of this session, or one that was
    /// changed by something other than input, such as a debugger.
    // Input changes are stored by frame number. So if the machine is in the middle of a frame, a
    // transcript applies its next input change at the start of that frame.
    pub fn continue_from(&mut self, machine: Machine) {
        self.frames = machine.place().frame;
        self.history
            .truncate(self.frames, &machine, &self.cartridge);
        self.machine = machine;
        self.samples.clear();
        self.shown_lines = self.machine.television().shown_lines();
    }

    /// Replaces the current moment with a saved one of the same cartridge.
    pub fn replace(&mut self, saved: Saved) {
        self.power_on = saved.machine.power_on();
        self.machine = saved.machine;
        self.shown_lines = self.machine.television().shown_lines();
        self.frames = saved.frames;
        self.save_keys = saved.save_keys;
        self.aided = saved.aided;
        self.history.replace(saved.frames, saved.inputs);
    }

    fn run(&mut self, input: Input, overrides: &Overrides, run_machine: fn(&mut Machine)) {
        let machine = &mut self.machine;
        if *machine.input() != input {
            machine.set_input(input);
        }
        self.aided |= !overrides.is_empty();
        for (address, cheat) in overrides
            .cheats
            .iter()
            .filter_map(|cheat| Some((cheat.ram()?, cheat)))
        {
            machine.poke_ram(address, cheat.value);
        }
        let rom = overrides.cheats.iter().filter_map(|cheat| cheat.rom());
        if !rom
            .clone()
            .eq(machine.cartridge().patches().iter().copied())
        {
            let hidden = self.hidden;
            let patched = self.cartridge.with_patches(&rom.collect::<Vec<_>>());
            // Loading cannot fail, because the state comes from a cartridge with the same image.
            if let Ok(mut patched_machine) = Machine::load(&patched, &machine.save()) {
                patched_machine.set_layers(Layers {
                    hidden,
                    non_colliding: overrides.non_colliding,
                });
                *machine = patched_machine;
            }
        }
        run_machine(machine);
        self.samples.clear();
        machine.take_samples(&mut self.samples);
    }

    /// Returns true if a cheat was on, or collisions were off, in any frame since power-on. In that
    /// case the input alone does not reproduce the game.
    pub fn is_aided(&self) -> bool {
        self.aided
    }

    /// Sets the cheats for new frames: bytes of RAM that are written before each frame, and changed
    /// bytes of the cartridge. [`Timeline::forward`] repeats old frames with the cheats that were
    /// set when they first ran.
    pub fn set_cheats(&mut self, cheats: Vec<Cheat>) {
        Arc::make_mut(&mut self.overrides).cheats = cheats;
    }

    /// Sets which objects are hidden, and which do not collide in new frames.
    pub fn set_layers(&mut self, layers: Layers) {
        self.hidden = layers.hidden;
        Arc::make_mut(&mut self.overrides).non_colliding = layers.non_colliding;
        self.machine.set_layers(layers);
    }

    /// Returns which objects are hidden, and which do not collide in new frames.
    pub fn layers(&self) -> Layers {
        Layers {
            hidden: self.hidden,
            non_colliding: self.overrides.non_colliding,
        }
    }

    /// Returns the console.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the number of scanlines in the last frame, or the number in an NTSC frame if no
    /// frame has been run yet.
    pub fn scanlines(&self) -> usize {
        match self.machine.last_frame().scanlines() {
            0 => 262,
            lines => lines,
        }
    }

    /// Returns the scanlines that a television shows.
    pub fn shown_lines(&self) -> Range<usize> {
        self.shown_lines.clone()
    }

    /// Returns the television standard. If the standard is not known in advance, it is detected
    /// from the frames.
    pub fn standard(&self) -> Standard {
        self.standard
    }

    /// Returns the number of frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns the sound of the last frame.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Returns the hash of the sound of all frames, in the order in which they ran. Frames that are
    /// repeated after going back do not count again.
    pub fn audio_hash(&self) -> Hash {
        self.audio.finish()
    }

    /// Returns each input change since power-on, with the first frame in which it applies.
    pub fn inputs(&self) -> &[(u64, Input)] {
        self.history.changes()
    }

    /// Returns the input changes up to the current moment, without any later changes that remain
    /// after going back.
    pub fn past(&self) -> &[(u64, Input)] {
        let changes = self.inputs();
        let count = changes.partition_point(|(frame, _)| *frame < self.frames);
        &changes[..count.max(1)]
    }

    /// Returns the options that determine the contents of the console's memory at power-on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// Returns the image's SHA-256, in lower case.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Returns the cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        &self.cartridge
    }
}

fn run_frame(machine: &mut Machine) {
    machine.frame();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::BUNDLED;
    use vcs::{input::Joystick, tia::ALL_LAYERS};

    fn game() -> Timeline {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        Timeline::new(cartridge, PowerOn::default(), Input::default())
    }

    /// Returns arbitrary stick movements.
    fn input(frame: u64) -> Input {
        let stick = Joystick {
            up: frame % 50 > 25,
            right: frame % 50 > 20,
            fire: frame.is_multiple_of(31),
            ..Joystick::default()
        };
        Input {
            ports: [Controller::Joystick(stick), Controller::default()],
            ..Input::default()
        }
    }

    #[test]
    fn going_back_and_forward_restores_exactly_the_same_states() {
        let mut game = game();
        let mut states = Vec::new();
        for frame in 0..300 {
            states.push(game.machine().save());
            game.frame(input(frame));
        }
        assert!(game.back(100));
        assert!(game.machine().save() == states[200]);
        assert!(game.back(1));
        assert!(game.machine().save() == states[199]);
        assert!(game.forward(60));
        assert!(game.machine().save() == states[259]);
        assert!(game.back(1));
        assert!(game.machine().save() == states[258]);
        // New input drops the later frames.
        game.frame(Input::default());
        assert!(!game.forward(1));
        assert!(game.back(1000));
        assert_eq!(game.frames(), 0);
        assert!(game.machine().save() == states[0]);
    }

    #[test]
    fn hidden_objects_change_the_picture_and_nothing_else() {
        let (mut shown, mut hidden) = (game(), game());
        hidden.set_layers(Layers {
            hidden: ALL_LAYERS,
            non_colliding: 0,
        });
        for frame in 0..60 {
            let picture = shown.frame(input(frame)).clone();
            let bare = hidden.frame(input(frame)).clone();
            assert_eq!(picture.scanlines(), bare.scanlines());
            for line in 0..bare.scanlines() {
                let line = bare.line(line);
                assert!(frame < 5 || line[8..].iter().all(|color| *color == line[8]));
            }
            assert!(frame < 30 || picture != bare);
        }
        assert_eq!(shown.machine().ram(), hidden.machine().ram());
        assert_eq!(shown.audio_hash(), hidden.audio_hash());
        hidden.set_layers(Layers::default());
        for frame in 60..62 {
            shown.frame(input(frame));
            hidden.frame(input(frame));
        }
        // The pictures are different, so the television may detect different standards.
        // `future_hash` does not include the detected standard.
        assert_eq!(
            shown.machine().future_hash(),
            hidden.machine().future_hash()
        );
    }

    #[test]
    fn a_cheat_sets_its_byte_in_every_frame_and_survives_going_back() {
        let mut game = game();
        game.set_cheats(vec!["F0:5A".parse().unwrap()]);
        (0..100).for_each(|frame| _ = game.frame(input(frame)));
        let states = [game.machine().save(), {
            game.frame(input(100));
            game.machine().save()
        }];
        assert!(game.back(1));
        assert!(game.machine().save() == states[0]);
        assert!(game.forward(1));
        assert!(game.machine().save() == states[1]);
    }

    #[test]
    fn a_cheat_on_the_cartridge_is_in_effect_until_it_is_switched_off() {
        // lda #$0e, sta COLUBK, jmp, and the reset vector.
        let mut image = vec![0xea; 4096];
        image[..7].copy_from_slice(&[0xa9, 0x0e, 0x85, 0x09, 0x4c, 0x00, 0xf0]);
        image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).unwrap();
        let mut game = Timeline::new(cartridge, PowerOn::default(), Input::default());
        let color = |game: &mut Timeline| {
            game.frame(Input::default());
            game.frame(Input::default()).line(100)[80]
        };
        assert_eq!(color(&mut game), 0x0e);
        let before = game.machine().save();
        game.set_cheats(vec![
            "F001?0E:46".parse().unwrap(),
            "F004?00:02".parse().unwrap(),
        ]);
        assert_eq!(color(&mut game), 0x46);
        assert!(game.is_aided());
        assert!(game.back(2));
        assert!(game.machine().save() == before);
        assert!(game.forward(2));
        assert_eq!(game.machine().last_frame().line(100)[80], 0x46);
        game.set_cheats(Vec::new());
        assert_eq!(color(&mut game), 0x0e);
        assert_eq!(game.machine().cartridge().image(), image);
    }

    #[test]
    fn frames_are_repeated_with_their_original_cheats_and_collisions() {
        let mut game = game();
        let mut states = Vec::new();
        for frame in 0..200 {
            // Cheats and collisions change between two stored states.
            match frame {
                55 => game.set_cheats(vec!["F0:5A".parse().unwrap()]),
                105 => game.set_layers(Layers {
                    hidden: 0,
                    non_colliding: ALL_LAYERS,
                }),
                155 => game.set_cheats(vec!["F0:A5".parse().unwrap()]),
                _ => {}
            }
            states.push(game.machine().save());
            game.frame(input(frame));
        }
        assert_eq!(game.machine().ram()[0x70], 0xa5);
        game.set_cheats(Vec::new());
        game.set_layers(Layers::default());
        for count in [2, 43, 48, 49, 57] {
            assert!(game.back(count));
            let frame = game.frames() as usize;
            assert!(game.machine().save() == states[frame], "frame {frame}");
        }
        assert!(game.forward(198));
        assert!(game.machine().save() == states[199]);
        // A new frame has no cheats, and all its collisions are on.
        game.back(100);
        game.frame(Input::default());
        assert!(game.history.overrides(99).is_empty() && !game.history.overrides(98).is_empty());
        assert_eq!(game.history.end(), 100);
    }

    #[test]
    fn a_minute_of_history_takes_less_than_8_mib() {
        let mut game = game();
        (0..600).for_each(|frame| _ = game.frame(input(frame)));
        let minute = game.history.bytes() * 6;
        assert!(minute < 8 << 20, "{minute} bytes");
    }
}
