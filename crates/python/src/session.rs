//! Input scripts and the command line, for use from Python.

use crate::{
    console::power_on,
    error::to_exception,
    work::{run_on_thread, run_steps},
};
use frontend::host;
use headless::{error::Error, interrupt, session::Session};
use lab::script::{ScriptRun, Verdict};
use pyo3::{prelude::*, types::PyType};
use std::{ffi::OsString, path::PathBuf, process::ExitCode};

/// Runs the command `crownhead` with these arguments, and returns its exit status. After `--help`,
/// or if an option is invalid, ends the process instead.
#[pyfunction]
pub fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let program = [OsString::from("crownhead")];
    let status = py.detach(|| host::run(program.into_iter().chain(arguments)));
    // An `ExitCode` cannot be converted to its number, but the only exit statuses are 0, 1 and 2.
    (0..=2)
        .find(|number| status == ExitCode::from(*number))
        .unwrap_or(1)
}

/// Runs `crownhead verify` with these arguments, and returns its reports as a JSON list.
#[pyfunction]
pub fn reports(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<String> {
    let reports = run_on_thread(py, Some(interrupt::request), move || {
        let reports = host::verify(&arguments)?;
        Ok(serde_json::to_string(&reports).unwrap_or_default())
    })?;
    reports.map_err(to_exception)
}

/// An input script.
///
/// Script(source, path=None)
///
/// `source` is a path, or the text itself if it has more than one line. Relative paths in the
/// text are resolved against the folder of `path`; the file `path` need not exist. If the script is
/// invalid, raises CrownheadError with the line and column.
#[pyclass(module = "crownhead", frozen)]
pub struct Script {
    session: Session,
    text: String,
    path: PathBuf,
}

#[pymethods]
impl Script {
    #[new]
    #[pyo3(signature = (source, path=None))]
    fn new(source: &Bound<'_, PyAny>, path: Option<PathBuf>) -> PyResult<Script> {
        let text: Option<String> = source.extract().ok();
        let (text, path) = match text.filter(|text| text.contains('\n')) {
            Some(text) => (text, path.unwrap_or_else(|| "text.script".into())),
            None => {
                let path: PathBuf = source.extract()?;
                let text = std::fs::read_to_string(&path).map_err(Error::read(&path));
                (text.map_err(to_exception)?, path)
            }
        };
        let session = lab::script::Script::parse(&text)
            .map_err(|error| Error::Usage(format!("{}:{error}", path.display())))
            .and_then(|script| Session::from_text(&path, script, text.clone()));
        Ok(Script {
            session: session.map_err(to_exception)?,
            text,
            path,
        })
    }

    /// The text of the script.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// Runs the script to its end. `seed` and `power_on` override the values in the script.
    #[pyo3(signature = (*, seed=None, power_on=None))]
    fn run(&self, py: Python<'_>, seed: Option<u64>, power_on: Option<&str>) -> PyResult<Run> {
        let session = &self.session;
        let mut initial = session.script.setup.power_on;
        if let Some(word) = power_on {
            initial = self::power_on(word, initial.seed)?;
        }
        initial.seed = seed.unwrap_or(initial.seed);
        let (script, symbols) = (&session.script, &session.symbols);
        let cartridge = session.cartridge.clone();
        let script_run = ScriptRun::from_power_on(cartridge, script, symbols, initial);
        let mut script_run = script_run.with_records();
        run_steps(py, || script_run.frame().is_none().then_some(()))?;
        let outcomes = script_run.outcomes();
        let passed = outcomes
            .iter()
            .all(|outcome| outcome.verdict == Verdict::Met);
        let outcomes = outcomes.iter().map(|outcome| Outcome {
            line: script.events[outcome.event].source.line,
            frame: outcome.frame,
            difference: match &outcome.verdict {
                Verdict::Met => None,
                Verdict::Differs(difference) => Some(difference.text.clone()),
            },
        });
        Ok(Run {
            passed,
            outcomes: outcomes.collect(),
            frames: script_run.place().frame,
            chain: script_run.chain().to_string(),
            state: script_run.machine().save(),
        })
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(slf: &Bound<'py, Script>) -> (Bound<'py, PyType>, (String, PathBuf)) {
        let script = slf.get();
        (slf.get_type(), (script.text.clone(), script.path.clone()))
    }
}

/// The outcome of an expectation.
#[pyclass(module = "crownhead", frozen, get_all)]
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The line of the script.
    pub line: usize,
    /// The frame in which the expectation was checked.
    pub frame: u64,
    /// A description of the difference; None if the expectation holds.
    pub difference: Option<String>,
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("{self:?}")
    }
}

/// A run of a script.
#[pyclass(module = "crownhead", frozen, get_all)]
pub struct Run {
    /// The outcomes of the expectations.
    outcomes: Vec<Outcome>,
    /// True if all expectations hold.
    passed: bool,
    /// Number of frames that ran.
    frames: u64,
    /// The chained hash of all frame records.
    chain: String,
    /// The machine's state at the end, as the bytes of a state file.
    state: Vec<u8>,
}
