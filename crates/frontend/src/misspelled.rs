//! Suggests the right name for a misspelled one.

/// The similarity above which a word counts as a misspelling of a name; 1 means equal. clap uses
/// the same limit.
const MIN_SIMILARITY: f64 = 0.7;

/// Returns the name that is most similar to a misspelled word; `None` if no name is similar enough.
/// One-letter names are never suggested.
pub fn closest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |name: &str| strsim::jaro(word, name);
    let words = names.filter(|name| name.len() > 1);
    let best = words.max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    best.filter(|name| similarity(name) > MIN_SIMILARITY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_is_found_and_a_distant_one_is_not() {
        let find = |word| closest(word, ["s", "settings", "snapshot"].into_iter());
        assert_eq!(find("setings"), Some("settings"));
        assert_eq!(find("snapshto"), Some("snapshot"));
        assert_eq!(find("sx"), None);
    }
}
