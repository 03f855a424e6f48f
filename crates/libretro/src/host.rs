//! The front end, with its callbacks wrapped in safe methods.
//!
//! Every `unsafe` block here calls a callback that the front end passed to a `retro_set_...`
//! function. The interface guarantees that the callback may be called until `retro_deinit`, on the
//! thread that calls the core. It also guarantees that the callback uses its arguments only during
//! the call. A comment states each exception.

use crate::{
    abi::{
        AvInfo, ControllerDescription, ControllerInfo, EnvironmentCallback, Geometry,
        InputCallback, InputDescriptor, MemoryDescriptor, MemoryMap, Message, OPTION_VALUES,
        OptionDefinition, OptionValue, Options, PIXEL_FORMAT_XRGB8888, PollCallback,
        SampleBatchCallback, SampleCallback, Variable, VideoCallback, device, environment,
    },
    core::Pixels,
    options::OPTIONS,
    pads::BUTTONS,
};
use std::{
    ffi::{CStr, CString, c_uint, c_void},
    ptr::null,
};
use vcs::input::ControllerKind;

/// Number of frames for which a message stays visible.
const MESSAGE_FRAMES: c_uint = 300;

/// The devices that can be plugged into a port: the kind of controller, its number in the libretro
/// interface, and its name.
pub const DEVICES: [(Option<ControllerKind>, c_uint, &CStr); 8] = [
    (None, device::JOYPAD, c"Automatic (from the cartridge)"),
    (
        Some(ControllerKind::Joystick),
        device::subclass(device::JOYPAD, 0),
        c"Joystick",
    ),
    (
        Some(ControllerKind::TwoButton),
        device::subclass(device::JOYPAD, 1),
        c"Two buttons",
    ),
    (
        Some(ControllerKind::Paddles),
        device::subclass(device::ANALOG, 0),
        c"Paddles",
    ),
    (
        Some(ControllerKind::Driving),
        device::subclass(device::ANALOG, 1),
        c"Driving controller",
    ),
    (
        Some(ControllerKind::Keypad),
        device::subclass(device::JOYPAD, 2),
        c"Keypad",
    ),
    (
        Some(ControllerKind::Joystick),
        device::ANALOG,
        c"Joystick (pad with analog sticks)",
    ),
    (Some(ControllerKind::None), device::NONE, c"None"),
];

/// The front end's callbacks; `None` until it sets them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Host {
    /// `retro_set_environment`
    pub environment: Option<EnvironmentCallback>,
    /// `retro_set_video_refresh`
    pub video: Option<VideoCallback>,
    /// `retro_set_audio_sample_batch`
    pub sample_batch: Option<SampleBatchCallback>,
    /// `retro_set_audio_sample`
    pub sample: Option<SampleCallback>,
    /// `retro_set_input_poll`
    pub poll: Option<PollCallback>,
    /// `retro_set_input_state`
    pub input: Option<InputCallback>,
}

impl Host {
    /// Sends a command. Returns `false` if the front end does not support the command.
    fn command<T>(&self, command: c_uint, data: *const T) -> bool {
        let Some(environment) = self.environment else {
            return false;
        };
        // SAFETY: `data` has the type that the header defines for this command, and is valid during
        // the call.
        unsafe { environment(command, data.cast_mut().cast::<c_void>()) }
    }

    /// Tells the front end which options and controllers the core has, and that it can run without
    /// a game file.
    pub fn declare_capabilities(&self) {
        self.command(environment::SET_SUPPORT_NO_GAME, &true);
        let types = DEVICES.map(|(_, id, name)| ControllerDescription {
            description: name.as_ptr(),
            id,
        });
        let port = || ControllerInfo {
            types: types.as_ptr(),
            count: types.len() as c_uint,
        };
        let end = ControllerInfo {
            types: null(),
            count: 0,
        };
        self.command(
            environment::SET_CONTROLLER_INFO,
            [port(), port(), end].as_ptr(),
        );
        self.declare_options();
    }

