//! Tests of the launcher.

use super::*;
use play::{bundled::BUNDLED, titles::Title};
use std::{
    fs,
    time::{Duration, Instant},
};

/// Number of rows that fit on a page.
const PAGE_ROWS: usize = 10;

fn games_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("more")).unwrap();
    for file in [
        "b.bin",
        "A.a26",
        "notes.txt",
        ".hidden.bin",
        "more/c.zip",
        "d.E0",
    ] {
        fs::write(folder.path().join(file), "").unwrap();
    }
    folder
}

fn cartridge_launcher(folder: &Path) -> Launcher {
    Launcher::new(FileKind::Cartridge, folder, Vec::new(), Vec::new())
}

fn names(launcher: &Launcher) -> Vec<&str> {
    let shown = launcher.shown.iter();
    shown
        .map(|at| launcher.entries[*at].name.as_str())
        .collect()
}

/// Performs navigation steps, and returns the result of the last one.
fn navigate(launcher: &mut Launcher, steps: &[Nav]) -> Choice {
    let choices = steps.iter().map(|nav| launcher.navigate(*nav, PAGE_ROWS));
    choices.last().unwrap()
}

#[test]
fn a_book_with_several_games_opens_a_list_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let game = |black: &str, moves: &str| {
        format!("[Event \"Open\"]\n[Black \"{black}\"]\n[White \"Ann\"]\n\n{moves} *\n\n")
    };
    let games: String = (1..=12)
        .map(|n| game(&format!("B{n}"), "1. 11-15"))
        .collect();
    let book = folder.path().join("many.pdn");
    fs::write(&book, games + &game("X", "1. 1-2")).unwrap();
    fs::write(folder.path().join("one.pdn"), game("B", "1. 11-15")).unwrap();
    let mut books = Launcher::new(FileKind::Book, folder.path(), Vec::new(), Vec::new());
    assert_eq!(names(&books), ["../", "many.pdn", "one.pdn"]);
    let one = navigate(&mut books, &[Nav::Down, Nav::Choose]);
    assert_eq!(one, Choice::File(folder.path().join("one.pdn")));
    assert_eq!(
        navigate(&mut books, &[Nav::Up, Nav::Choose]),
        Choice::StayOpen
    );
    let listed = names(&books);
    assert_eq!(
        listed.len(),
        14,
        "the parent folder, twelve games, and the error for a game that cannot be read"
    );
    assert_eq!(listed[1], "1  B1 - Ann  (Open, *)");
    assert_eq!(listed[12], "12  B12 - Ann  (Open, *)");
    assert!(listed[13].starts_with("13  line "), "{listed:?}");
    assert_eq!(
        navigate(&mut books, &[Nav::Down, Nav::Choose]),
        Choice::Game(book, 2)
    );
    assert_eq!(navigate(&mut books, &[Nav::Erase]), Choice::StayOpen);
    assert_eq!(names(&books), ["../", "many.pdn", "one.pdn"]);
}

#[test]
fn a_list_of_books_omits_folders_without_books() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["states", "deep/er", "games/pal", "empty"] {
        fs::create_dir_all(folder.path().join(path)).unwrap();
    }
    for (name, text) in [
        ("states/a.state", ""),
        ("states/notes.txt", "no game"),
        ("deep/er/b.pdn", ""),
        ("games/pal/c.bin", ""),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let books = Launcher::new(FileKind::Book, folder.path(), Vec::new(), Vec::new());
    assert_eq!(names(&books), ["../", "deep/"]);
    let all = ["../", "deep/", "empty/", "games/", "states/"];
    assert_eq!(names(&cartridge_launcher(folder.path())), all);
}

#[test]
fn titles_are_sorted_without_their_article() {
    let title = |name| Title {
        name,
        publisher: None,
        year: None,
    };
    let entry = |file: &str, name| {
        let target = Target::File(file.into());
        Entry::new(file.into(), Some(title(name)), target)
    };
    let mut entries = vec![
        entry("p.bin", "Pitfall II - Lost Caverns"),
        entry("d.bin", "The Activision Decathlon"),
        entry("a.bin", "An Odd Game"),
        Entry::new("the game.bin".into(), None, Target::File("t".into())),
        entry("b.bin", "Barnstorming"),
    ];
    entries::sort(&mut entries);
    let files: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(files, ["d.bin", "b.bin", "a.bin", "p.bin", "the game.bin"]);
}

#[test]
fn a_list_of_favorites_is_not_listed_as_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        ("favorites.txt", "/games/x.bin\n"),
        ("gamerec.txt", "[Event \"Video Checkers\"]\n"),
        ("moves.txt", "\n1. 11-15 22-18\n"),
        ("a.pdn", ""),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let books = Launcher::new(FileKind::Book, folder.path(), Vec::new(), Vec::new());
    assert_eq!(names(&books), ["../", "a.pdn", "gamerec.txt", "moves.txt"]);
}

