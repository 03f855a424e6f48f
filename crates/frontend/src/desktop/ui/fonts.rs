//! System fonts as a fallback for characters that the program's own fonts lack, such as those in
//! Chinese, Japanese and Korean file names. Such fonts take megabytes each, so the program bundles
//! none and reads the system's fonts only when one of these characters has to be drawn.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// Prefixes of the names of fonts with such characters, in lowercase. The fonts that cover the most
/// characters come first.
const NAME_PREFIXES: [&str; 22] = [
    "notosanscjk-regular",
    "notosanscjk",
    "sourcehansans",
    "arial unicode",
    "droidsansfallback",
    "wqy-microhei",
    "wqy-zenhei",
    "msyh.",
    "msyh",
    "pingfang",
    "hiragino sans gb",
    "yugothm",
    "meiryo",
    "msgothic",
    "malgun.",
    "applesdgothicneo",
    "simsun",
    "notosansjp",
    "notosanssc",
    "notosanskr",
    "ipag",
    "unifont",
];
/// Maximum depth of subfolders to search in each of [`folders`].
const MAX_DEPTH: usize = 4;
/// Maximum number of fonts to read.
const MAX_FONTS: usize = 4;

/// Returns the folders in which the supported systems keep fonts, both for all users and for the
/// current one.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
    ]
    .map(PathBuf::from)
    .into();
    if let Some(windows) = std::env::var_os("WINDIR") {
        folders.push(Path::new(&windows).join("Fonts"));
    }
    if let Some(dirs) = directories::BaseDirs::new() {
        folders.push(dirs.data_dir().join("fonts"));
        folders.push(dirs.home_dir().join(".fonts"));
    }
    folders
}

/// Returns the fonts in these folders and their subfolders that are likely to have the characters,
/// best first.
fn ranked_fonts(folders: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut pending: Vec<(PathBuf, usize)> =
        folders.into_iter().map(|folder| (folder, 0)).collect();
    while let Some((folder, depth)) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().to_lowercase();
            let is_font = [".ttf", ".ttc", ".otf"]
                .iter()
                .any(|end| name.ends_with(end));
            let rank = NAME_PREFIXES
                .iter()
                .position(|prefix| name.starts_with(prefix));
            match rank.filter(|_| is_font) {
                Some(rank) => found.push((rank, entry.path())),
                None if depth < MAX_DEPTH && entry.path().is_dir() => {
                    pending.push((entry.path(), depth + 1));
                }
                None => {}
            }
        }
    }
    found.sort();
    found.dedup_by_key(|(rank, _)| *rank);
    found
        .into_iter()
        .map(|(_, path)| path)
        .take(MAX_FONTS)
        .collect()
}

/// System fonts for characters that the program's own fonts lack.
#[derive(Debug, Default)]
pub struct Fallbacks {
    /// The fonts that have not been read yet, best last. `None` until a text first contains a
    /// character that the program's own fonts lack.
    unread: Option<Vec<PathBuf>>,
    /// The characters that are in none of the fonts.
    missing: HashSet<char>,
}

impl Fallbacks {
    /// Creates fallbacks from font files. The best file comes first.
    #[cfg(test)]
    pub fn from_files(mut files: Vec<PathBuf>) -> Fallbacks {
        files.reverse();
        Fallbacks {
            unread: Some(files),
            ..Fallbacks::default()
        }
    }

    /// Returns the contents of the next font to try for a character. Returns `None` if no fonts are
    /// left, and in all later calls for the same character.
    pub fn next(&mut self, character: char) -> Option<Vec<u8>> {
        if self.missing.contains(&character) {
            return None;
        }
        let unread = self.unread.get_or_insert_with(|| {
            let mut files = ranked_fonts(folders());
            files.reverse();
            files
        });
        while let Some(file) = unread.pop() {
            if let Ok(bytes) = fs::read(file) {
                return Some(bytes);
            }
        }
        self.missing.insert(character);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_with_more_characters_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir_all(path("opentype/noto")).unwrap();
        for name in [
            "wqy-microhei.ttc",
            "opentype/noto/NotoSansCJK-Regular.ttc",
            "opentype/noto/NotoSansCJK-Bold.ttc",
            "DejaVuSans.ttf",
            "unifont.txt",
        ] {
            fs::write(path(name), "").unwrap();
        }
        let found = ranked_fonts(vec![folder.path().to_owned(), path("none")]);
        let wanted = [
            "opentype/noto/NotoSansCJK-Regular.ttc",
            "opentype/noto/NotoSansCJK-Bold.ttc",
            "wqy-microhei.ttc",
        ];
        assert_eq!(found, wanted.map(path));
    }

    #[test]
    fn each_font_is_read_once_and_characters_without_a_font_are_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.ttf");
        fs::write(&file, "font").unwrap();
        let mut fallbacks = Fallbacks::from_files(vec![folder.path().join("gone.ttf"), file]);
        assert_eq!(fallbacks.next('字'), Some(b"font".to_vec()));
        assert_eq!(fallbacks.next('字'), None);
        assert_eq!(fallbacks.next('字'), None);
        assert!(fallbacks.missing.contains(&'字'));
    }
}
