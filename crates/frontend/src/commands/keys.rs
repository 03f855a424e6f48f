//! `crownhead keys`: prints the active key map.

use crate::desktop::{ACTIONS, KEYS, PadControl, Settings, pad_rows};
use headless::{error::Error, print};
use std::{path::PathBuf, process::ExitCode};

/// Print the key map (each action, its keys and its effect), or the buttons of game pads
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Settings file, instead of the one in the platform's folder
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Print only the names of all keys or, with --pads, of all buttons
    #[arg(long)]
    pub names: bool,
    /// Print the buttons of game pads instead of keys
    #[arg(long)]
    pub pads: bool,
    /// Print the buttons of the pad with this name; the options page shows the names
    #[arg(long, value_name = "NAME", requires = "pads")]
    pub pad: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the map.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let settings = Settings::load(args.settings.as_deref())?;
    let rows = if args.pads {
        buttons(&settings, args.pad.as_deref())?
    } else {
        keys(&settings)?
    };
    let names = if args.pads {
        PadControl::all().map(PadControl::name).collect()
    } else {
        KEYS.iter().map(|(name, _)| *name).collect::<Vec<_>>()
    };
    let text = match (args.names, args.json) {
        (true, true) => json(&names),
        (true, false) => names.iter().map(|name| format!("{name}\n")).collect(),
        (false, true) => {
            let bound = if args.pads { "buttons" } else { "keys" };
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, keys, text)| {
                    serde_json::json!({"action": name, (bound): keys, "text": text})
                })
                .collect();
            json(&rows)
        }
        (false, false) => table(&rows),
    };
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the rows as text in columns.
fn table(rows: &[Row]) -> String {
    let keys: Vec<String> = rows.iter().map(|(_, keys, _)| keys.join(" ")).collect();
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(str::len).max().unwrap_or(0);
    let name_width = widest(&mut rows.iter().map(|(name, ..)| *name));
    let keys_width = widest(&mut keys.iter().map(String::as_str));
    let lines = rows.iter().zip(&keys).map(|((name, _, text), keys)| {
        format!("{name:<name_width$}  {keys:<keys_width$}  {text}\n")
    });
    lines.collect()
}

/// The name of an action, its keys or buttons, and its effect.
type Row = (&'static str, Vec<String>, &'static str);

fn keys(settings: &Settings) -> Result<Vec<Row>, Error> {
    let bindings = settings.bindings()?;
    let rows = ACTIONS.iter().map(|row| {
        let keys = bindings.chords(row.action).map(|chord| chord.to_string());
        (row.name, keys.collect(), row.text)
    });
    Ok(rows.collect())
}

fn buttons(settings: &Settings, pad: Option<&str>) -> Result<Vec<Row>, Error> {
    let map = settings.pad_map(pad)?;
    let rows = pad_rows().map(|row| {
        let buttons = map
            .controls(row.name)
            .map(|button| button.name().to_owned());
        (row.name, buttons.collect(), row.text)
    });
    Ok(rows.collect())
}

fn json(value: &impl serde::Serialize) -> String {
    // Strings and lists of strings can always be converted to JSON.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