#[test]
fn folders_come_first_and_files_of_other_kinds_are_omitted() {
    let folder = games_folder();
    let launcher = cartridge_launcher(folder.path());
    assert_eq!(names(&launcher), ["../", "more/", "A.a26", "b.bin", "d.E0"]);
    let positions = Launcher::new(FileKind::Position, folder.path(), Vec::new(), Vec::new());
    assert_eq!(names(&positions), ["../", "more/", "notes.txt"]);
}

#[test]
fn games_are_sorted_by_their_displayed_name() {
    let folder = tempfile::tempdir().unwrap();
    let images = [("a.bin", BUNDLED[0].image), ("z.bin", BUNDLED[1].image)];
    for (name, image) in images.into_iter().chain([("u.bin", &[0xea; 4096][..])]) {
        fs::write(folder.path().join(name), image).unwrap();
    }
    let mut launcher = cartridge_launcher(folder.path());
    assert_eq!(names(&launcher), ["../", "a.bin", "u.bin", "z.bin"]);
    let labels = |launcher: &mut Launcher| -> Vec<String> {
        let rows = launcher.page(PAGE_ROWS).rows.into_iter();
        rows.map(|row| row.label).collect()
    };
    let titled = ["Triktrak (z.bin)", "u.bin", "Video Checkers (a.bin)"];
    wait_until(|| labels(&mut launcher)[1..] == titled);
    // After the list is sorted by title, the first game is selected.
    assert_eq!(launcher.selected().unwrap().name, "z.bin");
    // The player's selection stays on its entry.
    let mut launcher = cartridge_launcher(folder.path());
    navigate(&mut launcher, &[Nav::First, Nav::Down]);
    wait_until(|| labels(&mut launcher)[1..] == titled);
    assert_eq!(launcher.selected().unwrap().name, "a.bin");
    // Files found below a folder are sorted too.
    launcher.type_character('b');
    wait_until(|| labels(&mut launcher) == titled);
}

#[test]
fn keys_select_files_and_move_between_folders() {
    let folder = games_folder();
    let mut launcher = cartridge_launcher(folder.path());
    let first = Choice::File(folder.path().join("A.a26"));
    assert_eq!(navigate(&mut launcher, &[Nav::Choose]), first);
    assert_eq!(
        navigate(&mut launcher, &[Nav::Up, Nav::Choose]),
        Choice::StayOpen
    );
    let zip = folder.path().join("more/c.zip");
    assert_eq!(
        navigate(&mut launcher, &[Nav::Last, Nav::Choose]),
        Choice::File(zip)
    );
    navigate(&mut launcher, &[Nav::Erase]);
    assert_eq!(names(&launcher)[launcher.cursor], "more/");
    assert_eq!(navigate(&mut launcher, &[Nav::Close]), Choice::Close);
}

#[test]
fn a_zip_file_with_several_images_is_a_folder() {
    let folder = games_folder();
    let zip = folder.path().join("more/c.zip");
    let files = ["/b.bin", "d/a.rom", "notes.txt", "__MACOSX/._b.bin"];
    let files = files.map(|name| (name, name.as_bytes()));
    fs::write(&zip, crate::zipped::zipped(&files)).unwrap();
    let mut launcher = cartridge_launcher(&folder.path().join("more"));
    assert_eq!(
        navigate(&mut launcher, &[Nav::Last, Nav::Choose]),
        Choice::StayOpen
    );
    assert_eq!(names(&launcher), ["../", "b.bin", "d/a.rom"]);
    let first = Choice::File(zip.join("b.bin"));
    assert_eq!(navigate(&mut launcher, &[Nav::Choose]), first);
    navigate(&mut launcher, &[Nav::Erase]);
    assert_eq!(names(&launcher)[launcher.cursor], "c.zip");
    // The zip file counts as the folder of an image in it, however deep the image is inside.
    let container = folder_of(&zip.join("d/a.rom")).unwrap();
    assert_eq!(
        names(&cartridge_launcher(&container)),
        ["../", "b.bin", "d/a.rom"]
    );
    let file = folder.path().join("b.bin");
    assert_eq!(folder_of(&file).as_deref(), Some(folder.path()));
    // A zip file with a single image counts as that image.
    fs::write(&zip, crate::zipped::zipped(&files[1..])).unwrap();
    launcher = cartridge_launcher(&folder.path().join("more"));
    assert_eq!(
        navigate(&mut launcher, &[Nav::Last, Nav::Choose]),
        Choice::File(zip)
    );
}

