//! The options shared by all commands that use a console. They determine the cartridge and the
//! power-on state.

use crate::{
    error::Error,
    files,
    image::{CartridgeFile, scheme_named},
    print, save_key, sources,
};
use clap::{Args, ValueEnum};
use lab::script::Setup;
use play::bundled::{BUNDLED, Bundled};
use std::path::PathBuf;
use vcs::{
    Cartridge, Input, PowerOn, PowerOnState,
    cartridge::{ArmDriver, ArmOptions, ArmTime, Scheme},
    input::{Controller, Difficulty, Switches},
};

/// Options that choose the cartridge and the state of the console at power-on.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Console")]
pub struct ConsoleArgs {
    /// Cartridge image, also in a zip or gzip file (FILE.zip/NAME), or its source, or - for
    /// standard input [default: the bundled Video Checkers]
    pub rom: Option<PathBuf>,
    /// Play a bundled cartridge by its name
    #[arg(long, value_name = "NAME", conflicts_with = "rom")]
    pub cartridge: Option<String>,
    /// Bank-switch scheme, if detection is wrong: 4K, F8, E0 ...
    #[arg(long, visible_alias = "mapping", value_name = "SCHEME")]
    pub bs: Option<String>,
    /// How long calls to ARM code take, on a cartridge with an ARM processor [default: model]
    #[arg(long, value_name = "TIME", value_enum)]
    pub arm_time: Option<ArmTimeChoice>,
    /// Clock of a cartridge's ARM processor in kHz [default: as its driver sets it, 70000 or
    /// 60000]
    #[arg(long, value_name = "KHZ", value_parser = kilohertz())]
    pub arm_clock: Option<u32>,
    /// How to run the driver of a cartridge with an ARM processor [default: ours]
    #[arg(long, value_name = "WHO", value_enum)]
    pub arm_driver: Option<ArmDriverChoice>,
    /// On a cartridge with an ARM processor, behave like other emulators where they differ from the
    /// cartridge's driver
    #[arg(long)]
    pub arm_compat: bool,
    /// Seed of all random values at power-on [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Contents of RAM, registers and timer at power-on [default: random]
    #[arg(long, value_name = "STATE", value_enum)]
    pub power_on: Option<PowerOnChoice>,
    /// Plug a SaveKey with the contents of this file into the right port; the window also writes
    /// the file, and creates it if it is missing
    #[arg(long, value_name = "FILE")]
    pub savekey: Option<PathBuf>,
    /// TV type switch to color (the default)
    #[arg(long, conflicts_with = "bw")]
    pub color: bool,
    /// TV type switch to black-and-white
    #[arg(long)]
    pub bw: bool,
    /// Left difficulty switch
    #[arg(
        long,
        visible_alias = "ld",
        value_name = "A|B",
        value_enum,
        ignore_case = true,
        default_value = "b"
    )]
    pub left_difficulty: DifficultyChoice,
    /// Right difficulty switch
    #[arg(
        long,
        visible_alias = "rd",
        value_name = "A|B",
        value_enum,
        ignore_case = true,
        default_value = "b"
    )]
    pub right_difficulty: DifficultyChoice,
}

/// Returns the parser for the value of `--arm-clock`.
fn kilohertz() -> clap::builder::RangedI64ValueParser<u32> {
    let (min, max) = ArmOptions::KILOHERTZ.into_inner();
    clap::value_parser!(u32).range(i64::from(min)..=i64::from(max))
}

/// The values of `--arm-time`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ArmTimeChoice {
    /// Time from a model of the microcontroller
    Model,
    /// No time, as in other emulators
    Zero,
}

/// The values of `--arm-driver`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ArmDriverChoice {
    /// Crownhead's own version of the driver: fast
    Ours,
    /// The image's driver, on the emulated ARM processor: slow and exact
    Run,
}

/// The values of `--power-on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PowerOnChoice {
    /// All bits 0
    Zero,
    /// All bits 1
    Ones,
    /// Random, from the seed
    Random,
    /// Random, from the seed, including the TIA's registers and counters
    RandomTia,
}

/// The values of the difficulty options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DifficultyChoice {
    /// Expert: reads as 1
    A,
    /// Novice: reads as 0
    B,
}

impl From<DifficultyChoice> for Difficulty {
    fn from(choice: DifficultyChoice) -> Difficulty {
        match choice {
            DifficultyChoice::A => Difficulty::A,
            DifficultyChoice::B => Difficulty::B,
        }
    }
}

/// Applies the ARM options to a cartridge.
///
/// # Errors
/// [`Error::Usage`] if the cartridge's own driver should run but the image has none.
pub fn with_arm(cartridge: Cartridge, options: ArmOptions) -> Result<Cartridge, Error> {
    let cartridge = cartridge.with_arm(options);
    let driver = cartridge.arm().and_then(|arm| arm.options.driver);
    match (options.driver, driver) {
        (Some(ArmDriver::Run), Some(ArmDriver::Ours)) => Err(Error::Usage(
            "this cartridge has no driver to run; leave out --arm-driver run".into(),
        )),
        _ => Ok(cartridge),
    }
}

