//! Ready-made sets.

use crate::{
    Set,
    console::{Console, System},
    decoder::{DelayLine, QUICK_SWING, Receiver, SLOW_SWING, Separation},
    tube::{Mask, Tube},
};
use vcs::television::Standard;

/// A ready-made way to show pictures: on a kind of television set, or without a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preset {
    /// No set: one pixel for each color clock, in its palette color.
    #[default]
    Bitmap,
    /// A set that gets luminance and color on separate wires.
    Clean,
    /// A set for the program's television standard, on a composite cable.
    Composite,
    /// An old set on an antenna cable, with noise and a bulging tube.
    Rf,
    /// A PAL console on a PAL set.
    Pal,
    /// A SECAM console on a SECAM set.
    Secam,
}

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 6] = [
        Preset::Bitmap,
        Preset::Clean,
        Preset::Composite,
        Preset::Rf,
        Preset::Pal,
        Preset::Secam,
    ];

    /// Returns the preset's name in options and settings, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Bitmap => "bitmap",
            Preset::Clean => "clean",
            Preset::Composite => "composite",
            Preset::Rf => "rf",
            Preset::Pal => "pal",
            Preset::Secam => "secam",
        }
    }

    /// Returns the preset's name as it appears in messages.
    pub fn label(self) -> &'static str {
        match self {
            Preset::Rf => "RF",
            Preset::Pal => "PAL",
            Preset::Secam => "SECAM",
            _ => self.name(),
        }
    }

    /// Returns the preset with this [name](Preset::name).
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Returns the color system (NTSC, PAL or SECAM) of both the console and the set. `standard` is
    /// the standard of the program.
    pub fn system(self, standard: Standard) -> System {
        match self {
            Preset::Pal => System::Pal,
            Preset::Secam => System::Secam,
            _ => System::of(standard),
        }
    }

    /// Returns the television set's decoder; `None` for [`Preset::Bitmap`], which has none.
    pub fn receiver(self, standard: Standard) -> Option<Receiver> {
        let receiver = Receiver::new(self.system(standard));
        Some(match self {
            Preset::Bitmap => return None,
            Preset::Clean => Receiver {
                separation: Separation::Apart,
                delay_line: DelayLine::Clocked,
                color_mhz: 1.3,
                luma_mhz: 6.0,
                sharpness: 0.0,
                ..receiver
            },
            Preset::Composite => receiver,
            Preset::Rf => Receiver {
                luma_mhz: 3.0,
                color_mhz: 0.6,
                sharpness: 0.5,
                noise: 0.1,
                swing_lines: SLOW_SWING,
                ..receiver
            },
            Preset::Pal | Preset::Secam => Receiver {
                swing_lines: QUICK_SWING,
                ..receiver
            },
        })
    }

    /// Returns the tube of the set.
    pub fn tube(self) -> Tube {
        let tube = Tube::default();
        match self {
            Preset::Bitmap | Preset::Clean => tube,
            Preset::Composite | Preset::Pal | Preset::Secam => Tube {
                beam: 0.6,
                mask: Mask::Grille,
                mask_strength: 0.25,
                ..tube
            },
            Preset::Rf => Tube {
                beam: 0.4,
                mask: Mask::Slots,
                mask_strength: 0.3,
                curvature: 0.03,
                ..tube
            },
        }
    }

    /// Returns the set, connected to a console that is adjusted according to its service manual.
    /// Returns `None` for a bitmap.
    pub fn new_set(self, standard: Standard) -> Option<Set> {
        SetOptions {
            preset: self,
            standard,
            palette: None,
            phosphor: 0,
        }
        .new_set()
    }
}

/// The options of a front end that determine which set it uses.
#[derive(Debug, Clone, PartialEq)]
pub struct SetOptions {
    /// The kind of set.
    pub preset: Preset,
    /// The program's standard.
    pub standard: Standard,
    /// The colors that the console sends, as `0x00RRGGBB`. The index is the color number divided by
    /// two. `None` for the chip's own colors.
    pub palette: Option<[u32; 128]>,
    /// The percentage of light that the phosphor still emits after a sixtieth of a second. 0 stands
    /// for the phosphor of an ordinary color tube.
    pub phosphor: u8,
}

impl SetOptions {
    /// Returns the set; `None` for a bitmap.
    pub fn new_set(&self) -> Option<Set> {
        let console = Console {
            palette: self.palette,
            ..Console::new(self.preset.system(self.standard))
        };
        let mut tube = self.preset.tube();
        if self.phosphor > 0 {
            let remaining = f32::from(self.phosphor.min(99)) / 100.0;
            tube.decay_ms = [1000.0 / 60.0 / -remaining.log10(); 3];
        }
        let receiver = self.preset.receiver(self.standard)?;
        Some(Set::new(&console, &receiver, tube))
    }
}

/// The television set in use. It is replaced by a new one when the options change.
#[derive(Debug, Clone, Default)]
pub struct CurrentSet {
    options: Option<SetOptions>,
    set: Option<Set>,
}

impl CurrentSet {
    /// Returns the television set for these options; `None` if they ask for a plain bitmap.
    pub fn for_options(&mut self, options: &SetOptions) -> Option<&mut Set> {
        if self.options.as_ref() != Some(options) {
            self.set = options.new_set();
            self.options = Some(options.clone());
        }
        self.set.as_mut()
    }
}
