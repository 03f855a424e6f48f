//! The tables of evidence in `docs/` name tests, vectors and fields of `Revision`: all of them
//! exist, and no field is without a row.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(here(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The rows of the tables of a page, as cells, without their heads.
fn rows(page: &str) -> Vec<Vec<String>> {
    let page = text(page);
    let lines = page.lines().filter(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let line = line.replace("\\|", " ");
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = lines.map(cells).collect();
    rows.retain(|row| !row[0].starts_with("--") && row[0] != "behavior");
    rows
}

/// What a cell has between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// The names of all vector cases.
fn vector_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(here("../../tests/data/tia"))
        .expect("a folder")
        .flatten()
    {
        if !entry.path().to_string_lossy().ends_with(".jsonl.gz") {
            continue;
        }
        let file = fs::File::open(entry.path()).expect("a readable file");
        let lines = std::io::read_to_string(flate2::read::GzDecoder::new(file)).expect("text");
        let name = |line: &str| {
            let rest = line.strip_prefix("{\"name\":\"")?;
            Some(rest.split('"').next()?.to_owned())
        };
        names.extend(lines.lines().filter_map(name));
    }
    names
}

/// Everything that a cell of evidence may name.
struct Known {
    vectors: BTreeSet<String>,
}

impl Known {
    fn has(&self, name: &str) -> bool {
        if let Some((file, test)) = name.split_once(' ') {
            return text(file).contains(&format!("fn {test}("));
        }
        match name {
            _ if name.contains('*') => {
                let parts: Vec<&str> = name.split('*').collect();
                self.vectors.iter().any(|vector| {
                    vector.starts_with(parts[0]) && parts.iter().all(|part| vector.contains(part))
                })
            }
            _ if name.starts_with("tests/litmus/") => {
                here("../..").join(name).with_extension("asm").exists()
            }
            _ if name.ends_with(".rs") => {
                let tested = |path: &str| here(path).exists() && text(path).contains("#[test]");
                tested(name) || tested(&format!("src/{name}"))
            }
            _ => here(&format!("src/{name}")).is_dir(),
        }
    }
}

#[test]
fn everything_that_the_tables_name_exists() {
    let known = Known {
        vectors: vector_names(),
    };
    let mut count = 0;
    for page in ["docs/tia.md", "docs/machine.md"] {
        for row in rows(page) {
            assert!(row.len() >= 3, "{page}: {row:?}");
            assert!(!row[1].is_empty() && !row[2].is_empty(), "{page}: {row:?}");
            for name in quoted(&row[2]) {
                assert!(
                    known.has(&name),
                    "{page}: no {name}, which is to show: {}",
                    row[0]
                );
                count += 1;
            }
        }
    }
    assert!(count > 80, "{count} names");
}

#[test]
fn every_field_of_revision_has_a_row_and_a_test() {
    let source = text("src/tia/revision.rs");
    let body = source
        .split("pub struct Revision {")
        .nth(1)
        .expect("the struct");
    let body = body.split("\n}").next().expect("its end");
    let field = |line: &str| {
        let name = line.trim().strip_prefix("pub ")?.split(':').next()?;
        Some(name.to_owned())
    };
    let fields: BTreeSet<String> = body.lines().filter_map(field).collect();
    let in_table: BTreeSet<String> = rows("docs/tia.md")
        .iter()
        .filter_map(|row| row.get(3))
        .flat_map(|cell| quoted(cell))
        .collect();
    assert_eq!(in_table, fields);
    let tests = text("tests/tia_revision.rs");
    for field in fields {
        assert!(tests.contains(&format!("{field}:")), "no test sets {field}");
    }
}
