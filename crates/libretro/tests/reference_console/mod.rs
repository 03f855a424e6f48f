//! A console that does not use the libretro core. The tests compare the core's pictures and sound
//! with those of this console.

use play::{picture::Picture, sound::Mixer, standard::PaletteChoice};
use vcs::{Cartridge, Input, Machine, PowerOn};

/// A console without a front end, and its output.
pub struct ReferenceConsole {
    pub machine: Machine,
    mixer: Mixer,
}

impl ReferenceConsole {
    pub fn new(image: &[u8]) -> ReferenceConsole {
        let cartridge = Cartridge::from_image(image).unwrap();
        ReferenceConsole {
            machine: Machine::new(cartridge, PowerOn::default()),
            mixer: Mixer::new(1.0),
        }
    }

    /// Runs a frame. Returns its pixels, and its sound with left and right samples alternating.
    pub fn run(&mut self, input: Input) -> (Vec<u32>, Vec<i16>) {
        self.machine.set_input(input);
        self.machine.frame();
        let (mut samples, mut mixed) = (Vec::new(), Vec::new());
        self.machine.take_samples(&mut samples);
        self.mixer.mix(&samples, &mut mixed);
        let shown = self.machine.television().shown_lines();
        let palette = PaletteChoice::of(self.machine.television().standard()).table();
        let picture = Picture::of(self.machine.last_frame(), shown, &palette);
        let pair = |level: &f32| [(level * f32::from(i16::MAX)) as i16; 2];
        (picture.pixels, mixed.iter().flat_map(pair).collect())
    }
}