    fn declare_options(&self) {
        let version: c_uint = 0;
        // The version is in a `Cell`, because the front end writes to it through the pointer.
        let mut version = std::cell::Cell::new(version);
        let has_version = self.command(environment::GET_CORE_OPTIONS_VERSION, version.as_ptr());
        if has_version && *version.get_mut() >= 2 {
            let mut definitions: Vec<OptionDefinition> = OPTIONS
                .iter()
                .map(Some)
                .chain([None])
                .map(definition)
                .collect();
            let options = Options {
                categories: std::ptr::null_mut(),
                definitions: definitions.as_mut_ptr(),
            };
            self.command(environment::SET_CORE_OPTIONS_V2, &options);
            return;
        }
        // Older front ends expect one string per option.
        let values: Vec<CString> = OPTIONS.iter().map(variable_value).collect();
        let mut variables: Vec<Variable> = OPTIONS
            .iter()
            .zip(&values)
            .map(|(option, value)| Variable {
                key: option.key.as_ptr(),
                value: value.as_ptr(),
            })
            .collect();
        variables.push(Variable {
            key: null(),
            value: null(),
        });
        self.command(environment::SET_VARIABLES, variables.as_ptr());
    }

    /// Selects the pixel format. Returns `false` if the front end does not support it.
    pub fn set_pixel_format(&self) -> bool {
        self.command(environment::SET_PIXEL_FORMAT, &PIXEL_FORMAT_XRGB8888)
    }

    /// Tells the front end the names of the buttons of both pads.
    pub fn describe_buttons(&self) {
        let mut descriptors: Vec<InputDescriptor> = (0..2)
            .flat_map(|port| {
                BUTTONS.map(|(id, description)| InputDescriptor {
                    port,
                    device: device::JOYPAD,
                    index: 0,
                    id,
                    description: description.as_ptr(),
                })
            })
            .collect();
        descriptors.push(InputDescriptor {
            port: 0,
            device: 0,
            index: 0,
            id: 0,
            description: null(),
        });
        self.command(environment::SET_INPUT_DESCRIPTORS, descriptors.as_ptr());
    }

    /// Tells the front end the address of the RAM. The RAM must stay at this address until the game
    /// is unloaded.
    pub fn map_memory(&self, ram: &mut [u8; 128]) {
        let descriptor = MemoryDescriptor {
            flags: 0,
            pointer: ram.as_mut_ptr().cast(),
            offset: 0,
            start: 0x80,
            select: 0,
            disconnect: 0,
            length: ram.len(),
            address_space: null(),
        };
        let map = MemoryMap {
            descriptors: &descriptor,
            count: 1,
        };
        self.command(environment::SET_MEMORY_MAPS, &map);
        self.command(environment::SET_SUPPORT_ACHIEVEMENTS, &true);
    }

    /// Returns the front end's value for an option; `None` if the front end has none.
    pub fn option(&self, key: &CStr) -> Option<String> {
        let variable = std::cell::Cell::new(Variable {
            key: key.as_ptr(),
            value: null(),
        });
        if !self.command(environment::GET_VARIABLE, variable.as_ptr()) {
            return None;
        }
        let value = variable.into_inner().value;
        if value.is_null() {
            return None;
        }
        // SAFETY: the front end returns a null-terminated string that is valid until this command
        // is sent again. The string is copied before that.
        let text = unsafe { CStr::from_ptr(value) };
        text.to_str().ok().map(str::to_owned)
    }

    /// Returns true if options have changed since the last call.
    pub fn options_changed(&self) -> bool {
        let changed = std::cell::Cell::new(false);
        self.command(environment::GET_VARIABLE_UPDATE, changed.as_ptr()) && changed.get()
    }

