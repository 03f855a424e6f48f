//! Compares Stella's television filter (`-tv.filter`) with our television set with composite video,
//! by measuring both pictures of the same program.

use super::*;
use signal::{Field, Preset};

/// A program that shows six bands of color, each 16 lines tall, then gray stripes four clocks wide.
const SOURCE: &str = "
        processor 6502
        org $f000
Start   cld
        lda #0
        tax
Clear   sta 0,x
        inx
        bne Clear
        lda #$0e
        sta $08
Frame   lda #2
        sta $02
        sta $00
        sta $02
        sta $02
        sta $02
        lda #0
        sta $00
        ldx #36
Top     sta $02
        dex
        bne Top
        ldx #96
Band    sta $02
        txa
        and #$f0
        ora #$08
        sta $09
        dex
        bne Band
        sta $02
        stx $09
        lda #$aa
        sta $0e
        ldx #96
Stripe  sta $02
        dex
        bne Stripe
        stx $0e
        ldx #28
Bottom  sta $02
        dex
        bne Bottom
        jmp Frame
        org $fffc
        .word Start, Start
";
/// The size of Stella's pictures, which have six pixels for each color clock.
const SIZE: (usize, usize) = (960, 720);
/// The rows of Stella's pictures that show the stripes.
const STRIPE_ROWS: std::ops::Range<usize> = 400..600;

/// Returns Stella's picture with a filter, from a window without a debugger.
fn stella_picture_with_filter(stella: &Stella, image: &Path, filter: &str) -> Vec<Vec<Rgb>> {
    let folder = tempfile::tempdir().unwrap();
    let window = Command::new(&stella.program)
        .env("DISPLAY", &stella.display)
        .env("HOME", folder.path())
        .env("XDG_RUNTIME_DIR", folder.path())
        .arg("-basedir")
        .arg(folder.path())
        .arg("-snapsavedir")
        .arg(folder.path())
        .args(["-ss1x", "0", "-audio.enabled", "0", "-video", "software"])
        .args(["-uimessages", "0", "-tv.filter", filter])
        .arg(image)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .start();
    let picture = wait_for(|| {
        let pid = window.id().to_string();
        let windows = stella.xdotool(&["search", "--onlyvisible", "--pid", &pid]);
        stella.xdotool(&["windowfocus", windows.lines().last()?]);
        stella.xdotool(&["key", "F12"]);
        std::thread::sleep(Duration::from_millis(300));
        let files = pictures(folder.path()).into_iter();
        let mut pictures = files.filter_map(|picture| read_png(&picture));
        // The first pictures may have been taken before the program draws anything.
        pictures.find(|picture| colorfulness(picture[SIZE.1 / 4][SIZE.0 / 2]) > 20)
    });
    let picture = picture.expect("a picture");
    assert_eq!((picture[0].len(), picture.len()), SIZE);
    picture
}

/// Returns the picture that our television set shows with a preset.
fn our_picture(preset: Preset, image: &[u8]) -> Vec<Vec<Rgb>> {
    let mut machine = Machine::new(Cartridge::from_image(image).unwrap(), PowerOn::default());
    let mut set = preset.new_set(vcs::television::Standard::Ntsc).unwrap();
    for _ in 0..30 {
        machine.frame();
        set.receive(&Field::of(machine.television()));
    }
    let mut pixels = vec![0; SIZE.0 * SIZE.1];
    set.draw(&mut pixels, SIZE.0, SIZE.1);
    let rgb = |pixel: &u32| [16, 8, 0].map(|shift| (pixel >> shift) as u8);
    let rows = pixels.chunks(SIZE.0);
    rows.map(|row| row.iter().map(rgb).collect()).collect()
}

fn colorfulness([red, green, blue]: Rgb) -> u8 {
    red.max(green).max(blue) - red.min(green).min(blue)
}

