//! `crownhead info`: identifies a cartridge image.

use super::several::{MoreArgs, for_each_cartridge, heading};
use headless::{console::ConsoleArgs, error::Error, image::CartridgeFile, print};
use md5::{Digest, Md5};
use play::{
    controllers::kind_to_plug,
    image::sha256,
    titles::{Title, title_of},
};
use serde_json::{Value, json};
use std::process::ExitCode;
use vcs::{
    Machine, PowerOn,
    cartridge::Arm,
    detect::{self, Candidate, ControllerDetection},
    input::ControllerKind,
    television::Evidence,
};

/// The options of `crownhead info`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    #[command(flatten)]
    cartridges: MoreArgs,
    /// Print JSON; for several cartridges, a list
    #[arg(long)]
    json: bool,
    /// List the evidence for each bank-switch scheme that fits the image, for the television
    /// standard (each with a weight), and for the controllers
    #[arg(long)]
    explain: bool,
}

/// Number of frames to run to detect the television standard.
const FRAMES: u64 = 120;

/// Prints size, checksums, scheme, television standard and controllers.
///
/// # Errors
/// The image is missing or invalid.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let more = &args.cartridges.more;
    let mut values = Vec::new();
    let status = for_each_cartridge(&args.console, more, |console| {
        let report = if args.explain {
            explain(console, args.json)?
        } else {
            identify(console, args.json)?
        };
        match report {
            Report::Json(value) => values.push(value),
            Report::Text(text) => print::out(heading(console, more) + &text)?,
        }
        Ok(())
    })?;
    match (&values[..], more.is_empty()) {
        ([value], true) => print::out(format!("{value:#}\n"))?,
        _ if args.json => print::out(format!("{:#}\n", Value::from(values)))?,
        _ => {}
    }
    Ok(status)
}

/// The report on a cartridge.
enum Report {
    Json(Value),
    Text(String),
}

fn identify(console: &ConsoleArgs, as_json: bool) -> Result<Report, Error> {
    // The image may come from standard input, which can be read only once.
    let image = console.image()?;
    let cartridge = console.cartridge_of(image.clone())?;
    let path = image.path.display().to_string();
    let image = image.bytes;
    let detection = cartridge.detection().clone();
    let arm = cartridge.arm();
    let title = title_of(&image);
    let md5: String = Md5::digest(&image)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let controllers = detect::controllers(&cartridge).map(as_plugged);
    let mut machine = Machine::new(cartridge, PowerOn::default());
    for _ in 0..FRAMES {
        machine.frame();
    }
    let scanlines = machine.last_frame().scanlines();
    let television = machine.television();
    let standard = television.standard();
    let why = format!(
        "{scanlines} scanlines in frame {}; {}",
        FRAMES - 1,
        television.standard_reason()
    );
    Ok(if as_json {
        Report::Json(json!({
                "path": path,
                "title": title.map(|title| json!({
                    "name": title.name,
                    "publisher": title.publisher,
                    "year": title.year,
                })),
                "size": image.len(),
                "sha256": sha256(&image),
                "md5": md5,
                "scheme": {
                    "name": detection.scheme.name(),
                    "description": detection.scheme.description(),
                    "why": detection.why,
                },
                "arm": arm.as_ref().map(|arm| json!({
                    "driver": arm.driver,
                    "version": arm.version,
                    "entry": arm.entry,
                    "stack": arm.stack,
                    "ram": arm.ram_bytes,
                    "time": arm.options.time.map(|time| time.name()),
                    "kilohertz": arm.options.kilohertz,
                })),
                "tv": { "standard": standard.name(), "why": why },
                "controllers": controllers
                    .map(|found| json!({ "kind": found.kind.name(), "why": found.why })),
        }))
    } else {
        Report::Text(format!(
            "{}\
             size         {} bytes\n\
             SHA-256      {}\n\
             MD5          {md5}\n\
             scheme       {} ({}; {})\n\
             {}\
             TV standard  {} ({why})\n\
             controllers  {} ({}), {} ({})\n",
            title.map_or_else(String::new, title_line),
            image.len(),
            sha256(&image),
            detection.scheme.name(),
            detection.scheme.description(),
            detection.why,
            arm.as_ref().map_or_else(String::new, arm_line),
            standard.name(),
            controllers[0].kind,
            controllers[0].why,
            controllers[1].kind,
            controllers[1].why,
        ))
    })
}

