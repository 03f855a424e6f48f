//! The console's interface for JavaScript. Errors become `Error` objects, whose message is the text
//! to show.

use crate::{console, controls, link, run_hashes};
use play::{bundled::BUNDLED, image::UnpackedImage, standard::PaletteChoice};
use signal::Preset;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Returns the names of the bundled cartridges.
#[wasm_bindgen(js_name = bundledNames)]
pub fn bundled_names() -> Vec<String> {
    BUNDLED.map(|bundled| bundled.name.into()).into()
}

/// Returns the image of a bundled cartridge, or an empty vector if the name is unknown.
#[wasm_bindgen(js_name = bundledImage)]
pub fn bundled_image(name: &str) -> Vec<u8> {
    let found = BUNDLED.iter().find(|bundled| bundled.name == name);
    found.map_or_else(Vec::new, |bundled| bundled.image.to_vec())
}

/// Returns the names of the images in a zip file, or an empty vector if the file is not a zip file.
#[wasm_bindgen(js_name = imagesOf)]
pub fn images_of(name: &str, bytes: &[u8]) -> Result<Vec<String>, JsError> {
    Ok(console::Console::images(name, bytes)?)
}

/// Packs bytes into the part of a link after `#`.
#[wasm_bindgen(js_name = packLink)]
pub fn pack_link(bytes: &[u8]) -> String {
    link::pack(bytes)
}

/// Unpacks the part of a link after `#`.
#[wasm_bindgen(js_name = unpackLink)]
pub fn unpack_link(text: &str) -> Result<Vec<u8>, JsError> {
    Ok(link::unpack(text)?)
}

/// Runs an image for `frames` frames without input. Returns two hashes: the running hash over the
/// frames, and the hash of the sound.
#[wasm_bindgen(js_name = runHashes)]
pub fn run_hashes(name: &str, bytes: Vec<u8>, frames: u32) -> Result<Vec<String>, JsError> {
    let image = UnpackedImage::unpack(name, bytes)?;
    let hashes = run_hashes::RunHashes::of(image.cartridge()?, frames.into());
    Ok(vec![hashes.chain.to_string(), hashes.audio.to_string()])
}

/// A cartridge being played.
#[wasm_bindgen]
pub struct Console(console::Console);

