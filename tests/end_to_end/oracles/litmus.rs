//! Compares our pictures of the litmus programs with those of both oracles. For each difference,
//! `tests/oracles/differences.md` gives the evidence that the oracle is wrong.

use super::*;

fn litmus_names() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(crate::repository().join("tests/litmus"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "asm"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A row of the table: a program that an oracle shows differently from the chip.
struct Difference {
    program: String,
    oracle: String,
    witness: String,
}

impl Difference {
    /// Returns true if the evidence is a measurement on the chip rather than a report.
    fn is_backed_by_measurement(&self) -> bool {
        self.witness.starts_with("vectors ") || self.witness.starts_with("programs ")
    }
}

/// Returns the rows of the table `| program | oracle | witness | difference |`.
fn differences() -> Vec<Difference> {
    let path = crate::repository().join("tests/oracles/differences.md");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let mut cells = row
            .trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().trim_matches('`'));
        let mut cell = || cells.next().expect("four cells").to_owned();
        Difference {
            program: cell(),
            oracle: cell(),
            witness: cell(),
        }
    })
    .collect()
}

#[test]
fn every_difference_has_a_program_and_a_witness() {
    let (names, differences) = (litmus_names(), differences());
    let data = crate::repository().join("tests/data");
    for Difference {
        program,
        oracle,
        witness,
    } in &differences
    {
        assert!(names.contains(program), "{program}");
        assert!(["mame", "stella"].contains(&oracle.as_str()), "{oracle}");
        let picture = format!("tests/oracles/pictures/{program}-{oracle}.png");
        assert!(crate::repository().join(&picture).exists(), "{picture}");
        match witness.split_once(' ') {
            Some((kind @ ("vectors" | "programs"), file)) => {
                let folder = if kind == "vectors" { "tia" } else { "machine" };
                let file = data.join(folder).join(format!("{file}.jsonl.gz"));
                assert!(file.exists(), "{}", file.display());
            }
            Some(("console" | "hardware", _)) => {}
            _ => panic!("{program}: {witness}"),
        }
    }
    let agreed = |name: &&String| {
        let mut rows = differences.iter().filter(|row| row.program == **name);
        rows.all(Difference::is_backed_by_measurement)
    };
    let count = names.iter().filter(agreed).count();
    assert!(
        count >= 50,
        "only {count} programs look alike, or differ because of measured vectors"
    );
}

/// Compares an oracle's picture with the one in `tests/oracles/pictures`, which the book's gallery
/// shows; returns a message if they differ. `BLESS=1` rewrites the file instead.
fn changed_picture(
    name: &str,
    calibrated: &CalibratedOracle,
    shown: &OraclePicture,
) -> Option<String> {
    let file = format!(
        "tests/oracles/pictures/{name}-{}.png",
        calibrated.oracle.name()
    );
    let path = crate::repository().join(&file);
    let picture = calibrated.png(shown);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    let differs = std::fs::read(path).ok() != Some(picture);
    differs.then(|| format!("{file} is not the oracle's picture; rewrite it with BLESS=1"))
}

fn check_litmus_programs(oracle: &dyn Oracle) {
    let folder = tempfile::tempdir().unwrap();
    let calibrated = CalibratedOracle::calibrate(oracle, folder.path());
    let names = litmus_names();
    let mut known = differences();
    known.retain(|row| row.oracle == oracle.name());
    let mut problems = Vec::new();
    for name in &names {
        let (image, path) = build(name, folder.path());
        let shown = oracle.show(&path);
        let difference = calibrated.compare(name, &our_frame(&image), &shown);
        match (difference, known.iter().any(|row| row.program == *name)) {
            (Some(_), true) => problems.extend(changed_picture(name, &calibrated, &shown)),
            (Some(difference), false) => problems.push(difference),
            (None, true) => problems.push(format!(
                "{name}: no longer differs; remove its row from differences.md"
            )),
            (None, false) => {}
        }
    }
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        names.len(),
        problems.join("\n")
    );
}

#[test]
#[ignore = "needs mame; about two minutes"]
fn oracle_mame_shows_the_litmus_programs_identically() {
    check_litmus_programs(&Mame);
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool; about two minutes"]
fn oracle_stella_shows_the_litmus_programs_identically() {
    check_litmus_programs(&Stella::start());
}