#[test]
fn recent_files_and_favorites_are_separate_lists() {
    let recent = vec![PathBuf::from("/a/x.bin"), PathBuf::from("/b/y.bin")];
    let nowhere = Path::new("/no/such/folder");
    let mut launcher = Launcher::new(FileKind::Cartridge, nowhere, recent, Vec::new());
    let second = Choice::File("/b/y.bin".into());
    assert_eq!(
        navigate(&mut launcher, &[Nav::NextTab, Nav::Down, Nav::Choose]),
        second
    );
    let choice = navigate(&mut launcher, &[Nav::ToggleFavorite]);
    assert_eq!(choice, Choice::Favorites(vec!["/b/y.bin".into()]));
    for bundled in BUNDLED {
        let choice = navigate(&mut launcher, &[Nav::Down, Nav::Choose]);
        assert_eq!(choice, Choice::Bundled(bundled));
    }
    navigate(&mut launcher, &[Nav::NextTab]);
    assert_eq!(names(&launcher), ["/b/y.bin"]);
    assert_eq!(
        navigate(&mut launcher, &[Nav::ToggleFavorite]),
        Choice::Favorites(Vec::new())
    );
    assert!(names(&launcher).is_empty());
    navigate(&mut launcher, &[Nav::NextTab]);
    assert_eq!(names(&launcher), ["../"]);
}

#[test]
fn letters_filter_the_folder_and_its_subfolders() {
    let folder = games_folder();
    fs::write(folder.path().join("more/bravo.bin"), "").unwrap();
    fs::write(folder.path().join("zab.bin"), "").unwrap();
    let mut launcher = cartridge_launcher(folder.path());
    launcher.type_character('b');
    // Names that begin with the letter come first.
    assert_eq!(names(&launcher)[0], "b.bin");
    let found = |launcher: &mut Launcher| {
        launcher.poll();
        names(launcher).contains(&"more/bravo.bin")
    };
    while !found(&mut launcher) {
        std::thread::yield_now();
    }
    launcher.type_character('R');
    assert_eq!(names(&launcher), ["more/bravo.bin"]);
    assert_eq!(navigate(&mut launcher, &[Nav::Close]), Choice::StayOpen);
    assert_eq!(navigate(&mut launcher, &[Nav::Close]), Choice::Close);
}

#[test]
fn a_page_of_many_files_has_the_rows_around_the_selected_one() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..1000 {
        fs::write(folder.path().join(format!("{number:04}.bin")), "").unwrap();
    }
    let mut launcher = Launcher::new(FileKind::Position, Path::new("/"), Vec::new(), Vec::new());
    launcher.file_kind = FileKind::Cartridge;
    launcher.enter(folder.path().to_owned());
    launcher.move_by(500);
    let page = launcher.page(PAGE_ROWS);
    assert_eq!((page.total, page.cursor), (1001, 501));
    assert!(page.rows.len() <= 2 * ROWS_EACH_WAY);
    assert_eq!(page.rows[page.cursor - page.offset].label, "0500.bin");
}

#[test]
fn the_page_appears_immediately_and_ten_thousand_files_are_found_later() {
    let folder = folder_of_ten_thousand_images();
    let data = tempfile::tempdir().unwrap();
    let mut launcher = cartridge_launcher(folder.path()).with_data(data.path());
    // Select the first row, which is not a file.
    navigate(&mut launcher, &[Nav::First]);
    // The page appears without waiting for the search, and shows what the folder itself contains.
    assert_eq!(launcher.page(PAGE_ROWS).total, 1061);
    find_all(&mut launcher, |launcher| {
        // The page contains only the rows around the selected row, no matter how many were found.
        assert!(launcher.page(PAGE_ROWS).rows.len() <= 2 * ROWS_EACH_WAY);
    });
    assert_eq!(launcher.page(PAGE_ROWS).total, 10_000);
    // No file except the selected one has been run for a preview.
    assert!(launcher.previews.is_some());
    let previews = fs::read_dir(cache::previews_folder(data.path())).map_or(0, Iterator::count);
    assert!(previews <= 1, "{previews}");
}

/// Types a letter that occurs in every file name from [`folder_of_ten_thousand_images`], and shows
/// pages until all files are found.
fn find_all(launcher: &mut Launcher, mut show_page: impl FnMut(&mut Launcher)) {
    launcher.type_character('g');
    wait_until(|| {
        show_page(launcher);
        launcher.shown.len() >= 10_000
    });
}