/// Finds the color bands in the picture without a filter, and returns rows that are far from their
/// edges.
fn band_rows(plain: &[Vec<Rgb>]) -> Vec<usize> {
    let middle = |row: usize| plain[row][480];
    let is_band = |row: &usize| {
        colorfulness(middle(*row)) > 20 && (row - 16..row + 16).all(|at| middle(at) == middle(*row))
    };
    (16..SIZE.1 - 16).filter(is_band).step_by(8).collect()
}

/// Returns the colors of the left and right fringes of each stripe in the left half of a picture.
/// The color of a fringe is the amount by which red and blue exceed green, averaged over some rows
/// and columns.
fn fringes(picture: &[Vec<Rgb>]) -> Vec<[i32; 2]> {
    let sum = |x: usize, weights: [i32; 3]| -> i32 {
        let pixels = picture[STRIPE_ROWS].iter().map(|row| row[x]);
        let parts = pixels.map(|pixel| [0, 1, 2].map(|at| weights[at] * i32::from(pixel[at])));
        parts.flatten().sum::<i32>() / STRIPE_ROWS.len() as i32
    };
    // Average over six columns, the width of two of the stripes in our tube's mask.
    let mean = |x: usize, weights| (x - 3..x + 3).map(|x| sum(x, weights)).sum::<i32>() / 6;
    let is_lit = |x: &usize| mean(*x, [1; 3]) > 300;
    let lit: Vec<bool> = (3..480).map(|x| is_lit(&x)).collect();
    let edges = (4..480).filter(|x| lit[x - 3] != lit[x - 4]);
    let fringes: Vec<i32> = edges.map(|x| mean(x, [1, -2, 1]) / 2).collect();
    fringes.as_chunks().0.to_vec()
}

#[test]
#[ignore = "needs stella, Xvfb and xdotool"]
fn oracle_stellas_filter_and_our_set_keep_flat_colors_and_add_fringes_to_stripes() {
    let folder = tempfile::tempdir().unwrap();
    let image = asm6502::assemble_str(SOURCE).unwrap().binary;
    let path = folder.path().join("bands.bin");
    std::fs::write(&path, &image).unwrap();
    let stella = Stella::start();
    let stella_plain = stella_picture_with_filter(&stella, &path, "0");
    let stella_filtered = stella_picture_with_filter(&stella, &path, "3");
    let (clean, composite) = (
        our_picture(Preset::Clean, &image),
        our_picture(Preset::Composite, &image),
    );
    for (name, plain, filtered) in [
        ("stella", &stella_plain, &stella_filtered),
        ("ours", &clean, &composite),
    ] {
        let bands = band_rows(plain);
        assert!(bands.len() > 8, "{name}: {bands:?}");
        // Compare averages over some rows and columns, because the picture of our tube shows
        // scanlines and the stripes of its mask.
        for row in bands {
            let mean = |picture: &[Vec<Rgb>], channel: usize| {
                let rows = picture[row - 12..row + 12].iter();
                let light = rows
                    .flat_map(|row| &row[400..560])
                    .map(|pixel| u32::from(pixel[channel]));
                light.map(|light| light * light).sum::<u32>().isqrt() / 62
            };
            for channel in 0..3 {
                let (expected, actual) = (mean(plain, channel), mean(filtered, channel));
                assert!(
                    expected.abs_diff(actual) <= 4,
                    "{name}, row {row}: {expected} {actual}"
                );
            }
        }
        let [before, after] = [plain, filtered].map(|picture| fringes(picture));
        println!("{name}: {before:?}, with the filter or the set {after:?}");
        assert_eq!([before.len(), after.len()], [4; 2], "{name}");
        for ([left, right], [first_left, first_right]) in
            after.iter().map(|fringe| (fringe, after[0]))
        {
            assert!(*left > 8 && *right < -8, "{name}: {after:?}");
            // The stripes are a whole number of carrier cycles apart, so their fringes have the
            // same colors.
            assert!(left.abs_diff(first_left) <= 12 && right.abs_diff(first_right) <= 12);
        }
        let max_tint = before.iter().flatten().map(|tint| tint.abs()).max();
        assert!(max_tint < Some(6), "{name}: {before:?}");
    }
}
