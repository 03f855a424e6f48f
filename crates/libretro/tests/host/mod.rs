//! A small libretro front end for tests. It calls the library's functions as RetroArch does, and
//! stores the data that its callbacks receive.

use crownhead_libretro::{
    abi::{AvInfo, GameInfo, MemoryMap, Message, Variable, environment},
    exports::*,
};
use std::{
    cell::RefCell,
    collections::HashMap,
    ffi::{CStr, CString, c_uint, c_void},
    ptr::null,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The data that the callbacks have received, and the values that they will return to the library.
#[derive(Default)]
pub struct CallbackData {
    /// The last picture, and its width and height.
    pub picture: Vec<u32>,
    pub size: (u32, u32),
    /// The sound of the last frame; left and right samples alternate.
    pub sound: Vec<i16>,
    /// The port and the id of each button that is held.
    pub held: Vec<(u32, u32)>,
    /// The horizontal axis of each port's left stick.
    pub axis: [i16; 2],
    /// The values of the core's options, by key.
    pub options: HashMap<String, CString>,
    pub options_changed: bool,
    pub messages: Vec<String>,
    /// The option keys that the core has declared.
    pub declared: Vec<String>,
    pub av_infos: Vec<AvInfo>,
    /// The address of the last picture, and its number of pixels.
    pub pixels: Option<(*const u32, usize)>,
    /// The start address and the length of the mapped memory.
    pub mapped: Option<(usize, usize)>,
    /// A function that every callback calls with the callback's name.
    pub on_callback: Option<fn(&str)>,
}

thread_local! {
    static CALLBACK_DATA: RefCell<CallbackData> = RefCell::default();
}

/// A lock that each test holds: the library has only one state, so tests must not run at the same
/// time.
static LIBRARY_LOCK: Mutex<()> = Mutex::new(());

/// A front end that has initialized the library.
pub struct Host {
    _lock: MutexGuard<'static, ()>,
}

impl Host {
    pub fn new() -> Host {
        let lock = LIBRARY_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        with_callback_data(|callbacks| *callbacks = CallbackData::default());
        assert_eq!(retro_api_version(), 1);
        retro_set_environment(on_environment);
        retro_set_video_refresh(on_video);
        retro_set_audio_sample_batch(on_samples);
        retro_set_input_poll(on_poll);
        retro_set_input_state(on_input);
        retro_init();
        Host { _lock: lock }
    }

    /// Loads content (or starts without content), and then requests the audio and video
    /// information.
    pub fn load(&self, content: Option<(&str, &[u8])>) -> bool {
        let loaded = self.load_game(content);
        let mut info = AvInfo::default();
        // SAFETY: `info` may be written.
        unsafe { retro_get_system_av_info(&mut info) };
        loaded
    }

    fn load_game(&self, content: Option<(&str, &[u8])>) -> bool {
        let Some((name, bytes)) = content else {
            // SAFETY: null means no content and is allowed.
            return unsafe { retro_load_game(null()) };
        };
        let path = CString::new(name).unwrap();
        let game = GameInfo {
            path: path.as_ptr(),
            data: bytes.as_ptr().cast(),
            size: bytes.len(),
            meta: null(),
        };
        // SAFETY: the path and the bytes stay valid during the call.
        unsafe { retro_load_game(&game) }
    }

    pub fn set_option(&self, key: &str, value: &str) {
        with_callback_data(|callbacks| {
            callbacks
                .options
                .insert(key.into(), CString::new(value).unwrap());
            callbacks.options_changed = true;
        });
    }

    pub fn hold(&self, held: &[(u32, u32)]) {
        with_callback_data(|callbacks| callbacks.held = held.to_vec());
    }

    /// Runs one frame, and returns its picture and sound.
    pub fn run(&self) -> (Vec<u32>, Vec<i16>) {
        with_callback_data(|callbacks| callbacks.sound.clear());
        retro_run();
        with_callback_data(|callbacks| (callbacks.picture.clone(), callbacks.sound.clone()))
    }

    pub fn serialize(&self) -> Vec<u8> {
        let mut state = vec![0xa5; retro_serialize_size()];
        // SAFETY: the buffer has the given size.
        assert!(unsafe { retro_serialize(state.as_mut_ptr().cast(), state.len()) });
        state
    }

    pub fn unserialize(&self, state: &[u8]) -> bool {
        // SAFETY: the buffer has the given size.
        unsafe { retro_unserialize(state.as_ptr().cast(), state.len()) }
    }

    /// Returns the RAM as the front end sees it.
    pub fn ram(&self) -> Vec<u8> {
        let size = retro_get_memory_size(2);
        // SAFETY: the library promises `size` bytes at this address.
        unsafe { std::slice::from_raw_parts(retro_get_memory_data(2).cast::<u8>(), size) }.to_vec()
    }

    /// Returns the memory that a front end should save to a file; empty if there is none.
    pub fn save_ram(&self) -> Vec<u8> {
        let (data, size) = (retro_get_memory_data(0), retro_get_memory_size(0));
        assert_eq!(data.is_null(), size == 0);
        match size {
            0 => Vec::new(),
            // SAFETY: the library promises `size` bytes at this address.
            _ => unsafe { std::slice::from_raw_parts(data.cast::<u8>(), size) }.to_vec(),
        }
    }

    pub fn write_save_ram(&self, bytes: &[u8]) {
        assert_eq!(retro_get_memory_size(0), bytes.len());
        let data = retro_get_memory_data(0).cast::<u8>();
        // SAFETY: the library promises this number of bytes at `data`.
        unsafe { std::slice::from_raw_parts_mut(data, bytes.len()) }.copy_from_slice(bytes);
    }

    pub fn write_ram(&self, address: usize, data: u8) {
        // SAFETY: the library promises 128 bytes at this address, and `address` is at least $80.
        unsafe { *retro_get_memory_data(2).cast::<u8>().add(address - 0x80) = data }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        retro_unload_game();
        retro_deinit();
    }
}

/// Calls a function with the callbacks' data.
pub fn with_callback_data<T>(function: impl FnOnce(&mut CallbackData) -> T) -> T {
    CALLBACK_DATA.with_borrow_mut(function)
}

/// Calls [`CallbackData::on_callback`], if it is set, with the name of the current callback.
fn run_on_callback(callback: &str) {
    if let Some(function) = with_callback_data(|callbacks| callbacks.on_callback) {
        function(callback);
    }
}

unsafe extern "C" fn on_environment(command: c_uint, data: *mut c_void) -> bool {
    run_on_callback("environment");
    // SAFETY: for each command, `data` points to the type that the libretro header defines.
    unsafe {
        match command {
            environment::SET_PIXEL_FORMAT => *data.cast::<c_uint>() == 1,
            environment::GET_VARIABLE => {
                let variable = &mut *data.cast::<Variable>();
                let key = CStr::from_ptr(variable.key).to_str().unwrap();
                let value = with_callback_data(|callbacks| {
                    callbacks.options.get(key).map(|value| value.as_ptr())
                });
                variable.value = value.unwrap_or(null());
                value.is_some()
            }
            environment::GET_VARIABLE_UPDATE => {
                *data.cast::<bool>() =
                    with_callback_data(|callbacks| std::mem::take(&mut callbacks.options_changed));
                true
            }
            environment::SET_VARIABLES => {
                let mut variable = data.cast::<Variable>();
                while !(*variable).key.is_null() {
                    let key = CStr::from_ptr((*variable).key).to_str().unwrap().to_owned();
                    with_callback_data(|callbacks| callbacks.declared.push(key));
                    variable = variable.add(1);
                }
                true
            }
            environment::SET_MESSAGE => {
                let text = CStr::from_ptr((*data.cast::<Message>()).text);
                with_callback_data(|callbacks| {
                    callbacks.messages.push(text.to_str().unwrap().to_owned())
                });
                true
            }
            environment::SET_SYSTEM_AV_INFO => {
                with_callback_data(|callbacks| callbacks.av_infos.push(*data.cast::<AvInfo>()));
                true
            }
            environment::SET_MEMORY_MAPS => {
                let map = &*data.cast::<MemoryMap>();
                let first = &*map.descriptors;
                with_callback_data(|callbacks| {
                    callbacks.mapped = Some((first.start, first.length))
                });
                true
            }
            _ => false,
        }
    }
}

unsafe extern "C" fn on_video(pixels: *const c_void, width: c_uint, height: c_uint, pitch: usize) {
    run_on_callback("video");
    assert_eq!(pitch, width as usize * 4);
    // SAFETY: the library promises this number of pixels.
    let pixels = unsafe { std::slice::from_raw_parts(pixels.cast(), (width * height) as usize) };
    with_callback_data(|callbacks| {
        callbacks.picture = pixels.to_vec();
        callbacks.pixels = Some((pixels.as_ptr(), pixels.len()));
        callbacks.size = (width, height);
    });
}

unsafe extern "C" fn on_samples(samples: *const i16, frames: usize) -> usize {
    run_on_callback("samples");
    // Accept only a few samples, like a sound device whose buffer is nearly full.
    let frames = frames.min(100);
    // SAFETY: the library promises this number of sample pairs.
    let samples = unsafe { std::slice::from_raw_parts(samples, frames * 2) };
    with_callback_data(|callbacks| callbacks.sound.extend(samples));
    frames
}

unsafe extern "C" fn on_poll() {
    run_on_callback("poll");
}

unsafe extern "C" fn on_input(port: c_uint, device: c_uint, index: c_uint, id: c_uint) -> i16 {
    run_on_callback("input");
    with_callback_data(|callbacks| match device {
        1 => i16::from(callbacks.held.contains(&(port, id))),
        5 if index == 0 && id == 0 => callbacks.axis[port as usize],
        _ => 0,
    })
}