impl ConsoleArgs {
    /// Returns the bundled cartridge that these options select; `None` if they name a file.
    pub fn bundled(&self) -> Result<Option<Bundled>, Error> {
        match (&self.rom, &self.cartridge) {
            (Some(_), _) => Ok(None),
            (None, None) => Ok(Some(BUNDLED[0])),
            (None, Some(name)) => find_bundled(name).map(Some),
        }
    }

    /// Returns the default options, with `rom` as the cartridge file.
    pub fn for_rom(rom: Option<PathBuf>) -> ConsoleArgs {
        ConsoleArgs {
            bs: None,
            arm_time: None,
            arm_clock: None,
            arm_compat: false,
            arm_driver: None,
            rom,
            cartridge: None,
            seed: None,
            power_on: None,
            savekey: None,
            color: false,
            bw: false,
            left_difficulty: DifficultyChoice::B,
            right_difficulty: DifficultyChoice::B,
        }
    }

    /// Returns true if the command line specifies a cartridge, by file or by name.
    pub fn names_cartridge(&self) -> bool {
        self.rom.is_some() || self.cartridge.is_some()
    }

    /// Reads the image from the file, or returns the bundled one. If the file is a source, prints
    /// the assembler's warnings to standard error.
    pub fn image(&self) -> Result<CartridgeFile, Error> {
        match (self.bundled()?, &self.rom) {
            (None, Some(path)) => {
                let image = files::read_image(path)?;
                if let Some(build) = &image.build {
                    print::to_stderr(&print::escape_controls(&sources::warnings(build)));
                }
                Ok(image)
            }
            (bundled, _) => {
                let bundled = bundled.unwrap_or(BUNDLED[0]);
                Ok(CartridgeFile::new(bundled.name, bundled.image))
            }
        }
    }

    /// Loads the cartridge that these options specify.
    pub fn load(&self) -> Result<Cartridge, Error> {
        self.cartridge_of(self.image()?)
    }

    /// Makes a cartridge from an image. The bank-switch scheme comes from the option `--bs`, or
    /// else from the file's name or project. If none of these names a scheme, it is detected from
    /// the image.
    pub fn cartridge_of(&self, image: CartridgeFile) -> Result<Cartridge, Error> {
        let cartridge = match self.scheme()? {
            None => image.cartridge()?,
            Some(scheme) => image.with_scheme(scheme)?,
        };
        with_arm(cartridge, self.arm())
    }

    /// Returns the options for a cartridge's ARM processor.
    pub fn arm(&self) -> ArmOptions {
        ArmOptions {
            time: self.arm_time.map(|choice| match choice {
                ArmTimeChoice::Model => ArmTime::Model,
                ArmTimeChoice::Zero => ArmTime::Zero,
            }),
            kilohertz: self.arm_clock,
            compat: self.arm_compat.then_some(true),
            driver: self.arm_driver.map(|choice| match choice {
                ArmDriverChoice::Ours => ArmDriver::Ours,
                ArmDriverChoice::Run => ArmDriver::Run,
            }),
        }
    }

    fn scheme(&self) -> Result<Option<Scheme>, Error> {
        self.bs.as_deref().map(scheme_named).transpose()
    }

    /// Returns the power-on state and its seed.
    pub fn power_on(&self) -> PowerOn {
        let state = match self.power_on.unwrap_or(PowerOnChoice::Random) {
            PowerOnChoice::Zero => PowerOnState::Zero,
            PowerOnChoice::Ones => PowerOnState::Ones,
            PowerOnChoice::Random => PowerOnState::Random,
            PowerOnChoice::RandomTia => PowerOnState::RandomTia,
        };
        PowerOn {
            state,
            seed: self.seed.unwrap_or_default(),
        }
    }

    /// Plugs in the SaveKey that these options specify, if any. If the script already plugs one in,
    /// only sets its contents; otherwise, uses the right port.
    ///
    /// # Errors
    /// The file is missing or is not a SaveKey.
    pub fn plug_save_key(&self, setup: &mut Setup) -> Result<(), Error> {
        let Some(path) = &self.savekey else {
            return Ok(());
        };
        let memory = save_key::read(path)?;
        let ports = &mut setup.input.ports;
        if !ports.contains(&Controller::SaveKey) {
            ports[1] = Controller::SaveKey;
        }
        setup.save_keys = [memory.clone(), memory];
        Ok(())
    }

    /// Returns the input at power-on: the joysticks released, and the switches as the options set
    /// them.
    pub fn input(&self) -> Input {
        let switches = Switches {
            color: !self.bw,
            left: self.left_difficulty.into(),
            right: self.right_difficulty.into(),
            ..Switches::default()
        };
        Input {
            switches,
            ..Input::default()
        }
    }
}

/// Finds a bundled cartridge by its name.
///
/// # Errors
/// [`Error::Usage`] if no bundled cartridge has this name; the message lists all names.
pub fn find_bundled(name: &str) -> Result<Bundled, Error> {
    BUNDLED
        .into_iter()
        .find(|bundled| bundled.name == name)
        .ok_or_else(|| {
            let names: Vec<_> = BUNDLED.iter().map(|bundled| bundled.name).collect();
            Error::Usage(format!(
                "no bundled cartridge is named {name}; the bundled ones are: {}",
                names.join(", ")
            ))
        })
}
