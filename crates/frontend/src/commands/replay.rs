//! `crownhead replay`: runs an input script without a window.

use headless::{
    console::ConsoleArgs,
    error::Error,
    files::write_output,
    outputs::claim_derived_output,
    picture::{frame_png, is_own_png, window_lines},
    print,
    progress::Progress,
    session::{LimitArgs, Session, SessionArgs},
};
use std::{path::PathBuf, process::ExitCode};

/// The options of `crownhead replay`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Input script, or - for standard input
    #[arg(value_name = "SCRIPT")]
    script: PathBuf,
    /// Cartridge image, instead of the one that the script names
    #[arg(long, value_name = "FILE")]
    rom: Option<PathBuf>,
    /// Folder for the script's snapshots
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    snapshots: PathBuf,
    /// Replace existing files that have the names of snapshots but are not snapshots
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    limit: LimitArgs,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Runs the script, writes its snapshots, and prints the number of frames and their chain (a hash
/// over all frames).
///
/// # Errors
/// A named file is invalid, or a snapshot cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let console = ConsoleArgs::for_rom(args.rom);
    let options = SessionArgs {
        input: Some(args.script),
        symbols: None,
        arm_symbols: None,
        tv: None,
    };
    let session = Session::from_args(&console, &options)?.within_limit(args.limit)?;
    let mut player = session.player().with_records();
    let mut snapshots = Vec::new();
    let mut progress = Progress::new(session.script.max_frames());
    while player.frame().is_some() {
        progress.update(player.place().frame);
        for (name, frame) in player.take_snapshots() {
            let path = args.snapshots.join(format!("{name}.png"));
            claim_derived_output(&path, args.force, is_own_png)?;
            let lines = window_lines(player.machine());
            write_output(&path, &frame_png(&frame, session.standard(), lines)?)?;
            snapshots.push(path);
        }
    }
    drop(progress);
    let (frames, chain) = (player.place().frame, player.chain());
    let text = if args.json {
        let chain = chain.to_string();
        let value = serde_json::json!({ "frames": frames, "chain": chain, "snapshots": snapshots });
        format!("{value}\n")
    } else {
        let lines = snapshots
            .iter()
            .map(|path| format!("wrote {}\n", path.display()));
        let lines: String = lines.collect();
        format!("{lines}{frames} frames, chain {chain}\n")
    };
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}
