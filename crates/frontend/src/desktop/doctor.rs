//! The desktop's part of `crownhead doctor`.

use super::settings::{Settings, default_path};
use crate::{data_folder::data_folder, report::Report};
use cpal::traits::{DeviceTrait, HostTrait};
use gilrs::Gilrs;
use headless::record_file;
use std::{
    fs::{self, File, TryLockError},
    path::Path,
};

/// Adds display, sound, pads, files and locks to the report.
pub fn examine(report: &mut Report) {
    report.row("display", &display());
    sound(report);
    pads(report);
    files(report);
}

#[cfg(all(unix, not(target_os = "macos")))]
fn display() -> String {
    use x11rb::connection::Connection;
    match x11rb::connect(None) {
        Ok((x, screen)) => {
            let screen = &x.setup().roots[screen];
            let (width, height) = (screen.width_in_pixels, screen.height_in_pixels);
            let vendor = String::from_utf8_lossy(&x.setup().vendor).into_owned();
            format!(
                "X11, {width} x {height}, {} bits, {vendor}",
                screen.root_depth
            )
        }
        Err(error) => format!("no X11: {error}"),
    }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn display() -> String {
    "the operating system's own".into()
}

fn sound(report: &mut Report) {
    // If there is no sound card, ALSA prints a dozen lines. While `_quiet` exists, such lines from
    // the current thread go to a buffer instead.
    #[cfg(target_os = "linux")]
    let _quiet = alsa::Output::local_error_handler();
    let host = cpal::default_host();
    let name = |device: &cpal::Device| match device.description() {
        Ok(description) => description.name().to_string(),
        Err(error) => error.to_string(),
    };
    let default = host.default_output_device();
    let text = default.as_ref().map_or_else(|| "none".into(), name);
    report.row("sound", &format!("{:?}, default {text}", host.id()));
    if let Some(device) = default {
        let text = match device.default_output_config() {
            Ok(config) => format!("{config:?}"),
            Err(error) => error.to_string(),
        };
        report.row("sound format", &text);
    }
    match host.output_devices() {
        Ok(devices) => devices.for_each(|device| report.row("sound device", &name(&device))),
        Err(error) => report.row("sound devices", &error.to_string()),
    }
}

fn pads(report: &mut Report) {
    match Gilrs::new() {
        Ok(gilrs) if gilrs.gamepads().next().is_none() => report.row("pads", "none"),
        Ok(gilrs) => {
            for (_, pad) in gilrs.gamepads() {
                let mapping = pad.mapping_source();
                report.row("pad", &format!("{}, mapping {mapping:?}", pad.name()));
            }
        }
        Err(error) => report.row("pads", &error.to_string()),
    }
}

fn files(report: &mut Report) {
    let settings = match (default_path(), Settings::load(None)) {
        (None, _) => "no folder for settings".into(),
        (Some(path), Ok(_)) if path.exists() => path.display().to_string(),
        (Some(path), Ok(_)) => format!("{}: does not exist; the defaults are used", path.display()),
        (Some(_), Err(error)) => error.to_string(),
    };
    report.row("settings", &settings);
    let folder = data_folder(None);
    report.row(
        "data folder",
        &format!("{}: {}", folder.display(), access_status(&folder)),
    );
    let record = folder.join(record_file::DEFAULT_NAME);
    report.row(
        "game record",
        &format!("{}: {}", record.display(), lock_status(&record)),
    );
}

/// Returns a message about whether files can be created in a folder.
fn access_status(folder: &Path) -> String {
    if !folder.exists() {
        return "does not exist yet".into();
    }
    let probe = folder.join("doctor.tmp");
    let written = File::create(&probe);
    let _ = fs::remove_file(&probe);
    written.map_or_else(|error| error.to_string(), |_| "can be written".into())
}

/// Returns a message about whether a file is locked.
fn lock_status(path: &Path) -> String {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return "does not exist yet".into();
        }
        Err(error) => return error.to_string(),
    };
    match file.try_lock() {
        Ok(()) => "not locked".into(),
        Err(TryLockError::WouldBlock) => "locked by another program".into(),
        Err(TryLockError::Error(error)) => error.to_string(),
    }
}