#[test]
fn the_page_shows_titles_and_the_states_and_recordings_of_a_cartridge() {
    let folder = tempfile::tempdir().unwrap();
    let data = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("zz.bin"), BUNDLED[0].image).unwrap();
    fs::write(folder.path().join("yy.bin"), [0xea; 4096]).unwrap();
    let sha256 = play::image::sha256(BUNDLED[0].image);
    for slot in [Slot::Number(0), Slot::Number(3), Slot::Exit] {
        let state = slots::path(data.path(), "zz", &sha256, slot);
        fs::create_dir_all(state.parent().unwrap()).unwrap();
        fs::write(state, "").unwrap();
    }
    fs::create_dir_all(data.path().join("recordings")).unwrap();
    for name in [
        "zz-0001.script",
        "zz-0002.script",
        "zz-x.script",
        "z-0001.script",
    ] {
        fs::write(data.path().join("recordings").join(name), "").unwrap();
    }
    let mut launcher = cartridge_launcher(folder.path()).with_data(data.path());
    // Select the first row, which is not a file.
    navigate(&mut launcher, &[Nav::First]);
    let titled = |row: &Row| row.label == "Video Checkers (zz.bin)";
    wait_until(|| launcher.page(PAGE_ROWS).rows.iter().any(titled));
    // The filter also matches the title.
    "checkers"
        .chars()
        .for_each(|letter| launcher.type_character(letter));
    wait_until(|| launcher.page(PAGE_ROWS).total == 1);
    let expected = [
        "Saved in slots 0, 3",
        "The last session: Shift+F11 in the game",
        "2 recordings",
    ];
    let mut side_panel_is_complete = || {
        let lines = launcher.page(PAGE_ROWS).side.unwrap().lines;
        lines.len() > 3 && lines[lines.len() - 3..] == expected
    };
    wait_until(&mut side_panel_is_complete);
    // The preview is in the cache now, so next time no cartridge has to run.
    let previews = fs::read_dir(cache::previews_folder(data.path()))
        .unwrap()
        .count();
    assert_eq!(previews, 1);
}

/// Waits until `done` returns true; panics after a minute.
fn wait_until(mut done: impl FnMut() -> bool) {
    for _ in 0..30_000 {
        if done() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("timed out");
}

/// Returns the resident memory of this process in bytes; 0 if the system does not report it.
fn resident_memory() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kilobytes.and_then(|text| text.parse().ok()).unwrap_or(0) * 1024
}

/// Creates 5,000 images in 50 folders, 4,000 in ten zip files, 1,000 in the folder itself.
fn folder_of_ten_thousand_images() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let image = |number: usize| {
        let mut image = vec![0xea; 2048];
        image[..8].copy_from_slice(&number.to_le_bytes());
        image
    };
    for number in 0..6000 {
        let target = match number {
            0..5000 => folder.path().join(format!("shelf {:02}", number / 100)),
            _ => folder.path().to_owned(),
        };
        fs::create_dir_all(&target).unwrap();
        fs::write(target.join(format!("game {number}.bin")), image(number)).unwrap();
    }
    for zip in 0..10 {
        let images: Vec<(String, Vec<u8>)> = (6000 + 400 * zip..6400 + 400 * zip)
            .map(|number| (format!("game {number}.bin"), image(number)))
            .collect();
        let files: Vec<(&str, &[u8])> = images
            .iter()
            .map(|(name, image)| (&name[..], &image[..]))
            .collect();
        let zip = folder.path().join(format!("pack {zip}.zip"));
        fs::write(zip, crate::zipped::zipped(&files)).unwrap();
    }
    folder
}

/// Prints the time until the first entries appear, the time until all are found, the longest time
/// that a page takes, and the memory used. The running game loses the time that a page takes.
#[test]
#[ignore = "full: creates 10,000 files, and prints times and memory; run it with --release"]
#[allow(clippy::print_stdout, reason = "the test exists to print figures")]
fn full_ten_thousand_images_are_found() {
    let folder = folder_of_ten_thousand_images();
    let before = resident_memory();
    let start = Instant::now();
    let mut launcher = cartridge_launcher(folder.path());
    let first = launcher.page(20);
    let opened = start.elapsed();
    // The page contains the 51 rows above the first file, and `ROWS_EACH_WAY` rows starting at
    // that file.
    assert_eq!(first.rows.len(), 51 + ROWS_EACH_WAY);
    let (mut longest, mut pages) = (Duration::ZERO, 0);
    let start = Instant::now();
    find_all(&mut launcher, |launcher| {
        let page_start = Instant::now();
        launcher.page(20);
        longest = longest.max(page_start.elapsed());
        pages += 1;
    });
    println!("first entries {opened:.1?}, all {:.2?}", start.elapsed());
    println!("longest of {pages} pages {longest:.1?}");
    println!("{} MB more memory", (resident_memory() - before) >> 20);
}
