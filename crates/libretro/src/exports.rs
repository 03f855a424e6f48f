//! The functions that a front end calls. Their names are those of the libretro interface.
//!
//! The interface allows one core per library, and requires that all calls come from one thread. So
//! there is one [`State`], and no thread ever waits for its lock. A front end may call the library
//! from inside a callback, so no function here holds the lock while it calls the front end. During
//! `retro_run`, the game stays in the [`State`], so that the callbacks can query or unload it.
//!
//! `#[unsafe(no_mangle)]` exports a function under its Rust name. It is marked as unsafe because
//! names could collide; the prefix `retro_` prevents that.

use crate::{
    abi::{
        API_VERSION, AvInfo, EnvironmentCallback, GameInfo, Geometry, InputCallback, PollCallback,
        REGION_NTSC, REGION_PAL, SampleBatchCallback, SampleCallback, SystemInfo, VideoCallback,
    },
    core::{Core, Pads, Pixels},
    host::{DEVICES, Host},
    options::Settings,
    pads,
};
use std::{
    ffi::{CStr, c_char, c_uint, c_void},
    ptr::null_mut,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The data that the library keeps between calls.
struct State {
    host: Host,
    core: Option<Core>,
    /// The picture size, frame rate and sample rate that were last sent to the front end.
    av_info: AvInfo,
    /// The last picture that was sent to the front end. RetroArch keeps the picture's address, and
    /// reads the picture again while paused and for screenshots, even after loading a state. So the
    /// picture must not be freed until the next one has been sent.
    last_picture: Option<Arc<Pixels>>,
}

/// The output of a frame, for the front end.
struct FrameOutput {
    picture: Arc<Pixels>,
    sound: Vec<i16>,
    change: Option<Change>,
}

/// A change that must be sent to the front end: new rates, or only a new picture size.
enum Change {
    Rate(AvInfo),
    Geometry(Geometry),
}

impl State {
    /// Runs one frame. Returns `None` if no game is loaded.
    fn run(&mut self, pads: &Pads) -> Option<FrameOutput> {
        let core = self.core.as_mut()?;
        core.run(pads);
        let (info, last_sent) = (core.av_info(), self.av_info);
        self.av_info = info;
        let change = if (info.fps, info.sample_rate) != (last_sent.fps, last_sent.sample_rate) {
            Some(Change::Rate(info))
        } else {
            (info.geometry != last_sent.geometry).then_some(Change::Geometry(info.geometry))
        };
        Some(FrameOutput {
            picture: core.picture(),
            sound: core.sound().to_vec(),
            change,
        })
    }
}

static STATE: Mutex<State> = Mutex::new(State {
    host: Host {
        environment: None,
        video: None,
        sample_batch: None,
        sample: None,
        poll: None,
        input: None,
    },
    core: None,
    av_info: AvInfo {
        geometry: Geometry {
            base_width: 0,
            base_height: 0,
            max_width: 0,
            max_height: 0,
            aspect_ratio: 0.0,
        },
        fps: 0.0,
        sample_rate: 0.0,
    },
    last_picture: None,
});

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes the core to `action`, and returns the result of `action`. If no game is loaded, returns
/// the default value.
fn with_core<T: Default>(action: impl FnOnce(&mut Core) -> T) -> T {
    state().core.as_mut().map(action).unwrap_or_default()
}

/// Returns the version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn retro_api_version() -> c_uint {
    API_VERSION
}

/// Does nothing: the core is created when a game is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn retro_init() {}

/// Drops the core and the callbacks.
#[unsafe(no_mangle)]
pub extern "C" fn retro_deinit() {
    let mut state = state();
    state.core = None;
    state.last_picture = None;
    state.host = Host::default();
}

/// Sets the environment callback, and declares the core's options and controllers.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_environment(callback: EnvironmentCallback) {
    let host = {
        let mut state = state();
        state.host.environment = Some(callback);
        state.host
    };
    host.declare_capabilities();
}

/// Sets the callback that receives the picture of each frame.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_video_refresh(callback: VideoCallback) {
    state().host.video = Some(callback);
}

/// Sets the callback for single samples, which the core uses only if the front end has not set a
/// callback for batches.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample(callback: SampleCallback) {
    state().host.sample = Some(callback);
}

