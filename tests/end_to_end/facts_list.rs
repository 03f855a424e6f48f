//! Checks lists of facts in Markdown. Each numbered row contains a fact and the name of the test
//! that shows it.

use std::{collections::BTreeSet, fs, path::Path};

/// Returns the tests in a list, in order. The rows must be numbered from 1.
pub(crate) fn listed_tests(list: &Path) -> Vec<String> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let number: usize = cells.next()?.parse().ok()?;
        let test = cells.nth(1)?.trim_end_matches(" |").trim_matches('`');
        Some((number, test.to_owned()))
    };
    let text = fs::read_to_string(list).expect("the list is there");
    let rows = text.lines().filter_map(row).zip(1..);
    let numbered = rows.map(|((number, test), expected)| {
        assert_eq!(number, expected, "the facts are numbered");
        test
    });
    numbered.collect()
}

/// Returns the tests in a folder's modules, as `module::name`.
fn tests_of(folder: &Path, modules: &[&str]) -> BTreeSet<String> {
    let of_module = |module: &&str| {
        let source = fs::read_to_string(folder.join(format!("{module}.rs")));
        let source = source.expect("the source is there");
        let tests = source.split("#[test]\n").skip(1);
        let name = |test: &str| {
            let name = test
                .lines()
                .find_map(|line| line.trim_start().strip_prefix("fn "))?;
            Some(format!("{module}::{}", name.split_once('(')?.0))
        };
        tests.filter_map(name).collect::<Vec<_>>()
    };
    modules.iter().flat_map(of_module).collect()
}

/// Checks that every fact names a test in one of the folders' modules, and that the list names
/// every test in the first folder's modules.
pub(crate) fn check(list: &Path, own: (&Path, &[&str]), others: &[(&Path, &[&str])]) {
    let listed: BTreeSet<String> = listed_tests(list).into_iter().collect();
    assert!(listed.len() > 15, "{} tests in the list", listed.len());
    let own_tests = tests_of(own.0, own.1);
    let other_tests = others.iter().flat_map(|other| tests_of(other.0, other.1));
    let known: BTreeSet<String> = other_tests.chain(own_tests.iter().cloned()).collect();
    let missing: Vec<&String> = listed.difference(&known).collect();
    assert!(missing.is_empty(), "no such tests: {missing:?}");
    let unnamed: Vec<&String> = own_tests.difference(&listed).collect();
    assert!(unnamed.is_empty(), "not in {}: {unnamed:?}", list.display());
}
