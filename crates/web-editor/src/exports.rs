//! The editor's interface for JavaScript. An error becomes an `Error` object, whose message is the
//! text to show.

use crate::{analysis, assembler, hot_reload, why};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// Sources for the assembler.
#[wasm_bindgen]
#[derive(Default)]
pub struct Project(assembler::Project);

#[wasm_bindgen]
impl Project {
    /// Creates an empty project.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Project {
        Project::default()
    }

    /// Adds or replaces a source.
    pub fn insert(&mut self, name: &str, text: &str) {
        self.0.insert(name, text);
    }

    /// Adds a folder to search for included files.
    #[wasm_bindgen(js_name = addSearchFolder)]
    pub fn add_search_folder(&mut self, folder: &str) {
        self.0.add_search_folder(folder);
    }

    /// Assembles the program.
    pub fn build(&self, main: &str) -> Built {
        Built(self.0.build(main))
    }

    /// Explains a pixel of the last picture, with the source lines that made it. Returns JSON; see
    /// [`why::why`].
    pub fn why(&self, past: &Past, main: &str, x: u16, scanline: u16) -> Result<String, JsError> {
        let (_, program) = self.0.program(main).unwrap_or_default();
        let mut answer = why::why(&past.0, program, x, scanline)?;
        for line in &mut answer.lines {
            line.file = self.0.path(&line.file);
        }
        Ok(serde_json::to_string(&answer).unwrap_or_default())
    }

    /// Converts the state of a machine that runs another project into a state of a machine that
    /// runs this project. An error contains the reason why the game has to start over; see
    /// [`hot_reload::carry_over`].
    pub fn carry(
        &self,
        main: &str,
        before: &Project,
        before_main: &str,
        state: &[u8],
    ) -> Result<Vec<u8>, JsError> {
        let carried = hot_reload::carry_over(state, (&before.0, before_main), (&self.0, main));
        carried.map_err(|reason| JsError::new(&reason))
    }

    /// Assembles the program, so that the editor can ask questions about it. Consumes the project.
    pub fn analyze(self, main: &str) -> Analysis {
        Analysis(analysis::Analysis::new(self.0, main))
    }
}

/// Returns the shapes in a source, as JSON; see [`analysis::shapes`].
#[wasm_bindgen]
pub fn shapes(text: &str) -> String {
    serde_json::to_string(&analysis::shapes(text)).unwrap_or_default()
}

/// An assembled program, about which the editor can ask questions; see [`analysis::Analysis`].
#[wasm_bindgen]
pub struct Analysis(analysis::Analysis);

#[wasm_bindgen]
impl Analysis {
    /// Explains the word at a place, as Markdown.
    pub fn about(&self, file: &str, line: u32, column: u32) -> Option<String> {
        self.0.about(file, line, column)
    }

    /// Returns the definition of the name at a place, as JSON.
    pub fn definition(&self, file: &str, line: u32, column: u32) -> Option<String> {
        serde_json::to_string(&self.0.definition(file, line, column)?).ok()
    }

    /// Returns the completions at a position in a line, as JSON.
    pub fn words(&self, file: &str, line: u32, column: u32, line_text: &str) -> Option<String> {
        serde_json::to_string(&self.0.completions(file, line, column, line_text)).ok()
    }

    /// Formats a file in columns. Returns nothing if the program does not include the file.
    pub fn format(&self, file: &str) -> Result<Option<String>, JsError> {
        Ok(self.0.format(file)?)
    }
}

/// The result of assembling.
#[wasm_bindgen]
pub struct Built(assembler::BuildOutput);

#[wasm_bindgen]
impl Built {
    /// Returns the image; empty if there are errors.
    pub fn image(&self) -> Vec<u8> {
        self.0.image.clone()
    }

    /// Returns errors and warnings as a JSON array.
    pub fn diagnostics(&self) -> String {
        self.0.diagnostics.clone()
    }

    /// Returns true if there is an image.
    #[wasm_bindgen(getter, js_name = isComplete)]
    pub fn is_complete(&self) -> bool {
        self.0.is_complete
    }
}

/// The past of a console session; see [`why::Past`].
#[wasm_bindgen]
pub struct Past(why::Past);

#[wasm_bindgen]
impl Past {
    /// Creates a `Past` from a cartridge and all input since power-on.
    #[wasm_bindgen(constructor)]
    pub fn new(image: &[u8], script: &str) -> Result<Past, JsError> {
        Ok(Past(why::Past::new(image, script)?))
    }

    /// Adds a state; see [`why::Past::add`] for the order.
    pub fn add(&mut self, state: &[u8]) -> Result<(), JsError> {
        Ok(self.0.add(state)?)
    }
}
