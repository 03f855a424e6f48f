//! Compares the legal choices with the recorded cases in `tests/data/triktrak` and in
//! `$CROWNHEAD_EXTRA_VECTORS/triktrak`.

use flate2::read::GzDecoder;
use serde_json::Value;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};
use triktrak::Position;

fn men(value: &Value) -> [u8; 26] {
    let counts: Vec<u8> = serde_json::from_value(value.clone()).expect("counts of men");
    counts.try_into().expect("26 counts")
}

fn position(value: &Value) -> Position {
    Position::new(men(&value["mine"]), men(&value["theirs"])).expect("a position")
}

/// Checks all cases in a file, one per line, and returns their number.
fn check(path: &Path) -> usize {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    let mut count = 0;
    for line in lines {
        let line = line.expect("a line of text");
        let case: Value = serde_json::from_str(&line).expect("JSON");
        let numbers: Vec<u8> = serde_json::from_value(case["numbers"].clone()).expect("numbers");
        let choices = position(&case).choices(&numbers);
        let legal = case["legal"].as_object().expect("the legal choices");
        assert_eq!(choices.len(), legal.len(), "{line}");
        for choice in choices {
            let after = &legal[&choice.wedge.to_string()];
            assert_eq!(choice.after, position(after), "{} in {line}", choice.wedge);
        }
        count += 1;
    }
    count
}

#[test]
fn the_legal_choices_match_3000_recorded_positions() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/triktrak");
    assert_eq!(check(&data.join("choices.jsonl.gz")), 3000);
    let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") else {
        return;
    };
    let Ok(files) = PathBuf::from(extra).join("triktrak").read_dir() else {
        return;
    };
    for file in files {
        let path = file.expect("a file").path();
        if path.to_string_lossy().ends_with(".jsonl.gz") {
            assert!(check(&path) > 0, "{} is empty", path.display());
        }
    }
}