    /// Shows a message to the player.
    pub fn message(&self, text: &str) {
        let Ok(text) = CString::new(text.replace('\0', " ")) else {
            return;
        };
        let message = Message {
            text: text.as_ptr(),
            frames: MESSAGE_FRAMES,
        };
        self.command(environment::SET_MESSAGE, &message);
    }

    /// Changes the size and aspect ratio of the picture.
    pub fn set_geometry(&self, geometry: &Geometry) {
        self.command(environment::SET_GEOMETRY, geometry);
    }

    /// Changes the geometry, the frame rate and the sample rate.
    pub fn set_av_info(&self, info: &AvInfo) {
        self.command(environment::SET_SYSTEM_AV_INFO, info);
    }

    /// Shows a picture.
    pub fn show(&self, picture: &Pixels) {
        let Some(video) = self.video else { return };
        let Pixels { pixels, width } = picture;
        let height = pixels.len() / (*width).max(1);
        let (pitch, width, height) = (width * size_of::<u32>(), *width as c_uint, height as c_uint);
        // SAFETY: `pixels` contains `height` lines of `pitch` bytes, and is valid during the call.
        unsafe { video(pixels.as_ptr().cast(), width, height, pitch) }
    }

    /// Plays samples, with left and right samples alternating.
    pub fn play(&self, sound: &[i16]) {
        if let Some(sample_batch) = self.sample_batch {
            let mut rest = sound;
            while !rest.is_empty() {
                // SAFETY: `rest` contains this number of pairs, and is valid during the call.
                let taken = unsafe { sample_batch(rest.as_ptr(), rest.len() / 2) };
                // If the front end has taken no samples, its buffer is full, so drop the remaining
                // samples.
                if taken == 0 {
                    return;
                }
                rest = rest.get(taken * 2..).unwrap_or_default();
            }
        } else if let Some(sample) = self.sample {
            for pair in sound.chunks_exact(2) {
                // SAFETY: the arguments are two numbers.
                unsafe { sample(pair[0], pair[1]) }
            }
        }
    }

    /// Makes the front end read its input devices.
    pub fn poll(&self) {
        if let Some(poll) = self.poll {
            // SAFETY: there are no arguments.
            unsafe { poll() }
        }
    }

    /// Returns the state of a button or axis; 0 if the front end has not set an input callback.
    pub fn input(&self, port: c_uint, device: c_uint, index: c_uint, id: c_uint) -> i16 {
        self.input.map_or(0, |input| {
            // SAFETY: the arguments are four numbers.
            unsafe { input(port, device, index, id) }
        })
    }
}

/// Converts an option to the format of version 2 of the options interface. For `None`, returns the
/// entry that ends the list.
fn definition(option: Option<&crate::options::CoreOption>) -> OptionDefinition {
    let unused = OptionValue {
        value: null(),
        label: null(),
    };
    let mut values = [unused; OPTION_VALUES];
    let pointer = |field: fn(&crate::options::CoreOption) -> &'static CStr| {
        option.map_or(null(), |option| field(option).as_ptr())
    };
    for (entry, (value, label)) in values.iter_mut().zip(option.map_or(&[][..], |o| o.values)) {
        *entry = OptionValue {
            value: value.as_ptr(),
            label: label.as_ptr(),
        };
    }
    OptionDefinition {
        key: pointer(|option| option.key),
        description: pointer(|option| option.title),
        description_categorized: null(),
        info: pointer(|option| option.info),
        info_categorized: null(),
        category: null(),
        values,
        default: pointer(|option| option.values[0].0),
    }
}

/// Returns an option as a string for older front ends: `title; value|value`, with the default value
/// first.
fn variable_value(option: &crate::options::CoreOption) -> CString {
    let values: Vec<_> = option
        .values
        .iter()
        .map(|(value, _)| value.to_string_lossy())
        .collect();
    let title = option.title.to_string_lossy();
    CString::new(format!("{title}; {}", values.join("|"))).unwrap_or_default()
}
