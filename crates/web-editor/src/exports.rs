//! The editor for JavaScript. Errors arrive there as `Error` objects with the text to show.

use crate::{make, study, why};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Sources for the assembler.
#[wasm_bindgen]
#[derive(Default)]
pub struct Project(make::Project);

#[wasm_bindgen]
impl Project {
    /// No sources yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Project {
        Project::default()
    }

    /// Adds a source, or replaces it.
    pub fn insert(&mut self, name: &str, text: &str) {
        self.0.insert(name, text);
    }

    /// Adds a folder in which included files are searched.
    pub fn search(&mut self, folder: &str) {
        self.0.search(folder);
    }

    /// Assembles.
    pub fn build(&self, main: &str) -> Built {
        Built(self.0.build(main))
    }

    /// Why a pixel of the last picture is as it is, as JSON, with the lines of the sources; see
    /// [`why::why`].
    pub fn why(&self, past: &Past, main: &str, x: u16, scanline: u16) -> Result<String, JsError> {
        let program = self.0.program(main).unwrap_or_default();
        let mut answer = why::why(&past.0, program, x, scanline)?;
        for line in &mut answer.lines {
            line.file = self.0.path(&line.file);
        }
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// Assembles for questions; the project is used up.
    pub fn study(self, main: &str) -> Study {
        Study(study::Study::new(self.0, main))
    }
}

/// An assembled program that answers questions; see [`study::Study`].
#[wasm_bindgen]
pub struct Study(study::Study);

#[wasm_bindgen]
impl Study {
    /// What is known about the word at a place, as Markdown.
    pub fn about(&self, file: &str, line: u32, column: u32) -> Option<String> {
        self.0.about(file, line, column)
    }

    /// Where the name at a place is defined, as JSON.
    pub fn definition(&self, file: &str, line: u32, column: u32) -> Option<String> {
        serde_json::to_string(&self.0.definition(file, line, column)?).ok()
    }

    /// What may be written at a place of a line, as JSON.
    pub fn words(&self, file: &str, line: u32, column: u32, raw: &str) -> Option<String> {
        serde_json::to_string(&self.0.words(file, line, column, raw)).ok()
    }

    /// A file in columns; nothing for a file that the program does not include.
    pub fn format(&self, file: &str) -> Result<Option<String>, JsError> {
        Ok(self.0.format(file)?)
    }
}

/// The result of assembling.
#[wasm_bindgen]
pub struct Built(make::Built);

#[wasm_bindgen]
impl Built {
    /// The image; empty where there are errors.
    pub fn image(&self) -> Vec<u8> {
        self.0.image.clone()
    }

    /// Errors and warnings, a JSON array.
    pub fn diagnostics(&self) -> String {
        self.0.diagnostics.clone()
    }

    /// True where an image was made.
    #[wasm_bindgen(getter, js_name = isComplete)]
    pub fn is_complete(&self) -> bool {
        self.0.is_complete
    }
}

/// The past of the console's session; see [`why::Past`].
#[wasm_bindgen]
pub struct Past(why::Past);

#[wasm_bindgen]
impl Past {
    /// A cartridge, and all input since power-on.
    #[wasm_bindgen(constructor)]
    pub fn new(image: &[u8], script: &str) -> Result<Past, JsError> {
        Ok(Past(why::Past::new(image, script)?))
    }

    /// Adds a state, the oldest first.
    pub fn add(&mut self, state: &[u8]) -> Result<(), JsError> {
        Ok(self.0.add(state)?)
    }
}