/// Sets the callback for batches of sound samples.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_audio_sample_batch(callback: SampleBatchCallback) {
    state().host.sample_batch = Some(callback);
}

/// Sets the callback that makes the front end read its input devices.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_poll(callback: PollCallback) {
    state().host.poll = Some(callback);
}

/// Sets the callback that returns buttons and axes.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_input_state(callback: InputCallback) {
    state().host.input = Some(callback);
}

/// Writes the core's name, its version and the file extensions that it accepts.
///
/// # Safety
/// `info` must point to a writable `retro_system_info`, or be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_info(info: *mut SystemInfo) {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    let value = SystemInfo {
        library_name: c"Crownhead".as_ptr(),
        library_version: VERSION.as_ptr(),
        valid_extensions: c"a26|bin|rom".as_ptr(),
        need_fullpath: false,
        block_extract: false,
    };
    if !info.is_null() {
        // SAFETY: not null, and the caller promises that it is writable.
        unsafe { info.write(value) }
    }
}

/// Writes the loaded game's picture size, frame rate and sample rate.
///
/// # Safety
/// `info` must point to a writable `retro_system_av_info`, or be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_get_system_av_info(info: *mut AvInfo) {
    let mut state = state();
    let value = state.core.as_mut().map(Core::av_info).unwrap_or_default();
    state.av_info = value;
    if !info.is_null() {
        // SAFETY: not null, and the caller promises that it is writable.
        unsafe { info.write(value) }
    }
}

/// Plugs a controller into a port.
#[unsafe(no_mangle)]
pub extern "C" fn retro_set_controller_port_device(port: c_uint, device: c_uint) {
    let found = DEVICES.iter().find(|(_, id, _)| *id == device);
    let kind = found.and_then(|(kind, _, _)| *kind);
    with_core(|core| core.set_device(port as usize, kind));
}

/// Switches the console off and on again.
#[unsafe(no_mangle)]
pub extern "C" fn retro_reset() {
    with_core(Core::reset);
}

/// Loads a cartridge, or Video Checkers if `game` is null.
///
/// # Safety
/// `game` must be null or point to a `retro_game_info` whose path is null or a null-terminated
/// string, and whose data is null or points to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_load_game(game: *const GameInfo) -> bool {
    // SAFETY: the caller promises that the pointer is null, or valid during this call.
    let game = unsafe { game.as_ref() };
    let file = game.map(|game| {
        // SAFETY: as above.
        unsafe { (copy_string(game.path), game_data(game)) }
    });
    let file = file.as_ref().map(|(name, bytes)| (name.as_str(), *bytes));
    let host = state().host;
    if !host.set_pixel_format() {
        host.message("Crownhead needs a front end that shows 32-bit pixels (XRGB8888)");
        return false;
    }
    let settings = Settings::read(|key| host.option(key));
    let mut core = match Core::new(file, settings) {
        Ok(core) => core,
        Err(error) => {
            host.message(&format!("Crownhead: {error}"));
            return false;
        }
    };
    host.describe_buttons();
    // The RAM is boxed, so its address stays the same when the core moves.
    host.map_memory(core.ram());
    if let Some(message) = core.open_debug_port() {
        host.message(&format!("Crownhead: {message}"));
    }
    state().core = Some(core);
    true
}

/// Copies the string at a pointer. The result is empty if the pointer is null.
///
/// # Safety
/// `pointer` must be null or point to a null-terminated string that stays valid during the call.
unsafe fn copy_string(pointer: *const c_char) -> String {
    if pointer.is_null() {
        String::new()
    } else {
        // SAFETY: the pointer is not null, and the caller promises a null-terminated string.
        unsafe { CStr::from_ptr(pointer) }
            .to_string_lossy()
            .into_owned()
    }
}

/// Returns the bytes of the game file. The result is empty if the pointer to them is null.
///
/// # Safety
/// The data pointer must be null or point to `size` bytes that stay valid for as long as `game` is
/// borrowed.
unsafe fn game_data(game: &GameInfo) -> &[u8] {
    if game.data.is_null() {
        &[]
    } else {
        // SAFETY: the pointer is not null, and the caller promises that it points to `size` bytes.
        unsafe { std::slice::from_raw_parts(game.data.cast(), game.size) }
    }
}

