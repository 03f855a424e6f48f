//! Tests of the list of files.

use super::*;

fn games(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("more")).unwrap();
    for file in [
        "b.bin",
        "A.a26",
        "notes.txt",
        ".hidden.bin",
        "more/c.zip",
        "d.E0",
    ] {
        fs::write(folder.join(file), "").unwrap();
    }
    folder
}

fn cartridges(folder: &Path) -> Chooser {
    Chooser::new(Wanted::Cartridge, folder, Vec::new())
}

#[test]
fn folders_come_first_and_other_files_are_left_out() {
    let folder = games("shelf");
    assert_eq!(
        cartridges(&folder).names,
        ["../", "more/", "A.a26", "b.bin", "d.E0"]
    );
    let positions = Chooser::new(Wanted::Position, &folder, Vec::new());
    assert_eq!(positions.names, ["../", "more/", "notes.txt"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn keys_lead_to_a_file_and_back() {
    let folder = games("walk");
    let mut chooser = cartridges(&folder);
    chooser.key(Key::Down);
    assert_eq!(chooser.key(Key::Enter), Choice::Open);
    chooser.key(Key::End);
    assert_eq!(
        chooser.key(Key::Enter),
        Choice::File(folder.join("more/c.zip"))
    );
    chooser.key(Key::Backspace);
    assert_eq!(chooser.names[chooser.chosen], "more/");
    assert_eq!(chooser.key(Key::Escape), Choice::Closed);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_zip_file_with_several_images_is_a_folder() {
    let folder = games("zip");
    let zip = folder.join("more/c.zip");
    let files = ["/b.bin", "d/a.rom", "notes.txt", "__MACOSX/._b.bin"];
    let files = files.map(|name| (name, name.as_bytes()));
    fs::write(&zip, crate::files::zipped(&files)).unwrap();
    let mut chooser = cartridges(&folder.join("more"));
    chooser.key(Key::End);
    assert_eq!(chooser.key(Key::Enter), Choice::Open);
    assert_eq!(chooser.names, ["../", "b.bin", "d/a.rom"]);
    chooser.key(Key::Down);
    let first = Choice::File(zip.join("b.bin"));
    assert_eq!(chooser.key(Key::Enter), first);
    chooser.key(Key::Backspace);
    assert_eq!(chooser.names[chooser.chosen], "c.zip");
    // Where an image came from is the zip file, however deep it lies there.
    let shelf = folder_of(&zip.join("d/a.rom")).unwrap();
    assert_eq!(cartridges(&shelf).names, ["../", "b.bin", "d/a.rom"]);
    assert_eq!(folder_of(&folder.join("b.bin")), Some(folder.clone()));
    // With one image it is that image.
    fs::write(&zip, crate::files::zipped(&files[1..])).unwrap();
    chooser = cartridges(&folder.join("more"));
    chooser.key(Key::End);
    assert_eq!(chooser.key(Key::Enter), Choice::File(zip));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_click_takes_the_entry_there() {
    let folder = games("click");
    let mut canvas = Canvas::default();
    let picture = play::picture::Picture {
        pixels: vec![0; 160 * 228],
    };
    canvas.draw(320, 228, &picture, Default::default());
    let mut chooser = cartridges(&folder);
    let row = |row: usize| (TITLE_ROWS + row) * CELL + 3;
    assert_eq!(chooser.click(&canvas, row(9)), Choice::Open);
    assert_eq!(chooser.click(&canvas, 0), Choice::Open);
    let file = Choice::File(folder.join("b.bin"));
    assert_eq!(chooser.click(&canvas, row(3)), file);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_long_name_keeps_its_beginning_and_its_end() {
    let name = "a game with quite a long name, number 7.bin";
    assert_eq!(shortened(name, 30), "a game with q..e, number 7.bin");
    assert_eq!(shortened(name, 43), name);
    assert_eq!(shortened(name, 1).chars().count(), 2);
}

#[test]
fn recent_files_are_a_page_of_their_own() {
    let recent = vec![PathBuf::from("/a/x.bin"), PathBuf::from("/b/y.bin")];
    let mut chooser = Chooser::new(Wanted::Cartridge, Path::new("/no/such/folder"), recent);
    chooser.key(Key::Tab);
    chooser.key(Key::Down);
    assert_eq!(chooser.key(Key::Enter), Choice::File("/b/y.bin".into()));
    chooser.key(Key::Down);
    assert_eq!(chooser.key(Key::Enter), Choice::Bundled(BUNDLED[0]));
    chooser.key(Key::Down);
    assert_eq!(chooser.key(Key::Enter), Choice::Bundled(BUNDLED[1]));
    chooser.key(Key::Tab);
    assert_eq!(chooser.names, ["../"]);
}

#[test]
fn a_letter_goes_to_the_next_name_that_begins_with_it() {
    let recent = ["/a/x.bin", "/x/y.bin", "/b/X2.bin"].map(PathBuf::from);
    let mut chooser = Chooser::new(Wanted::Cartridge, Path::new("/no"), recent.to_vec());
    chooser.key(Key::Tab);
    let mut at = |key| {
        chooser.key(key);
        chooser.chosen
    };
    let keys = [Key::X, Key::X, Key::Y, Key::V, Key::Q, Key::LeftShift];
    assert_eq!(keys.map(&mut at), [2, 0, 1, 3, 3, 3]);
}

#[test]
fn a_folder_that_cannot_be_read_has_only_its_parent() {
    let mut chooser = cartridges(Path::new("/no/such/folder"));
    assert_eq!(chooser.names, ["../"]);
    chooser.key(Key::PageDown);
    assert_eq!(chooser.key(Key::Enter), Choice::Open);
}
