//! Tests that the picture fills the window, however many scanlines the cartridge shows.

use super::stage::{App, Stage, wait_for};
use std::{fs, path::PathBuf};

/// A cartridge that shows a single color. The fields give the number of its scanlines, the first
/// visible one, and the number of visible ones.
struct Shape {
    name: &'static str,
    scanlines: usize,
    first_visible: usize,
    visible: usize,
    /// Number of additional scanlines in every second frame.
    extra: usize,
    /// The color number. Its hue differs between NTSC and PAL programs.
    color: u8,
}

const fn shape(
    name: &'static str,
    scanlines: usize,
    first_visible: usize,
    visible: usize,
    extra: usize,
    color: u8,
) -> Shape {
    Shape {
        name,
        scanlines,
        first_visible,
        visible,
        extra,
        color,
    }
}

const SHAPES: [Shape; 11] = [
    shape("ntsc-192", 262, 40, 192, 0, 0x1a),
    shape("ntsc-210", 262, 34, 210, 0, 0x1a),
    shape("ntsc-228", 262, 26, 228, 0, 0x1a),
    shape("ntsc-236", 262, 20, 236, 0, 0x1a),
    shape("ntsc-240", 262, 18, 240, 0, 0x1a),
    shape("pal60-236", 262, 20, 236, 0, 0x5a),
    shape("pal-228", 312, 48, 228, 0, 0x5a),
    shape("pal-274", 312, 35, 274, 0, 0x5a),
    shape("pal-286", 312, 24, 286, 0, 0x5a),
    shape("moving-228", 262, 30, 228, 3, 0x1a),
    shape("moving-250", 280, 22, 250, 6, 0x1a),
];

impl Shape {
    /// Returns the number of scanlines that the window shows: the usual number for 60 or 50 Hz, or
    /// more if the picture is taller than that.
    fn shown_scanlines(&self) -> usize {
        let (top, bottom) = if self.scanlines < 287 {
            (26, 254)
        } else {
            (35, 309)
        };
        bottom.max(self.first_visible + self.visible) - top.min(self.first_visible)
    }

    /// Assembles the cartridge.
    fn image(&self, stage: &Stage) -> PathBuf {
        let source = format!(
            "
        processor 6502
frames  = $80
        org $f000
Start   ldx #$ff
        txs
Frame   lda #2
        sta $02                 ; WSYNC
        sta $01                 ; VBLANK
        sta $00                 ; VSYNC
        ldx #3
        jsr Lines
        lda #0
        sta $00
        ldx #{blank}
        jsr Lines
        lda #0
        sta $01
        lda #${color:02x}
        sta $09                 ; COLUBK
        ldx #{half}
        jsr Lines
        ldx #{rest}
        jsr Lines
        lda #2
        sta $01
        inc frames
        lda frames
        and #1
        beq Short
        ldx #{extra}
        beq Short
        jsr Lines
Short   ldx #{end}
        jsr Lines
        jmp Frame
Lines   sta $02                 ; waits for X lines
        dex
        bne Lines
        rts
        org $fffc
        .word Start, Start
",
            blank = self.first_visible - 3,
            color = self.color,
            half = self.visible / 2,
            rest = self.visible - self.visible / 2,
            extra = self.extra,
            end = self.scanlines - self.first_visible - self.visible - 1,
        );
        let path = stage.path(&format!("{}.asm", self.name));
        fs::write(&path, source).unwrap();
        let image = stage.path(&format!("{}.bin", self.name));
        fs::write(&image, crate::assemble(&path)).unwrap();
        image
    }
}

/// Returns how many columns and how many rows contain a pixel of the same color as the pixel in the
/// middle of the window; zeros if that pixel is black.
fn lit_columns_and_rows((pixels, width): &(Vec<u32>, usize)) -> [usize; 2] {
    let height = pixels.len() / width;
    let color = pixels[height / 2 * width + width / 2];
    if color == 0 {
        return [0, 0];
    }
    let is_lit = |x: usize, y: usize| pixels[y * width + x] == color;
    let columns = (0..*width).filter(|x| (0..height).any(|y| is_lit(*x, y)));
    let rows = (0..height).filter(|y| (0..*width).any(|x| is_lit(x, *y)));
    [columns.count(), rows.count()]
}