/// Returns the controller that the window plugs in when it detects `found`.
fn as_plugged(found: ControllerDetection) -> ControllerDetection {
    match found.kind {
        ControllerKind::TwoButton => ControllerDetection {
            kind: kind_to_plug(found.kind),
            why: "the program reads the second button's pin, but many programs do that without \
                  using the button; if this one uses it, choose the controller two-button",
        },
        _ => found,
    }
}

/// Returns the line about the ARM processor.
fn arm_line(arm: &Arm) -> String {
    let megahertz = f64::from(arm.options.kilohertz.unwrap_or_default()) / 1_000.0;
    format!(
        "ARM          {}, version {}, entry {:#x}, stack {:#x}, {} KiB of RAM, {megahertz} MHz\n",
        arm.driver,
        arm.version,
        arm.entry,
        arm.stack,
        arm.ram_bytes / 1024
    )
}

/// Returns the line about the title.
fn title_line(title: Title) -> String {
    match title.to_string() {
        details if details.is_empty() => format!("title        {}\n", title.name),
        details => format!("title        {} ({details})\n", title.name),
    }
}

/// Returns the evidence for each scheme that fits the image (a star marks the chosen one), for the
/// television standard, and for the controllers.
fn explain(console: &ConsoleArgs, as_json: bool) -> Result<Report, Error> {
    let CartridgeFile { path, bytes, .. } = console.image()?;
    let image = CartridgeFile::new(&path, bytes.clone());
    let candidates =
        detect::candidates(&bytes).map_err(|source| Error::Cartridge { path, source })?;
    // If no scheme fits, there is no cartridge to run.
    let cartridge = console.cartridge_of(image).ok();
    let facts = cartridge.as_ref().map(detect::controller_facts);
    let facts = facts.unwrap_or_default();
    let evidence = cartridge.map_or_else(Vec::new, |cartridge| {
        let mut machine = Machine::new(cartridge, PowerOn::default());
        (0..FRAMES).for_each(|_| _ = machine.frame());
        machine.television().standard_evidence()
    });
    let candidate_json = |candidate: &Candidate| {
        json!({
            "scheme": candidate.scheme.name(),
            "taken": candidate.chosen,
            "usual": candidate.usual,
            "bytes": candidate.evidence,
            "against": candidate.counterevidence,
            "evidence": candidate.to_string(),
        })
    };
    let standards = |piece: &Evidence| -> Vec<&str> {
        let all = piece.consistent_with.iter();
        all.map(|standard| standard.name()).collect()
    };
    Ok(if as_json {
        Report::Json(json!({
            "schemes": candidates.iter().map(candidate_json).collect::<Vec<_>>(),
            "tv": evidence.iter().map(|piece| json!({
                "weight": piece.weight,
                "standards": standards(piece),
                "found": piece.fact,
            })).collect::<Vec<_>>(),
            "controllers": facts,
        }))
    } else {
        let mut text: String = candidates.iter().map(|one| format!("{one}\n")).collect();
        for piece in &evidence {
            let Evidence { weight, fact, .. } = piece;
            let names = standards(piece).join(", ");
            text.push_str(&format!("tv    weight {weight} for {names}: {fact}\n"));
        }
        for (port, facts) in ["left ", "right"].iter().zip(&facts) {
            for fact in facts {
                text.push_str(&format!("{port} {fact}\n"));
            }
        }
        Report::Text(text)
    })
}
