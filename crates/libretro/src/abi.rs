//! The part of the libretro interface that this core uses: numbers and structures.
//!
//! Source: the public header `libretro.h`, API version 1. The names follow the header's, without
//! the prefixes `RETRO_` and `retro_`.

use std::ffi::{c_char, c_uint, c_void};

/// Version of the interface.
pub const API_VERSION: c_uint = 1;

/// Kinds of devices.
pub mod device {
    use std::ffi::c_uint;

    /// No device.
    pub const NONE: c_uint = 0;
    /// The RetroPad, libretro's abstract gamepad.
    pub const JOYPAD: c_uint = 1;
    /// A mouse. It reports the movement since the last poll.
    pub const MOUSE: c_uint = 2;
    /// A keyboard.
    pub const KEYBOARD: c_uint = 3;
    /// The RetroPad's sticks.
    pub const ANALOG: c_uint = 5;

    /// Returns the device number of a controller that the core defines. The front end reads its
    /// input from the standard device `base`.
    pub const fn subclass(base: c_uint, id: c_uint) -> c_uint {
        ((id + 1) << 8) | base
    }
}

/// Buttons of the RetroPad.
#[allow(missing_docs, reason = "names of buttons")]
pub mod joypad {
    use std::ffi::c_uint;

    pub const B: c_uint = 0;
    pub const Y: c_uint = 1;
    pub const SELECT: c_uint = 2;
    pub const START: c_uint = 3;
    pub const UP: c_uint = 4;
    pub const DOWN: c_uint = 5;
    pub const LEFT: c_uint = 6;
    pub const RIGHT: c_uint = 7;
    pub const A: c_uint = 8;
    pub const X: c_uint = 9;
    pub const L: c_uint = 10;
    pub const R: c_uint = 11;
    pub const L2: c_uint = 12;
    pub const R2: c_uint = 13;
    pub const L3: c_uint = 14;
    pub const R3: c_uint = 15;
}

/// Index of the left stick.
pub const ANALOG_LEFT: c_uint = 0;
/// The horizontal axis of a stick.
pub const ANALOG_X: c_uint = 0;
/// Horizontal movement of the mouse.
pub const MOUSE_X: c_uint = 0;
/// Left button of the mouse.
pub const MOUSE_LEFT: c_uint = 2;

/// The region for a frame rate of about 60 Hz.
pub const REGION_NTSC: c_uint = 0;
/// The region for a frame rate of about 50 Hz.
pub const REGION_PAL: c_uint = 1;

/// Memory that the front end saves in a file.
pub const MEMORY_SAVE_RAM: c_uint = 0;
/// The console's RAM, for achievements and cheats.
pub const MEMORY_SYSTEM_RAM: c_uint = 2;

/// Commands to the environment callback.
#[allow(missing_docs, reason = "the header's names")]
pub mod environment {
    use std::ffi::c_uint;

    const EXPERIMENTAL: c_uint = 0x10000;
    pub const SET_PIXEL_FORMAT: c_uint = 10;
    pub const SET_INPUT_DESCRIPTORS: c_uint = 11;
    pub const GET_VARIABLE: c_uint = 15;
    pub const SET_VARIABLES: c_uint = 16;
    pub const GET_VARIABLE_UPDATE: c_uint = 17;
    pub const SET_SUPPORT_NO_GAME: c_uint = 18;
    pub const SET_MESSAGE: c_uint = 6;
    pub const SET_SYSTEM_AV_INFO: c_uint = 32;
    pub const SET_CONTROLLER_INFO: c_uint = 35;
    pub const SET_MEMORY_MAPS: c_uint = 36 | EXPERIMENTAL;
    pub const SET_GEOMETRY: c_uint = 37;
    pub const SET_SUPPORT_ACHIEVEMENTS: c_uint = 42 | EXPERIMENTAL;
    pub const GET_CORE_OPTIONS_VERSION: c_uint = 52;
    pub const SET_CORE_OPTIONS_V2: c_uint = 67;
}

