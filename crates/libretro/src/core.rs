//! The core without the C interface: a console with its controllers, pictures and sound. This
//! module contains no `unsafe` code.

use crate::{
    abi::{AvInfo, Geometry, MEMORY_SAVE_RAM, MEMORY_SYSTEM_RAM},
    cheats::Cheats,
    frame_lines::FrameLines,
    options::Settings,
    save_ram::SaveRam,
};
use attach::{Frame, FullState, Game, Port};
use games::thinking::ThinkingDetector;
use play::{
    bundled::{BUNDLED, Bundled},
    controllers::{Controllers, PlayerInput},
    image::{ImageError, UnpackedImage},
    picture::{Picture, mix},
    sound::Mixer,
    standard::{PaletteChoice, period, pixel_width_thousandths, sample_rate},
};
use serde::{Deserialize, Serialize};
use signal::{CurrentSet, Field, Preset, SetOptions, System};
use std::{ffi::c_uint, sync::Arc};
use vcs::{
    Cartridge, Input, Machine, PowerOn,
    input::{ControllerKind, Difficulty, Switches},
    television::{MAX_SCANLINES, Sample, Standard, WIDTH},
};

/// Number of bytes of RAM.
pub const RAM_BYTES: usize = 128;
/// Maximum number of frames that the console runs per call of [`Core::run`] while a bundled game is
/// thinking.
const THINKING_FRAMES: usize = 60;
/// The lowest level of Video Checkers at which the core speeds up the computer's thinking.
const MIN_FAST_THINKING_LEVEL: u8 = 6;
/// Maximum size, in bytes, of the core's own data in a state, without the picture.
const MAX_CORE_STATE_BYTES: usize = 4096;

/// A player's input for one frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pad {
    /// Stick and buttons.
    pub input: PlayerInput,
    /// Position of the pad's left stick on the horizontal axis, -1..=1.
    pub axis: f32,
    /// The buttons of this pad that control the console's switches.
    pub switches: SwitchButtons,
}

/// Buttons for the console's switches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "names of switches and positions")]
pub struct SwitchButtons {
    pub select: bool,
    pub reset: bool,
    pub left_a: bool,
    pub left_b: bool,
    pub right_a: bool,
    pub right_b: bool,
    pub color: bool,
    pub black_and_white: bool,
}

/// Both players' input for one frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Pads {
    /// The pads of the left and the right player.
    pub players: [Pad; 2],
    /// The distance that the mouse has moved horizontally, as a fraction of the picture's width;
    /// and whether the left mouse button is pressed.
    pub mouse: (f32, bool),
}

/// The picture for the front end.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pixels {
    /// The pixels, `0x00RRGGBB`, line by line.
    pub pixels: Vec<u32>,
    /// Number of pixels per line.
    pub width: usize,
}

/// A console with a cartridge.
pub struct Core {
    machine: Machine,
    settings: Settings,
    /// The controllers that the player has chosen in the front end for the two ports; `None` if the
    /// cartridge determines the controller.
    devices: [Option<ControllerKind>; 2],
    controllers: Controllers,
    switches: Switches,
    thinking_detector: Option<ThinkingDetector>,
    cheats: Cheats,
    mixer: Mixer,
    /// The picture. It is reference-counted: the front end may unload the game inside the callback
    /// that shows the picture, and still use the picture afterward.
    picture: Arc<Pixels>,
    television: CurrentSet,
    /// A copy of the console's RAM, for the front end to read and write.
    ram: Box<[u8; RAM_BYTES]>,
    save_ram: SaveRam,
    samples: Vec<Sample>,
    mixed_samples: Vec<f32>,
    sound: Vec<i16>,
    state_size: usize,
    frame_lines: FrameLines,
    /// The path of the game file.
    path: Option<String>,
    /// The network port to which a debugger can connect.
    debug_port: Option<Port>,
}

impl Game for Core {
    fn full_state(&self) -> FullState {
        FullState {
            path: self.path.clone(),
            ..FullState::of(&self.machine)
        }
    }