#[wasm_bindgen]
impl Console {
    /// Opens a file; see [`console::Console::open`].
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        bytes: Vec<u8>,
        member: Option<String>,
        date: &str,
    ) -> Result<Console, JsError> {
        let opened = console::Console::open(name, bytes, member.as_deref(), date)?;
        Ok(Console(opened))
    }

    /// Inserts another image. The console then starts from `state` if given, otherwise from
    /// power-on.
    pub fn insert(
        &mut self,
        name: &str,
        bytes: Vec<u8>,
        state: Option<Vec<u8>>,
    ) -> Result<(), JsError> {
        Ok(self.0.insert(name, bytes, state.as_deref())?)
    }

    /// Presses a control. `source` identifies the key, button or touch. For the names of controls,
    /// see [`controls`].
    pub fn press(&mut self, source: u32, control: &str) -> Result<(), JsError> {
        self.0.press(source, controls::control(control)?);
        Ok(())
    }

    /// Releases the key, button or touch `source`.
    pub fn release(&mut self, source: u32) {
        self.0.release(source);
    }

    /// Releases all keys, buttons and touches.
    #[wasm_bindgen(js_name = releaseAll)]
    pub fn release_all(&mut self) {
        self.0.release_all();
    }

    /// Moves a console switch to the named position, such as `color bw` or `ldiff a`.
    #[wasm_bindgen(js_name = setLever)]
    pub fn set_lever(&mut self, name: &str) -> Result<(), JsError> {
        self.0.set_lever(controls::lever(name)?);
        Ok(())
    }

    /// Handles the mouse's horizontal position, as a fraction of the picture's width: -0.5 is the
    /// left edge, 0 the center, 0.5 the right edge.
    #[wasm_bindgen(js_name = mouseAt)]
    pub fn mouse_at(&mut self, position: f32) {
        self.0.mouse_at(position);
    }

    /// Handles a horizontal mouse movement. `distance` is a fraction of the picture's width.
    #[wasm_bindgen(js_name = mouseMoved)]
    pub fn mouse_moved(&mut self, distance: f32) {
        self.0.mouse_moved(distance);
    }

    /// Handles the horizontal position of the stick on a player's gamepad: -1 is left, 1 is right.
    #[wasm_bindgen(js_name = stickAt)]
    pub fn stick_at(&mut self, player: usize, axis: f32) {
        self.0.stick_at(player, axis);
    }

    /// Handles a click or tap at a color clock and a row of the picture.
    pub fn click(&mut self, clock: usize, row: usize) {
        self.0.click(clock, row);
    }

    /// Takes back the last move in Video Checkers.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self) {
        self.0.take_back();
    }

    /// Shows or hides the square numbers on the Video Checkers board.
    #[wasm_bindgen(js_name = setNumbers)]
    pub fn set_numbers(&mut self, on: bool) {
        self.0.set_numbers(on);
    }

    /// Sets up a Video Checkers position.
    #[wasm_bindgen(js_name = setUp)]
    pub fn set_up(&mut self, fen: &str) -> Result<(), JsError> {
        Ok(self.0.set_up(fen)?)
    }

    /// Sets whether the console runs at full speed while the cartridge is thinking.
    #[wasm_bindgen(js_name = setFastThinking)]
    pub fn set_fast_thinking(&mut self, on: bool) {
        self.0.set_fast_thinking(on);
    }

    /// Turns the console off and on.
    #[wasm_bindgen(js_name = powerCycle)]
    pub fn power_cycle(&mut self) {
        self.0.power_cycle();
    }

    /// Sets the volume, 0..=1.
    #[wasm_bindgen(js_name = setVolume)]
    pub fn set_volume(&mut self, volume: f32) {
        self.0.speaker.set_volume(volume);
    }

    /// Sets the appearance of the picture: the percentage of the previous frame to mix in, the name
    /// of the palette (or `auto`), whether to reduce flashes, and the name of the television set.
    #[wasm_bindgen(js_name = setLook)]
    pub fn set_look(&mut self, phosphor: u8, palette: &str, reduce_flashing: bool, set: &str) {
        self.0.screen.phosphor = phosphor;
        self.0.screen.palette = PaletteChoice::from_name(palette);
        self.0.screen.reduce_flashing = reduce_flashing;
        self.0.screen.preset = Preset::from_name(set).unwrap_or_default();
    }

    /// Runs the frames for the page's next picture; see [`console::Console::advance`].
    pub fn advance(&mut self, frames: u32, rate: f64, pace: f64) {
        self.0.advance(frames, rate, pace);
    }

    /// Returns true if the picture has changed since the last call.
    #[wasm_bindgen(js_name = takeChange)]
    pub fn take_change(&mut self) -> bool {
        self.0.screen.take_change()
    }

    /// Returns the address of the picture in WebAssembly memory. It is valid until another method
    /// is called. Each pixel is four bytes: red, green, blue, alpha.
    pub fn pixels(&self) -> *const u32 {
        self.0.screen.pixels().as_ptr()
    }

    /// Returns the width of the picture in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.screen.size().0
    }

    /// Returns the height of the picture in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.0.screen.size().1
    }

    /// Returns the duration of a frame in seconds.
    #[wasm_bindgen(getter)]
    pub fn period(&self) -> f64 {
        self.0.session().period().as_secs_f64()
    }

    /// Returns the number of frames since power-on.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> f64 {
        self.0.session().frames() as f64
    }

    /// Returns true while the cartridge is thinking and the console therefore runs at full speed.
    #[wasm_bindgen(getter, js_name = isThinking)]
    pub fn is_thinking(&self) -> bool {
        self.0.session().is_thinking()
    }

    /// Returns the sound samples produced since the last call: one channel, -1..=1.
    pub fn sound(&mut self) -> Vec<f32> {
        self.0.speaker.samples()
    }

    /// Returns the report for the page as JSON, or nothing if the report is the same as at the last
    /// call.
    pub fn report(&mut self) -> Option<String> {
        let report = self.0.report()?;
        serde_json::to_string(report).ok()
    }

    /// Returns the events that have occurred since the last call as a JSON array, or nothing if
    /// there are none.
    pub fn events(&mut self) -> Option<String> {
        let events = self.0.take_events();
        let events = Some(events).filter(|events| !events.is_empty())?;
        serde_json::to_string(&events).ok()
    }

    /// Returns the record of the Video Checkers game in PDN.
    pub fn record(&self) -> Option<String> {
        self.0.record()
    }

    /// Saves the state of the console, and returns it as bytes.
    pub fn save(&mut self) -> Vec<u8> {
        self.0.save()
    }

    /// Restores a saved state.
    pub fn load(&mut self, state: &[u8]) -> Result<(), JsError> {
        Ok(self.0.load(state)?)
    }

    /// Returns the session so far as an input script.
    pub fn script(&self) -> String {
        self.0.script()
    }

    /// Plays an input script, fast-forwarding through all but the last `seconds`.
    pub fn watch(&mut self, text: &str, seconds: f64) -> Result<(), JsError> {
        Ok(self.0.watch(text, seconds)?)
    }

    /// Returns states of the last ten seconds; see [`console::Console::states`].
    pub fn states(&self) -> States {
        States(self.0.states().into_iter())
    }

    /// Returns the number of the scanline that is the first row of the picture.
    #[wasm_bindgen(getter, js_name = firstLine)]
    pub fn first_line(&self) -> usize {
        self.0.session().shown_lines().start
    }

    /// Returns the image in the console.
    pub fn image(&self) -> Vec<u8> {
        self.0.session().cartridge().image().to_vec()
    }
}

/// An iterator over states of a session.
#[wasm_bindgen]
pub struct States(std::vec::IntoIter<Vec<u8>>);

#[wasm_bindgen]
impl States {
    /// Returns the next state, or nothing after the last one.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Vec<u8>> {
        self.0.next()
    }
}
