//! `crownhead info`: identifies a cartridge image.

use crate::{console::ConsoleArgs, error::Error, files::Image, print};
use md5::{Digest, Md5};
use play::image::sha256;
use serde_json::json;
use std::process::ExitCode;
use vcs::{Machine, PowerOn, detect};

/// The options of `crownhead info`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    console: ConsoleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// List the bank-switch schemes that fit the image, with the evidence for each
    #[arg(long)]
    explain: bool,
}

/// Frames run to detect the television standard.
const FRAMES: u64 = 120;

/// Prints size, checksums, scheme, television standard and controllers.
///
/// # Errors
/// The image is missing or wrong.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    // Standard input can be read only once.
    let image = args.console.image()?;
    if args.explain {
        return explain(image, args.json);
    }
    let cartridge = args.console.cartridge_of(image.clone())?;
    let image = image.bytes;
    let detection = cartridge.detection().clone();
    let md5: String = Md5::digest(&image)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let controllers = detect::controllers(&cartridge);
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
    let text = match args.json {
        true => {
            let value = json!({
                "size": image.len(),
                "sha256": sha256(&image),
                "md5": md5,
                "scheme": {
                    "name": detection.scheme.name(),
                    "description": detection.scheme.description(),
                    "why": detection.why,
                },
                "tv": { "standard": standard.name(), "why": why },
                "controllers": controllers
                    .map(|found| json!({ "kind": found.kind.name(), "why": found.why })),
            });
            format!("{value:#}\n")
        }
        false => format!(
            "size         {} bytes\n\
             SHA-256      {}\n\
             MD5          {md5}\n\
             scheme       {} ({}; {})\n\
             TV standard  {} ({why})\n\
             controllers  {} ({}), {} ({})\n",
            image.len(),
            sha256(&image),
            detection.scheme.name(),
            detection.scheme.description(),
            detection.why,
            standard.name(),
            controllers[0].kind,
            controllers[0].why,
            controllers[1].kind,
            controllers[1].why,
        ),
    };
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the evidence for each scheme that the image can have; a star marks the one taken.
fn explain(image: Image, json: bool) -> Result<ExitCode, Error> {
    let Image { path, bytes } = image;
    let candidates =
        detect::candidates(&bytes).map_err(|source| Error::Cartridge { path, source })?;
    let text = match json {
        true => {
            let value: Vec<_> = candidates
                .iter()
                .map(|candidate| {
                    json!({
                        "scheme": candidate.scheme.name(),
                        "taken": candidate.taken,
                        "usual": candidate.usual,
                        "bytes": candidate.bytes,
                        "evidence": candidate.to_string(),
                    })
                })
                .collect();
            format!("{:#}\n", json!(value))
        }
        false => candidates
            .iter()
            .map(|candidate| format!("{candidate}\n"))
            .collect(),
    };
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}