    fn cartridge(&self) -> &Cartridge {
        self.machine.cartridge()
    }

    fn continue_from(&mut self, machine: Machine) {
        self.machine = machine;
        *self.ram = *self.machine.ram();
    }
}

/// The core's own data in a saved state, in addition to the state of the machine.
#[derive(Serialize, Deserialize)]
struct CoreState {
    controllers: Controllers,
    switches: Switches,
    mixer: Mixer,
    /// The last picture, three bytes per pixel. It is empty if phosphor is off, or if the picture
    /// was drawn by a simulated television set.
    picture: Vec<u8>,
}

impl Core {
    /// Switches on a console with a cartridge. `file` contains the path and the bytes of the
    /// cartridge file. If it is `None`, the cartridge is Video Checkers.
    ///
    /// # Errors
    /// [`ImageError`] if the bytes are not a cartridge that can run.
    pub fn new(file: Option<(&str, &[u8])>, settings: Settings) -> Result<Core, ImageError> {
        let cartridge = match file {
            Some((path, bytes)) => UnpackedImage::unpack(path, bytes.to_vec())?.cartridge()?,
            None => Cartridge::from_image(BUNDLED[0].image)?,
        };
        let controllers = Controllers::new(settings.controllers, &cartridge);
        let mut core = Core {
            thinking_detector: Bundled::of(cartridge.image())
                .and_then(|_| ThinkingDetector::of(cartridge.image(), MIN_FAST_THINKING_LEVEL)),
            machine: Machine::new(cartridge, PowerOn::default()),
            devices: [None; 2],
            controllers,
            switches: Switches::default(),
            cheats: Cheats::default(),
            mixer: Mixer::new(1.0),
            picture: Arc::default(),
            television: CurrentSet::default(),
            ram: Box::new([0; RAM_BYTES]),
            save_ram: SaveRam::default(),
            samples: Vec::new(),
            mixed_samples: Vec::new(),
            sound: Vec::new(),
            state_size: 0,
            frame_lines: FrameLines::default(),
            path: file.map(|(path, _)| path.to_owned()),
            debug_port: None,
            settings,
        };
        core.state_size = core.machine.save().len()
            + MAX_CORE_STATE_BYTES
            + MAX_SCANLINES * WIDTH * (2 + BYTES_PER_PIXEL);
        core.initialize();
        Ok(core)
    }

    /// Switches the console off and on again, with its other switches in the positions that the
    /// settings specify.
    pub fn reset(&mut self) {
        let cartridge = self.machine.cartridge().clone();
        self.machine = Machine::new(cartridge, PowerOn::default());
        self.mixer = Mixer::new(1.0);
        self.initialize();
    }

    /// Prepares a console that has just been switched on: sets its switches, plugs in its
    /// controllers, and copies its RAM.
    fn initialize(&mut self) {
        self.switches = Switches {
            color: self.settings.color,
            left: self.settings.difficulties[0],
            right: self.settings.difficulties[1],
            ..Switches::default()
        };
        self.plug_controllers();
        *self.ram = *self.machine.ram();
        self.save_ram.plug(&mut self.machine);
    }

