//! `crownhead keys`: prints the active key map.

use crate::{
    desktop::{ACTIONS, KEYS, Settings},
    error::Error,
    print,
};
use std::{path::PathBuf, process::ExitCode};

/// Print the active key map: each action, its keys and what it does
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Settings file, instead of the one in the platform's folder
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Print the names of all keys instead
    #[arg(long)]
    pub names: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the map.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let settings = Settings::load(args.settings.as_deref())?;
    let bindings = settings.bindings()?;
    let rows: Vec<(&str, Vec<String>, &str)> = ACTIONS
        .iter()
        .map(|row| {
            let keys = bindings.chords(row.action).map(|chord| chord.to_string());
            (row.name, keys.collect(), row.text)
        })
        .collect();
    let text = match (args.names, args.json) {
        (true, true) => json(&KEYS.iter().map(|(name, _)| *name).collect::<Vec<_>>()),
        (true, false) => KEYS.iter().map(|(name, _)| format!("{name}\n")).collect(),
        (false, true) => {
            let rows: Vec<_> = rows
                .iter()
                .map(|(name, keys, text)| {
                    serde_json::json!({"action": name, "keys": keys, "text": text})
                })
                .collect();
            json(&rows)
        }
        (false, false) => rows
            .iter()
            .map(|(name, keys, text)| format!("{name:<24}{:<28}{text}\n", keys.join(" ")))
            .collect(),
    };
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn json(value: &impl serde::Serialize) -> String {
    // Strings and lists of strings always have a JSON form.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
