//! Tests the verdicts of `check` on the bundled cartridges, and on public images in a folder.

use check::{Options, Subject, check};
use debugger::Program;
use reports::check::{Check, Level, Verdict};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use support::repository;
use vcs::Cartridge;

fn check_image(path: &Path, frames: u64) -> Option<Check> {
    let image = fs::read(path).unwrap();
    let subject = Subject {
        name: path.file_name()?.to_string_lossy().into_owned(),
        cartridge: Cartridge::from_image(&image).ok()?,
        program: Program::default(),
        script: Arc::default(),
        standard: None,
    };
    check(&subject, Options { frames, seed: 0 }, &|| false)
}

#[track_caller]
fn assert_clean(name: &str) {
    let report = check_image(&repository().join("rom").join(name), 200).unwrap();
    let serious = report
        .findings
        .iter()
        .find(|finding| finding.level > Level::Note);
    assert_eq!(report.verdict, Verdict::Clean, "{name}: {serious:#?}");
}

#[test]
fn video_checkers_is_clean() {
    assert_clean("video-checkers.bin");
}

#[test]
fn triktrak_is_clean() {
    assert_clean("triktrak.bin");
}

/// Adds the images in a folder and its subfolders to `images`.
fn collect_images(folder: &Path, images: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_image = ["bin", "a26"]
            .iter()
            .any(|end| path.extension().is_some_and(|e| e == *end));
        match path.is_dir() {
            true => collect_images(&path, images),
            false if is_image => images.push(path),
            false => {}
        }
    }
}

/// Checks all images, prints the rules broken by each program and the count of each verdict, and
/// fails if too few programs have the verdict `clean`.
#[test]
#[ignore = "needs CROWNHEAD_IMAGES, a folder of images; 140 images take an hour of one core"]
fn oracle_verdicts_of_public_programs_are_counted() {
    let folder = std::env::var_os("CROWNHEAD_IMAGES").expect("CROWNHEAD_IMAGES names a folder");
    let mut images = Vec::new();
    collect_images(Path::new(&folder), &mut images);
    images.sort();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for image in &images {
        let Some(report) = check_image(image, 2000) else {
            continue;
        };
        *counts.entry(report.verdict.name()).or_default() += 1;
        let serious = report
            .findings
            .iter()
            .filter(|finding| finding.level > Level::Note);
        let rules: Vec<&str> = serious.map(|finding| finding.rule.name()).collect();
        if !rules.is_empty() {
            println!(
                "{}: {} {}",
                report.program,
                report.verdict.name(),
                rules.join(", ")
            );
        }
    }
    println!("{counts:?}");
    assert!(!images.is_empty());
    let total: usize = counts.values().sum();
    assert!(counts["clean"] * 100 >= total * CLEAN_PERCENT, "{counts:?}");
}

/// Minimum percentage of programs with the verdict `clean`. In the last count, 110 of 139 public
/// programs had it. According to `docs/public.md`, most of the others really do differ between
/// consoles.
const CLEAN_PERCENT: usize = 79;
