//! Checks the table of evidence in `docs/evidence.md`. The tests, vectors and fields of `Revision`
//! that the table names must exist. Each field, family of vectors and litmus program must have a
//! row.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn crate_path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn text(path: &str) -> String {
    fs::read_to_string(crate_path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The columns of the table.
const CIRCUIT: usize = 0;
const CLAIM: usize = 1;
const WITNESS: usize = 2;
const RANK: usize = 3;
const TEST: usize = 4;
const NOT_SHOWN: usize = 5;

/// Returns the cells of each row of the table, without the heading.
fn rows() -> Vec<Vec<String>> {
    let page = text("docs/evidence.md");
    let lines = page.lines().filter(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let line = line.replace("\\|", " ");
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = lines.map(cells).collect();
    rows.retain(|row| {
        row.len() == NOT_SHOWN + 1 && !row[0].starts_with("--") && row[0] != "circuit"
    });
    rows
}

/// Returns the parts of a cell that are in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Returns the names of all vector cases.
fn vector_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(crate_path("../../tests/data/tia"))
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

/// The names of all test vectors. [`KnownNames::contains`] returns true if a name in the table
/// refers to something that exists: a vector, a litmus program, a test, or a file or folder with
/// tests.
struct KnownNames {
    vectors: BTreeSet<String>,
}

impl KnownNames {
    fn contains(&self, name: &str) -> bool {
        if let Some((file, test)) = name.split_once(' ') {
            let paths = [file.to_owned(), format!("src/{file}")];
            let file = paths.iter().find(|path| crate_path(path).exists());
            return file.is_some_and(|file| text(file).contains(&format!("fn {test}(")));
        }
        match name {
            _ if name.contains('*') => {
                let parts: Vec<&str> = name.split('*').collect();
                self.vectors.iter().any(|vector| {
                    vector.starts_with(parts[0]) && parts.iter().all(|part| vector.contains(part))
                })
            }
            _ if name.starts_with("tests/litmus/") => crate_path("../..")
                .join(name)
                .with_extension("asm")
                .exists(),
            _ if name.ends_with(".rs") => {
                let tested =
                    |path: &str| crate_path(path).exists() && text(path).contains("#[test]");
                tested(name) || tested(&format!("src/{name}"))
            }
            _ => crate_path(&format!("src/{name}")).is_dir(),
        }
    }
}

#[test]
fn every_row_has_a_witness_a_rank_and_a_test_that_exists() {
    let known = KnownNames {
        vectors: vector_names(),
    };
    let rows = rows();
    assert!(rows.len() > 70, "{} rows", rows.len());
    for row in &rows {
        assert!(row.iter().all(|cell| !cell.is_empty()), "{row:?}");
        let ranks: Vec<&str> = row[RANK].split(", ").collect();
        assert!(ranks.iter().all(|rank| "NCHRESO".contains(rank)), "{row:?}");
        let witnesses = row[WITNESS].split(", ").count();
        assert!(witnesses >= ranks.len(), "{row:?}");
        let tests = quoted(&row[TEST]);
        assert!(!tests.is_empty(), "{row:?}");
        for name in tests {
            assert!(
                known.contains(&name),
                "the page says that {name} tests this, but there is no such test or vector: {}",
                row[CLAIM]
            );
        }
    }
    let circuits: BTreeSet<&str> = rows.iter().map(|row| row[CIRCUIT].as_str()).collect();
    assert!(circuits.len() > 15, "{circuits:?}");
}

#[test]
fn every_vector_and_litmus_program_has_a_row() {
    let tests: BTreeSet<String> = rows().iter().flat_map(|row| quoted(&row[TEST])).collect();
    for vector in vector_names() {
        let has_row = |test: &String| {
            let beginning = test.strip_suffix('*');
            beginning.is_some_and(|beginning| vector.starts_with(beginning))
        };
        assert!(tests.iter().any(has_row), "{vector}");
    }
    for entry in fs::read_dir(crate_path("../../tests/litmus")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "asm") {
            let name = path.file_stem().expect("a name").to_string_lossy();
            assert!(tests.contains(&format!("tests/litmus/{name}")), "{name}");
        }
    }
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
    let in_table: BTreeSet<String> = rows().iter().flat_map(|row| quoted(&row[CLAIM])).collect();
    let missing: Vec<&String> = fields.difference(&in_table).collect();
    assert!(missing.is_empty(), "no row names {missing:?}");
    let tests = text("tests/tia_revision.rs");
    for field in fields {
        assert!(tests.contains(&format!("{field}:")), "no test sets {field}");
    }
}