    /// Returns the current options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Applies changed options. The start positions of the console's switches take effect only at
    /// the next reset.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        self.plug_controllers();
    }

    /// Closes the network port for a debugger. Then opens the one that the settings specify, if
    /// any. Returns a message for the player; `None` if the settings specify no port.
    pub fn open_debug_port(&mut self) -> Option<String> {
        // Close the old port first, because the new port may have the same number.
        self.debug_port = None;
        let wanted = self.settings.debug_port?;
        let opened = Port::open(wanted).and_then(|port| Ok((port.address()?.port(), port)));
        match opened {
            Ok((number, port)) => {
                self.debug_port = Some(port);
                Some(format!("a debugger can attach to port {number}"))
            }
            Err(error) => Some(format!("port {wanted} cannot be opened: {error}")),
        }
    }

    /// Handles the messages of an attached debugger. Returns true if the debugger has paused the
    /// game.
    fn poll_debugger(&mut self) -> bool {
        let Some(mut port) = self.debug_port.take() else {
            return false;
        };
        let paused = port.poll(self);
        self.debug_port = Some(port);
        paused
    }

    /// Plugs a controller into a port. If `kind` is `None`, the cartridge determines the
    /// controller.
    pub fn set_device(&mut self, port: usize, kind: Option<ControllerKind>) {
        if let Some(device) = self.devices.get_mut(port) {
            *device = kind;
            self.plug_controllers();
        }
    }

    fn plug_controllers(&mut self) {
        let wanted = [0, 1].map(|port| self.settings.controllers[port].or(self.devices[port]));
        self.controllers.sensitivity = self.settings.sensitivity;
        self.controllers.plug(wanted, self.machine.cartridge());
        let input = Input {
            ports: self.controllers.ports(&[PlayerInput::default(); 2]),
            switches: self.switches,
        };
        self.machine.set_input(input);
    }

    /// Returns the controllers in the ports.
    pub fn controllers(&self) -> [ControllerKind; 2] {
        self.controllers.kinds
    }

    /// Sets the cheat at an index to `code`, which is `address:value` or `address=value` in
    /// hexadecimal, or removes it if `code` is `None`. Returns `false` if the code is invalid.
    pub fn set_cheat(&mut self, index: usize, code: Option<&str>) -> bool {
        self.cheats.set(index, code)
    }

    /// Removes all cheats.
    pub fn clear_cheats(&mut self) {
        self.cheats = Cheats::default();
    }

    /// Runs one frame. Afterward, [`Core::picture`] and [`Core::sound`] return its output.
    ///
    /// While a debugger has paused the game, the picture does not change, and there is no sound.
    pub fn run(&mut self, pads: &Pads) {
        if self.poll_debugger() {
            return self.sound.clear();
        }
        self.apply_ram();
        self.save_ram.apply(&mut self.machine);
        let before = self
            .has_save_key()
            .then(|| SaveRam::contents(&self.machine));
        let input = self.input(pads);
        if *self.machine.input() != input {
            self.machine.set_input(input);
        }
        self.skip_thinking();
        let start = self.machine.cycles();
        self.machine.frame();
        self.frame_lines
            .record(self.machine.last_frame().scanlines());
        self.update_sound();
        self.update_picture();
        *self.ram = *self.machine.ram();
        if let Some(before) = before {
            self.save_ram.copy_written_pages(&before, &self.machine);
        }
        if let Some(port) = &mut self.debug_port {
            port.report_frame(Frame::of(&self.machine, start));
        }
    }

    /// Writes the cheats to the front end's copy of the RAM. Then writes each byte of the copy that
    /// differs from the console's RAM to the console.
    fn apply_ram(&mut self) {
        self.cheats.apply(&mut self.ram);
        let changed: Vec<(u8, u8)> = (0x80..=0xff)
            .zip(*self.ram)
            .zip(self.machine.ram())
            .filter(|((_, wanted), current)| wanted != *current)
            .map(|(write, _)| write)
            .collect();
        for (address, data) in changed {
            self.machine.poke_ram(address, data);
        }
    }

    fn input(&mut self, pads: &Pads) -> Input {
        for pad in &pads.players {
            set_switches(&mut self.switches, pad.switches);
        }
        self.switches.select = pads.players.iter().any(|pad| pad.switches.select);
        self.switches.reset = pads.players.iter().any(|pad| pad.switches.reset);
        let mut players = pads.players.map(|pad| pad.input);
        for (player, pad) in pads.players.iter().enumerate() {
            self.controllers.set_stick(player, pad.axis);
        }
        if self.settings.mouse_turns_paddle && self.controllers.uses_mouse() {
            let (distance, left_button) = pads.mouse;
            if distance != 0.0 {
                self.controllers.captured_mouse_moved(distance);
                self.controllers.mouse_moved(distance);
            }
            players[0].joystick.fire |= left_button;
        }
        self.controllers.turn_dials(&players);
        Input {
            ports: self.controllers.ports(&players),
            switches: self.switches,
        }
    }

    fn skip_thinking(&mut self) {
        let detector = self.thinking_detector;
        let Some(detector) = detector.filter(|_| self.settings.fast_thinking) else {
            return;
        };
        for _ in 1..THINKING_FRAMES {
            if !detector.is_thinking(self.machine.ram()) {
                return;
            }
            self.machine.skip_frame();
            self.samples.clear();
            self.machine.take_samples(&mut self.samples);
        }
    }

    fn update_sound(&mut self) {
        self.samples.clear();
        self.mixed_samples.clear();
        self.machine.take_samples(&mut self.samples);
        self.mixer.mix(&self.samples, &mut self.mixed_samples);
        self.sound.clear();
        self.sound
            .extend(self.mixed_samples.iter().flat_map(|level| {
                let level = (level * f32::from(i16::MAX)) as i16;
                [level, level]
            }));
    }

    fn update_picture(&mut self) {
        let standard = self.standard();
        let palette = self
            .settings
            .palette
            .unwrap_or_else(|| PaletteChoice::of(standard));
        if self.draw_on_television_set(standard) {
            return;
        }
        let shown = self.machine.television().shown_lines();
        let mut picture = Picture::of(self.machine.last_frame(), shown, &palette.table());
        if self.settings.phosphor > 0 && picture.pixels.len() == self.picture.pixels.len() {
            let strength = self.settings.phosphor * 256 / 100;
            for (new, old) in picture.pixels.iter_mut().zip(&self.picture.pixels) {
                *new = mix(*new, *old, strength);
            }
        }
        self.picture = Arc::new(Pixels {
            pixels: picture.pixels,
            width: WIDTH,
        });
    }

    /// Draws the picture as a television set shows it, with one pixel per sample of the signal.
    /// Returns `false` if the settings specify no television set. Does not simulate the picture
    /// tube, because front ends do that with shaders.
    fn draw_on_television_set(&mut self, standard: Standard) -> bool {
        let options = SetOptions {
            preset: self.settings.television,
            standard,
            palette: self.settings.palette.map(PaletteChoice::table),
            phosphor: self.settings.phosphor as u8,
        };
        let Some(set) = self.television.for_options(&options) else {
            return false;
        };
        let field = Field::of(self.machine.television());
        set.receive(&field);
        let (width, height) = (options.preset.system(standard).width(), field.shown.len());
        let mut pixels = vec![0; width * height];
        set.draw(&mut pixels, width, height);
        self.picture = Arc::new(Pixels { pixels, width });
        true
    }

    /// Returns the picture of the last frame.
    pub fn picture(&self) -> Arc<Pixels> {
        self.picture.clone()
    }

    /// Returns the sound of the last frame, with left and right samples alternating.
    pub fn sound(&self) -> &[i16] {
        &self.sound
    }

    /// Returns the front end's copy of the RAM. Its address never changes while the core exists.
    pub fn ram(&mut self) -> &mut [u8; RAM_BYTES] {
        &mut self.ram
    }

    /// Returns the front end's copy of a memory: the console's RAM or the SaveKey's memory. `id` is
    /// the number of the memory in the libretro interface. For any other number, the result is
    /// empty. Front ends save the SaveKey's memory to a file. The addresses of the copies never
    /// change while the core exists.
    pub fn memory(&mut self, id: c_uint) -> &mut [u8] {
        match id {
            MEMORY_SYSTEM_RAM => self.ram(),
            MEMORY_SAVE_RAM if self.has_save_key() => self.save_ram.front_end_copy(),
            _ => &mut [],
        }
    }

    fn has_save_key(&self) -> bool {
        self.controllers.kinds.contains(&ControllerKind::SaveKey)
    }

    /// Returns the console.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the television standard: the one in the settings or, if they contain none, the
    /// detected one.
    pub fn standard(&mut self) -> Standard {
        let detected = self.machine.television().standard();
        self.settings.standard.unwrap_or(detected)
    }

    /// Returns the current picture size, frame rate and sample rate.
    pub fn av_info(&mut self) -> AvInfo {
        let standard = self.standard();
        let height = self.machine.television().shown_lines().len();
        let scanlines = self.frame_lines.lines_for_rate(standard);
        let width = match self.settings.television {
            Preset::Bitmap => WIDTH,
            set => set.system(standard).width(),
        };
        AvInfo {
            geometry: Geometry {
                base_width: width as u32,
                base_height: height as u32,
                max_width: System::Pal.width() as u32,
                max_height: MAX_SCANLINES as u32,
                aspect_ratio: (WIDTH * pixel_width_thousandths(standard)) as f32
                    / (1000 * height) as f32,
            },
            fps: 1.0 / period(standard, scanlines).as_secs_f64(),
            sample_rate: sample_rate(standard),
        }
    }

    /// Returns the size of a state in bytes, which never changes while the core exists.
    pub fn state_size(&self) -> usize {
        self.state_size
    }

    /// Writes the current state to `out`, and fills the rest of `out` with zeros. Returns `false`
    /// if `out` is too small.
    pub fn serialize(&self, out: &mut [u8]) -> bool {
        let core_state = CoreState {
            controllers: self.controllers.clone(),
            switches: self.switches,
            mixer: self.mixer.clone(),
            picture: match (self.settings.phosphor, self.picture.width) {
                (1.., WIDTH) => rgb_bytes(&self.picture.pixels),
                _ => Vec::new(),
            },
        };
        let machine = self.machine.save();
        let Ok(used) = postcard::to_slice(&(core_state, machine), out).map(|used| used.len())
        else {
            return false;
        };
        out[used..].fill(0);
        true
    }

    /// Continues from a saved state. If `state` is not a state of this cartridge, returns `false`
    /// and changes nothing.
    pub fn unserialize(&mut self, state: &[u8]) -> bool {
        if state.len() != self.state_size {
            return false;
        }
        let Ok(((core_state, machine), _)) =
            postcard::take_from_bytes::<(CoreState, Vec<u8>)>(state)
        else {
            return false;
        };
        let Ok(machine) = Machine::load(self.machine.cartridge(), &machine) else {
            return false;
        };
        self.machine = machine;
        self.controllers = core_state.controllers;
        self.switches = core_state.switches;
        self.mixer = core_state.mixer;
        self.picture = Arc::new(Pixels {
            width: WIDTH,
            pixels: core_state
                .picture
                .chunks_exact(BYTES_PER_PIXEL)
                .map(pixel_from_rgb)
                .collect(),
        });
        *self.ram = *self.machine.ram();
        true
    }
}

const BYTES_PER_PIXEL: usize = 3;

fn rgb_bytes(pixels: &[u32]) -> Vec<u8> {
    let colors = |pixel: &u32| {
        let [_, colors @ ..] = pixel.to_be_bytes();
        colors
    };
    pixels.iter().flat_map(colors).collect()
}

fn pixel_from_rgb(rgb: &[u8]) -> u32 {
    rgb.iter()
        .fold(0, |pixel, byte| pixel << 8 | u32::from(*byte))
}

/// Moves the switches whose buttons are pressed.
fn set_switches(switches: &mut Switches, buttons: SwitchButtons) {
    let position = |a: bool, b: bool| match (a, b) {
        (true, false) => Some(Difficulty::A),
        (false, true) => Some(Difficulty::B),
        _ => None,
    };
    switches.left = position(buttons.left_a, buttons.left_b).unwrap_or(switches.left);
    switches.right = position(buttons.right_a, buttons.right_b).unwrap_or(switches.right);
    if buttons.color != buttons.black_and_white {
        switches.color = buttons.color;
    }
}