/// 32-bit pixels, `0x00RRGGBB`.
pub const PIXEL_FORMAT_XRGB8888: c_uint = 1;

/// `retro_system_info`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct SystemInfo {
    pub library_name: *const c_char,
    pub library_version: *const c_char,
    pub valid_extensions: *const c_char,
    pub need_fullpath: bool,
    pub block_extract: bool,
}

/// `retro_game_geometry`
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[allow(missing_docs, reason = "the header's names")]
pub struct Geometry {
    pub base_width: c_uint,
    pub base_height: c_uint,
    pub max_width: c_uint,
    pub max_height: c_uint,
    pub aspect_ratio: f32,
}

/// `retro_system_av_info`, with the fields of `retro_system_timing` inline
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[allow(missing_docs, reason = "the header's names")]
pub struct AvInfo {
    pub geometry: Geometry,
    pub fps: f64,
    pub sample_rate: f64,
}

/// `retro_game_info`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct GameInfo {
    pub path: *const c_char,
    pub data: *const c_void,
    pub size: usize,
    pub meta: *const c_char,
}

/// `retro_variable`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct Variable {
    pub key: *const c_char,
    pub value: *const c_char,
}

/// `retro_message`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct Message {
    pub text: *const c_char,
    pub frames: c_uint,
}

/// `retro_input_descriptor`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct InputDescriptor {
    pub port: c_uint,
    pub device: c_uint,
    pub index: c_uint,
    pub id: c_uint,
    pub description: *const c_char,
}

/// `retro_controller_description`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct ControllerDescription {
    pub description: *const c_char,
    pub id: c_uint,
}

/// `retro_controller_info`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct ControllerInfo {
    pub types: *const ControllerDescription,
    pub count: c_uint,
}

/// `retro_memory_descriptor`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct MemoryDescriptor {
    pub flags: u64,
    pub pointer: *mut c_void,
    pub offset: usize,
    pub start: usize,
    pub select: usize,
    pub disconnect: usize,
    pub length: usize,
    pub address_space: *const c_char,
}

/// `retro_memory_map`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct MemoryMap {
    pub descriptors: *const MemoryDescriptor,
    pub count: c_uint,
}

/// Size of the array of an option's values, including the empty value that ends the list.
pub const OPTION_VALUES: usize = 128;

/// `retro_core_option_value`
#[repr(C)]
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the header's names")]
pub struct OptionValue {
    pub value: *const c_char,
    pub label: *const c_char,
}

/// `retro_core_option_v2_definition`
#[repr(C)]
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "the header's names")]
pub struct OptionDefinition {
    pub key: *const c_char,
    pub description: *const c_char,
    pub description_categorized: *const c_char,
    pub info: *const c_char,
    pub info_categorized: *const c_char,
    pub category: *const c_char,
    pub values: [OptionValue; OPTION_VALUES],
    pub default: *const c_char,
}

/// `retro_core_options_v2`
#[repr(C)]
#[derive(Debug)]
#[allow(missing_docs, reason = "the header's names")]
pub struct Options {
    pub categories: *mut c_void,
    pub definitions: *mut OptionDefinition,
}

/// `retro_environment_t`
pub type EnvironmentCallback = unsafe extern "C" fn(command: c_uint, data: *mut c_void) -> bool;
/// `retro_video_refresh_t`
pub type VideoCallback =
    unsafe extern "C" fn(pixels: *const c_void, width: c_uint, height: c_uint, pitch: usize);
/// `retro_audio_sample_t`
pub type SampleCallback = unsafe extern "C" fn(left: i16, right: i16);
/// `retro_audio_sample_batch_t`
pub type SampleBatchCallback = unsafe extern "C" fn(samples: *const i16, frames: usize) -> usize;
/// `retro_input_poll_t`
pub type PollCallback = unsafe extern "C" fn();
/// `retro_input_state_t`
pub type InputCallback =
    unsafe extern "C" fn(port: c_uint, device: c_uint, index: c_uint, id: c_uint) -> i16;
