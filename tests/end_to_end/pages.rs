//! Checks that links in the pages are valid, that the book (`SUMMARY.md`) contains every page, and
//! that the README is short.

use std::{
    collections::BTreeSet,
    fs,
    path::{Component, Path, PathBuf},
};
use support::repository;

/// Maximum number of lines in the README.
const MAX_README_LINES: usize = 150;

/// Returns the paths, relative to the top folder, of all Markdown files in the repository.
pub(crate) fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(repository().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            let name = entry.file_name().into_string().unwrap();
            if entry.file_type().unwrap().is_dir() {
                if !name.starts_with('.') && name != "target" && name != "node_modules" {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Returns the text of a page without its fenced blocks, which are not Markdown.
pub(crate) fn prose(page: &Path) -> String {
    let text = fs::read_to_string(repository().join(page)).unwrap();
    let mut fenced = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the targets of all links and pictures on a page: `](target)` and `[name]: target`.
fn links(page: &Path) -> Vec<String> {
    let prose = prose(page);
    let inline = prose.split("](").skip(1);
    let inline = inline.filter_map(|rest| rest.split_once(')').map(|(target, _)| target));
    let named = prose.lines().filter(|line| line.starts_with('['));
    let named = named.filter_map(|line| line.split_once("]: ").map(|(_, target)| target));
    inline.chain(named).map(str::to_owned).collect()
}

/// Returns a heading's anchor, as used in links: lowercase, with dashes instead of spaces.
fn anchor(heading: &str) -> String {
    let kept = heading
        .trim_start_matches('#')
        .trim()
        .chars()
        .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Resolves `..`, so that equal paths have equal text.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                normalized.pop();
            }
            part => normalized.push(part),
        }
    }
    normalized
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let pages = pages();
    assert!(pages.len() > 40, "the walk found {} pages", pages.len());
    let mut broken = Vec::new();
    let mut followed = 0;
    for page in &pages {
        for link in links(page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => page.clone(),
                file => normalized(&page.parent().unwrap().join(file)),
            };
            let has_heading = || {
                let text = prose(&target);
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                heading.is_empty() || headings.any(|line| anchor(line) == heading)
            };
            let is_valid = repository().join(&target).exists()
                && (heading.is_empty()
                    || target.extension() == Some("md".as_ref()) && has_heading());
            if !is_valid {
                broken.push(format!("{}: {link}", page.display()));
            }
            followed += 1;
        }
    }
    assert!(followed > 100, "only {followed} links were found");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_book_has_every_page() {
    let summary = Path::new("crates/frontend/docs/SUMMARY.md");
    let folder = summary.parent().unwrap();
    let chapters: BTreeSet<PathBuf> = links(summary)
        .iter()
        .map(|link| normalized(&folder.join(link)))
        .collect();
    let missing: Vec<PathBuf> = pages()
        .into_iter()
        .filter(|page| page.components().any(|part| part.as_os_str() == "docs"))
        .filter(|page| page != summary && !chapters.contains(page))
        .collect();
    assert!(missing.is_empty(), "not in SUMMARY.md: {missing:?}");
}

#[test]
fn the_readme_is_short() {
    let lines = fs::read_to_string(repository().join("README.md"))
        .unwrap()
        .lines()
        .count();
    assert!(lines <= MAX_README_LINES, "the README has {lines} lines");
}