/// Returns `false`, because the core does not support games that consist of several parts.
#[unsafe(no_mangle)]
pub extern "C" fn retro_load_game_special(_: c_uint, _: *const GameInfo, _: usize) -> bool {
    false
}

/// Removes the cartridge.
#[unsafe(no_mangle)]
pub extern "C" fn retro_unload_game() {
    state().core = None;
}

/// Runs one frame, and sends its picture and sound to the front end.
#[unsafe(no_mangle)]
pub extern "C" fn retro_run() {
    let host = state().host;
    if host.options_changed() {
        let settings = Settings::read(|key| host.option(key));
        let message = with_core(|core| {
            let port = core.settings().debug_port;
            core.set_settings(settings);
            (core.settings().debug_port != port).then(|| core.open_debug_port())?
        });
        if let Some(message) = message {
            host.message(&format!("Crownhead: {message}"));
        }
    }
    host.poll();
    let Some(controllers) = with_core(|core| Some(core.controllers())) else {
        return;
    };
    let pads = pads::read(controllers, &|port, device, index, id| {
        host.input(port, device, index, id)
    });
    let Some(frame) = state().run(&pads) else {
        return;
    };
    match frame.change {
        Some(Change::Rate(info)) => host.set_av_info(&info),
        Some(Change::Geometry(geometry)) => host.set_geometry(&geometry),
        None => {}
    }
    host.show(&frame.picture);
    state().last_picture = Some(frame.picture);
    host.play(&frame.sound);
}

/// Returns the size of a state in bytes, which does not change while a game is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn retro_serialize_size() -> usize {
    with_core(|core| core.state_size())
}

/// Saves the state to `data`.
///
/// # Safety
/// `data` must point to `size` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_serialize(data: *mut c_void, size: usize) -> bool {
    if data.is_null() {
        return false;
    }
    // SAFETY: `data` is not null, and points to `size` bytes, as the caller promises.
    let out = unsafe { std::slice::from_raw_parts_mut(data.cast(), size) };
    with_core(|core| core.serialize(out))
}

/// Restores a saved state.
///
/// # Safety
/// `data` must point to `size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_unserialize(data: *const c_void, size: usize) -> bool {
    if data.is_null() {
        return false;
    }
    // SAFETY: `data` is not null, and points to `size` bytes, as the caller promises.
    let state = unsafe { std::slice::from_raw_parts(data.cast(), size) };
    with_core(|core| core.unserialize(state))
}

/// Removes all cheats.
#[unsafe(no_mangle)]
pub extern "C" fn retro_cheat_reset() {
    with_core(Core::clear_cheats);
}

/// Sets the cheat at an index to `address:value` (in hexadecimal), or removes it if `enabled` is
/// false.
///
/// # Safety
/// `code` must be null or point to a null-terminated string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn retro_cheat_set(index: c_uint, enabled: bool, code: *const c_char) {
    // SAFETY: as the caller promises.
    let code = unsafe { copy_string(code) };
    let valid = with_core(|core| core.set_cheat(index as usize, enabled.then_some(&code)));
    if !valid {
        let host = state().host;
        host.message("A cheat is address:value in hexadecimal, such as 80:FF");
    }
}

/// Returns the PAL region for television standards with 312 scanlines per frame. Returns the NTSC
/// region for all others, and if no game is loaded.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_region() -> c_uint {
    let lines = with_core(|core| core.standard().scanlines());
    match lines {
        312 => REGION_PAL,
        _ => REGION_NTSC,
    }
}

/// Returns the console's RAM or the SaveKey's contents; null for any other memory.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_data(id: c_uint) -> *mut c_void {
    let mut state = state();
    match state.core.as_mut().map(|core| core.memory(id)) {
        Some(bytes) if !bytes.is_empty() => bytes.as_mut_ptr().cast(),
        _ => null_mut(),
    }
}

/// Returns the size in bytes of the memory that [`retro_get_memory_data`] points to.
#[unsafe(no_mangle)]
pub extern "C" fn retro_get_memory_size(id: c_uint) -> usize {
    with_core(|core| core.memory(id).len())
}