/// Waits until the picture, including its black scanlines above and below, fills 95 % of the window
/// in one dimension. Returns the window's size.
fn wait_for_full_picture(shape: &Shape, app: &App<'_>) -> (usize, usize) {
    let what = format!("{}: a picture that fills the window", shape.name);
    wait_for(&what, || {
        let shot = app.screenshot();
        let [columns, rows] = lit_columns_and_rows(&shot);
        let (width, height) = (shot.1, shot.0.len() / shot.1);
        let full_height = height * shape.visible / shape.shown_scanlines();
        let full = columns * 100 >= width * 95 || rows * 100 >= full_height * 95;
        full.then_some((width, height))
    })
}

fn check_all_shapes(options: &[&str], sizes: &[(usize, usize)]) {
    let stage = Stage::new(&format!("shapes-{}", options.join("-")));
    for shape in SHAPES {
        let image = shape.image(&stage);
        let mut arguments = vec![image.to_str().unwrap(), "--audio-out", "null"];
        arguments.extend(["--freeze-at-frame", "20"]);
        arguments.extend(options);
        let app = stage.start(&arguments);
        let (_, height) = wait_for_full_picture(&shape, &app);
        // When the window opens, its height is a multiple of the number of scanlines shown.
        assert_eq!(
            height % shape.shown_scanlines(),
            0,
            "{}: {height}",
            shape.name
        );
        for (width, height) in sizes {
            let window = app.window().to_string();
            let (wide, high) = (width.to_string(), height.to_string());
            stage.xdotool(&["windowsize", &window, &wide, &high]);
            wait_for("the size", || {
                let size = wait_for_full_picture(&shape, &app);
                (size == (*width, *height)).then_some(())
            });
        }
    }
}

#[test]
fn every_shape_fills_the_window_when_it_opens_and_at_odd_sizes() {
    support::needs!("Xvfb", "xdotool", "import");
    check_all_shapes(&[], &[(701, 533), (1001, 444)]);
}

#[test]
fn integer_scaling_fills_the_window_when_it_opens() {
    support::needs!("Xvfb", "xdotool", "import");
    check_all_shapes(&["--integer-scale"], &[]);
}

#[test]
fn every_shape_fills_the_screen() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("shapes-screen");
    for shape in SHAPES {
        let image = shape.image(&stage);
        let arguments = [
            "--audio-out",
            "null",
            "--freeze-at-frame",
            "20",
            "--fullscreen",
        ];
        let app = stage.start(&[&[image.to_str().unwrap()], &arguments[..]].concat());
        // In full screen, the window has the size of the virtual screen.
        wait_for("the screen's size", || {
            (wait_for_full_picture(&shape, &app) == (1300, 1024)).then_some(())
        });
    }
}

#[test]
fn the_window_size_follows_the_cartridge_until_the_player_resizes_it() {
    support::needs!("Xvfb", "xdotool", "import");
    let stage = Stage::new("follow");
    let folder = stage.path("shelf");
    fs::create_dir(&folder).unwrap();
    for shape in &SHAPES {
        let image = shape.image(&stage);
        fs::copy(&image, folder.join(format!("{}.bin", shape.name))).unwrap();
    }
    let first = folder.join("ntsc-228.bin");
    let app = stage.start(&[
        first.to_str().unwrap(),
        "--audio-out",
        "null",
        "--scale",
        "2",
    ]);
    let height = |app: &App<'_>| {
        let (pixels, width) = app.screenshot();
        pixels.len() / width
    };
    wait_for("the first size", || (height(&app) == 456).then_some(()));
    let open = |name: &str| {
        app.input(&["key", "ctrl+o", "type", "--delay", "0", name]);
        app.input(&["key", "Return"]);
    };
    open("pal-286");
    wait_for("the size of another cartridge", || {
        (height(&app) == 572).then_some(())
    });
    let window = app.window().to_string();
    stage.xdotool(&["windowsize", &window, "700", "500"]);
    wait_for("the player's size", || (height(&app) == 500).then_some(()));
    open("ntsc-240");
    let shape = SHAPES.iter().find(|shape| shape.name == "ntsc-240");
    wait_for_full_picture(shape.expect("a shape"), &app);
    assert_eq!(height(&app), 500);
}
