//! The hints of the kernel view, which show how far each write to the TIA could move. After a
//! change, the programs are assembled and run in the background.

use asm6502::{Options, SourceProvider};
use debugger::{Program, commands::LoadedProgram};
use headless::{image::scheme_named, kernel_view::kernel_of};
use kernel::SourceSlack;
use lab::script::Script;
use std::{
    collections::{BTreeMap, HashMap},
    path::{Path, PathBuf},
    sync::Arc,
};
use vcs::Cartridge;

use crate::lsp::{
    documents::{Documents, openable_path, resolve},
    units::Unit,
};

/// The last frame that can be shown, one minute after power-on. The limit ensures that a run ends.
const MAX_FRAME: u64 = 3600;

/// The kernel views of all programs.
#[derive(Debug, Default)]
pub struct Kernels {
    /// The frame whose slack the hints show; `None` if the hints are off.
    frame: Option<u64>,
    is_running: bool,
    /// The views, by main source.
    views: HashMap<PathBuf, View>,
}

/// A pending run of the changed programs. It can be sent to another thread.
#[derive(Debug)]
pub struct Run {
    frame: u64,
    programs: Vec<(PathBuf, Sources)>,
}

/// The kernel view of a program, and the sources from which it was made.
#[derive(Debug, Clone)]
pub struct View {
    sources: Sources,
    frame: u64,
    /// The slack of each source line that writes to the TIA, sorted by file and line.
    slacks: Vec<SourceSlack>,
}

/// The files of a program as they were at the start of its run.
#[derive(Debug, Clone)]
struct Sources {
    base: PathBuf,
    options: Options,
    scheme: Option<String>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl SourceProvider for Sources {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        self.files.get(&resolve(&self.base, name)).cloned()
    }
}

impl Sources {
    fn of(unit: &Unit, documents: &Documents) -> Sources {
        let files = unit.files.iter();
        let files = files.filter_map(|path| Some((path.clone(), documents.read(path)?)));
        Sources {
            base: unit.base.clone(),
            options: unit.options.clone(),
            scheme: unit.scheme.clone(),
            files: files.collect(),
        }
    }

    /// Returns true if a program's sources and options are still the same as these.
    fn are_current(&self, unit: &Unit, documents: &Documents) -> bool {
        let is_unchanged =
            |path: &PathBuf| documents.has_text(path, self.files.get(path).map(Vec::as_slice));
        self.options == unit.options
            && self.scheme == unit.scheme
            && self.files.keys().all(|path| unit.files.contains(path))
            && unit.files.iter().all(is_unchanged)
    }

    /// Assembles the program and runs it, without input, up to a frame. If this fails, the view is
    /// empty; the assembler's diagnostics show the user why.
    fn run_and_view(self, frame: u64) -> View {
        let slacks = self.load().and_then(|loaded| {
            let (kernel, _) = kernel_of(&loaded, frame, None).ok()?;
            Some(kernel.by_source())
        });
        View {
            sources: self,
            frame,
            slacks: slacks.unwrap_or_default(),
        }
    }

    fn load(&self) -> Option<LoadedProgram> {
        let (image, program) = Program::of_sources(self, &self.options)?;
        let cartridge = match &self.scheme {
            Some(name) => Cartridge::with_scheme(&image, scheme_named(name).ok()?),
            None => Cartridge::from_image(&image),
        };
        Some(LoadedProgram {
            cartridge: cartridge.ok()?,
            program,
            script: Arc::new(Script::default()),
        })
    }
}

impl Run {
    /// Assembles and runs the programs. Returns their views, by main source.
    pub fn views(self) -> Vec<(PathBuf, View)> {
        let programs = self.programs.into_iter();
        let views = programs.map(|(main, sources)| (main, sources.run_and_view(self.frame)));
        views.collect()
    }
}

impl Kernels {
    /// Sets the frame to show.
    pub fn show_frame(&mut self, frame: u64) {
        self.frame = Some(frame.min(MAX_FRAME));
    }

    /// Returns true from the start of a run until [`Kernels::store_views`].
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Prepares a run of the programs whose sources or options have changed since their last run;
    /// `None` if no program has changed, or if there is no frame to show.
    pub fn start<'u>(
        &mut self,
        units: impl Iterator<Item = (&'u PathBuf, &'u Unit)>,
        documents: &Documents,
    ) -> Option<Run> {
        let frame = self.frame?;
        let units_by_main: HashMap<&PathBuf, &Unit> = units.collect();
        self.views
            .retain(|main, _| units_by_main.contains_key(main));
        let needs_run = |(main, unit): &(&PathBuf, &Unit)| {
            let old_view = self.views.get(*main);
            old_view.is_none_or(|view| !view.sources.are_current(unit, documents))
        };
        let changed = units_by_main.into_iter().filter(needs_run);
        let programs = changed.map(|(main, unit)| (main.clone(), Sources::of(unit, documents)));
        let programs: Vec<_> = programs.collect();
        self.is_running = !programs.is_empty();
        self.is_running.then_some(Run { frame, programs })
    }

    /// Stores the views from a finished run.
    pub fn store_views(&mut self, views: Vec<(PathBuf, View)>) {
        self.is_running = false;
        self.views.extend(views);
    }

    /// Returns the slack of each source line in the file `path` that writes to the TIA, and the
    /// number of the frame in which the slack was measured. Returns nothing if the file has changed
    /// since the run.
    pub fn slacks<'a>(
        &'a self,
        main: &Path,
        path: &'a Path,
        documents: &'a Documents,
    ) -> impl Iterator<Item = (u64, &'a SourceSlack)> {
        let view = self.views.get(main);
        let is_unchanged = |view: &&View| {
            let text = view.sources.files.get(path);
            documents.has_text(path, text.map(Vec::as_slice))
        };
        let view = view.filter(is_unchanged);
        view.into_iter().flat_map(move |view| {
            let base = &view.sources.base;
            let slacks = view.slacks.iter();
            let in_file = slacks.filter(move |slack| {
                openable_path(base, documents, slack.source.file.as_bytes()) == path
            });
            in_file.map(|slack| (view.frame, slack))
        })
    }
}
