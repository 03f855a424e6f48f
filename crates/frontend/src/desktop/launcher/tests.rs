//! Tests of the launcher.

use super::*;
use play::bundled::BUNDLED;
use std::fs;

/// Rows that fit on a page.
const FITTING: usize = 10;

fn games() -> tempfile::TempDir {
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

fn cartridges(folder: &Path) -> Launcher {
    Launcher::new(Wanted::Cartridge, folder, Vec::new(), Vec::new())
}

fn names(launcher: &Launcher) -> Vec<&str> {
    let shown = launcher.shown.iter();
    shown
        .map(|at| launcher.entries[*at].name.as_str())
        .collect()
}

fn go(launcher: &mut Launcher, ways: &[Nav]) -> Choice {
    let choices = ways.iter().map(|nav| launcher.go(*nav, FITTING));
    choices.last().unwrap()
}

#[test]
fn folders_come_first_and_other_files_are_left_out() {
    let folder = games();
    let launcher = cartridges(folder.path());
    assert_eq!(names(&launcher), ["../", "more/", "A.a26", "b.bin", "d.E0"]);
    let positions = Launcher::new(Wanted::Position, folder.path(), Vec::new(), Vec::new());
    assert_eq!(names(&positions), ["../", "more/", "notes.txt"]);
}

#[test]
fn keys_lead_to_a_file_and_back() {
    let folder = games();
    let mut launcher = cartridges(folder.path());
    assert_eq!(go(&mut launcher, &[Nav::Down, Nav::Take]), Choice::Open);
    let zip = folder.path().join("more/c.zip");
    assert_eq!(
        go(&mut launcher, &[Nav::Last, Nav::Take]),
        Choice::File(zip)
    );
    go(&mut launcher, &[Nav::Erase]);
    assert_eq!(names(&launcher)[launcher.cursor], "more/");
    assert_eq!(go(&mut launcher, &[Nav::Close]), Choice::Closed);
}

#[test]
fn a_zip_file_with_several_images_is_a_folder() {
    let folder = games();
    let zip = folder.path().join("more/c.zip");
    let files = ["/b.bin", "d/a.rom", "notes.txt", "__MACOSX/._b.bin"];
    let files = files.map(|name| (name, name.as_bytes()));
    fs::write(&zip, crate::files::zipped(&files)).unwrap();
    let mut launcher = cartridges(&folder.path().join("more"));
    assert_eq!(go(&mut launcher, &[Nav::Last, Nav::Take]), Choice::Open);
    assert_eq!(names(&launcher), ["../", "b.bin", "d/a.rom"]);
    let first = Choice::File(zip.join("b.bin"));
    assert_eq!(go(&mut launcher, &[Nav::Down, Nav::Take]), first);
    go(&mut launcher, &[Nav::Erase]);
    assert_eq!(names(&launcher)[launcher.cursor], "c.zip");
    // Where an image came from is the zip file, however deep it lies there.
    let shelf = folder_of(&zip.join("d/a.rom")).unwrap();
    assert_eq!(names(&cartridges(&shelf)), ["../", "b.bin", "d/a.rom"]);
    let file = folder.path().join("b.bin");
    assert_eq!(folder_of(&file).as_deref(), Some(folder.path()));
    // With one image it is that image.
    fs::write(&zip, crate::files::zipped(&files[1..])).unwrap();
    launcher = cartridges(&folder.path().join("more"));
    assert_eq!(
        go(&mut launcher, &[Nav::Last, Nav::Take]),
        Choice::File(zip)
    );
}

#[test]
fn recent_files_and_favorites_are_lists_of_their_own() {
    let recent = vec![PathBuf::from("/a/x.bin"), PathBuf::from("/b/y.bin")];
    let nowhere = Path::new("/no/such/folder");
    let mut launcher = Launcher::new(Wanted::Cartridge, nowhere, recent, Vec::new());
    let second = Choice::File("/b/y.bin".into());
    assert_eq!(
        go(&mut launcher, &[Nav::Next, Nav::Down, Nav::Take]),
        second
    );
    let changed = go(&mut launcher, &[Nav::Favorite]);
    assert_eq!(changed, Choice::Favorites(vec!["/b/y.bin".into()]));
    for bundled in BUNDLED {
        let taken = go(&mut launcher, &[Nav::Down, Nav::Take]);
        assert_eq!(taken, Choice::Bundled(bundled));
    }
    go(&mut launcher, &[Nav::Next]);
    assert_eq!(names(&launcher), ["/b/y.bin"]);
    assert_eq!(
        go(&mut launcher, &[Nav::Favorite]),
        Choice::Favorites(Vec::new())
    );
    assert!(names(&launcher).is_empty());
    go(&mut launcher, &[Nav::Next]);
    assert_eq!(names(&launcher), ["../"]);
}

#[test]
fn letters_filter_the_folder_and_all_below_it() {
    let folder = games();
    fs::write(folder.path().join("more/bravo.bin"), "").unwrap();
    fs::write(folder.path().join("zab.bin"), "").unwrap();
    let mut launcher = cartridges(folder.path());
    launcher.typed('b');
    // What begins with the letter comes first.
    assert_eq!(names(&launcher)[0], "b.bin");
    let found = |launcher: &mut Launcher| {
        launcher.poll();
        names(launcher).contains(&"more/bravo.bin")
    };
    while !found(&mut launcher) {
        std::thread::yield_now();
    }
    launcher.typed('R');
    assert_eq!(names(&launcher), ["more/bravo.bin"]);
    assert_eq!(go(&mut launcher, &[Nav::Close]), Choice::Open);
    assert_eq!(go(&mut launcher, &[Nav::Close]), Choice::Closed);
}

#[test]
fn a_page_of_many_files_has_the_rows_around_the_chosen_one() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..1000 {
        fs::write(folder.path().join(format!("{number:04}.bin")), "").unwrap();
    }
    let mut launcher = Launcher::new(Wanted::Position, Path::new("/"), Vec::new(), Vec::new());
    launcher.wanted = Wanted::Cartridge;
    launcher.enter(folder.path().to_owned());
    launcher.go_by(500);
    let page = launcher.page(FITTING);
    assert_eq!((page.total, page.cursor), (1001, 500));
    assert!(page.rows.len() <= 2 * AROUND);
    assert_eq!(page.rows[page.cursor - page.offset].label, "0499.bin");
}
