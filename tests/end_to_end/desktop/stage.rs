//! A virtual screen on which tests run the real program and operate its keys and mouse.
//!
//! No step sleeps for a guessed time: each waits for its effect, with a timeout that no correct run
//! reaches.

use lab::script::Script;
use std::{
    fmt::Debug,
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};
use support::{Folder, Program, Start};

/// Timeout of a step.
const STEP_TIMEOUT: Duration = Duration::from_secs(40);

/// The color of the menu bar.
pub const MENU_COLOR: u32 = 0x1c202b;

/// A private virtual X server, and a folder.
pub struct Stage {
    server: Program,
    display: String,
    folder: Folder,
}

impl Stage {
    /// Starts a server and makes an empty folder.
    pub fn new(name: &str) -> Stage {
        Stage::on_screen(name, "1300x1024x24")
    }

    /// Starts a server with a screen of this size.
    pub fn on_screen(name: &str, screen: &str) -> Stage {
        // Without this option, the server restarts when its last client leaves, and meanwhile
        // refuses clients.
        Stage::with_server(name, screen, &["-noreset"])
    }

    /// Starts a server with a screen of this size and with these options.
    pub fn with_server(name: &str, screen: &str, options: &[&str]) -> Stage {
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                screen,
                "-nolisten",
                "tcp",
            ])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .start();
        let mut number = String::new();
        BufReader::new(server.stdout())
            .read_line(&mut number)
            .expect("a display number");
        Stage {
            server,
            display: format!(":{}", number.trim()),
            folder: Folder::new(name),
        }
    }

    /// Returns the X server.
    pub fn server(&self) -> &Program {
        &self.server
    }

    /// Returns a path in the stage's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path(name)
    }

    /// Writes a settings file, and returns its path for use on the command line.
    pub fn settings(&self, text: &str) -> String {
        let file = self.path("settings.toml");
        fs::write(&file, text).unwrap();
        format!("--settings={}", file.display())
    }

    /// Returns a command that runs the program on this screen, with its folders inside the stage's
    /// folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = program(&self.folder, arguments);
        command.env("DISPLAY", &self.display);
        command
    }

    /// Starts the program, and waits until its window has the keyboard focus and shows a picture.
    pub fn start(&self, arguments: &[&str]) -> App<'_> {
        self.launch(self.command(&[&["--title", "stage"], arguments].concat()))
    }

    /// Starts the program with a command, and waits for its window (named "stage").
    pub fn launch(&self, command: Command) -> App<'_> {
        self.launch_titled(command, "^stage$")
    }

    /// Starts a command and waits for a window whose name matches a pattern.
    pub fn launch_titled(&self, mut command: Command, title: &str) -> App<'_> {
        let stderr_file = self.path("stderr");
        // With the look of a television set, neighboring pixels would mix their colors, but the
        // tests need exact colors.
        if !command
            .get_args()
            .any(|word| word == "--look" || word == "--title=stage")
        {
            command.args(["--look", "bitmap"]);
        }
        let child = command
            .stderr(File::create(&stderr_file).expect("a file"))
            .start();
        let mut app = App {
            stage: self,
            child,
            window: String::new(),
            stderr_file,
        };
        app.window = wait_for("the window", || {
            assert!(app.child.try_wait().is_none(), "ended: {}", app.stderr());
            let found = self.xdotool(&["search", "--onlyvisible", "--name", title]);
            String::from_utf8_lossy(&found.stdout)
                .lines()
                .next()
                .map(str::to_owned)
        });
        app.focus();
        wait_for("the first picture", || app.has_started().then_some(()));
        app
    }

    pub fn xdotool(&self, arguments: &[&str]) -> Output {
        Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .run()
    }

    /// Returns the X server's display name, for a separate client.
    pub fn display(&self) -> &str {
        &self.display
    }
}

/// The running program.
pub struct App<'a> {
    stage: &'a Stage,
    /// The process.
    pub child: Program,
    window: String,
    stderr_file: PathBuf,
}

impl App<'_> {
    /// Gives the window the keyboard focus.
    pub fn focus(&self) {
        self.stage.xdotool(&["windowfocus", "--sync", &self.window]);
    }

    /// Returns true once the window shows its first picture or the program has ended. Until then,
    /// the window is black, and the program has not read any key or the mouse.
    fn has_started(&self) -> bool {
        use x11rb::protocol::xproto::{ConnectionExt, ImageFormat};
        let window = self.window();
        let image = || {
            let (x, _) = x11rb::connect(Some(self.stage.display())).ok()?;
            let size = x.get_geometry(window).ok()?.reply().ok()?;
            let (format, width, height) = (ImageFormat::Z_PIXMAP, size.width, size.height);
            let image = x.get_image(format, window, 0, 0, width, height, !0).ok()?;
            Some(image.reply().ok()?.data)
        };
        let is_lit = image().is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0));
        is_lit || self.child.try_wait().is_some()
    }

    /// Returns the window's number on the X server.
    pub fn window(&self) -> u32 {
        self.window.parse().expect("a number")
    }

    /// Moves the keyboard focus from the window to the screen's background.
    pub fn lose_focus(&self) {
        use x11rb::{
            connection::Connection,
            protocol::xproto::{ConnectionExt, InputFocus},
            wrapper::ConnectionExt as _,
        };
        let (x, screen) = x11rb::connect(Some(self.stage.display())).expect("the server answers");
        let root = x.setup().roots[screen].root;
        x.set_input_focus(InputFocus::NONE, root, x11rb::CURRENT_TIME)
            .expect("sent");
        x.sync().expect("the server answers");
    }

    /// Moves the keyboard focus away, and waits for the message at the top of the window that the
    /// game is paused.
    pub fn lose_focus_and_pause(&self) {
        let top = || {
            let (mut pixels, width) = self.screenshot();
            pixels.truncate(20 * width);
            pixels
        };
        let before = top();
        self.lose_focus();
        wait_for("the pause", || (top() != before).then_some(()));
    }

    /// Returns the window's width and height, once it has stopped changing.
    pub fn settled_size(&self) -> (u16, u16) {
        use x11rb::protocol::xproto::ConnectionExt;
        let (x, _) = x11rb::connect(Some(self.stage.display())).expect("the server answers");
        let size = || {
            let reply = x.get_geometry(self.window()).expect("sent").reply();
            let geometry = reply.expect("a window");
            (geometry.width, geometry.height)
        };
        let mut before = size();
        wait_for("a size that stays", || {
            std::thread::sleep(Duration::from_millis(200));
            (std::mem::replace(&mut before, size()) == before).then_some(before)
        })
    }

    /// Asks the window to close, as a window manager does.
    pub fn ask_to_close(&self) {
        use x11rb::{
            protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask},
            wrapper::ConnectionExt as _,
        };
        let (x, _) = x11rb::connect(Some(self.stage.display())).expect("the server answers");
        let atom = |name: &[u8]| x.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let window = self.window();
        let data = [atom(b"WM_DELETE_WINDOW"), 0, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window, atom(b"WM_PROTOCOLS"), data);
        x.send_event(false, window, EventMask::NO_EVENT, event)
            .expect("sent");
        x.sync().expect("the server answers");
    }

    /// Moves the mouse to a pixel of the window.
    pub fn move_mouse(&self, x: usize, y: usize) {
        let (x, y) = (x.to_string(), y.to_string());
        self.input(&["mousemove", "--window", &self.window, &x, &y]);
    }

    /// Clicks on a pixel of the window, immediately after moving there and as briefly as possible.
    pub fn click(&self, x: usize, y: usize) {
        let (x, y) = (x.to_string(), y.to_string());
        let motion = ["mousemove", "--window", &self.window, &x, &y];
        self.input(&[&motion[..], &["mousedown", "1", "mouseup", "1"]].concat());
    }

    /// Opens the menu bar with the mouse at the window's upper edge, and waits until it is visible.
    pub fn open_menu_bar(&self) {
        let mut x = 200;
        wait_for("the menu bar", || {
            // The program notices motion only if the mouse was already over the window.
            x ^= 1;
            self.move_mouse(x, 5);
            let (pixels, width) = self.screenshot();
            let bar = pixels[4 * width..5 * width].iter();
            (bar.filter(|pixel| **pixel == MENU_COLOR).count() > width / 2).then_some(())
        });
    }

    /// Runs xdotool with these words, such as `keydown`, `space`.
    pub fn input(&self, words: &[&str]) {
        let output = self.stage.xdotool(words);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Returns the window's pixels, row by row, and its width.
    pub fn screenshot(&self) -> (Vec<u32>, usize) {
        let file = self.stage.path("shot.png");
        let output = Command::new("import")
            .args(["-window", &self.window])
            .arg(format!("png24:{}", file.display()))
            .env("DISPLAY", self.stage.display())
            .run();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        read_png(&file)
    }

    /// Waits until the program ends; returns its exit status and standard error.
    pub fn wait_for_exit(self) -> (i32, String) {
        let status = wait_for("the end", || self.child.try_wait());
        (status.code().unwrap_or(-1), self.stderr())
    }

    /// Returns what has been printed to standard error so far, without umockdev's error about a
    /// missing `/sys`.
    pub fn stderr(&self) -> String {
        let text = fs::read_to_string(&self.stderr_file).unwrap_or_default();
        let lines = text.split_inclusive('\n');
        lines
            .filter(|line| !line.starts_with("ERROR: uevent_sender_send: "))
            .collect()
    }
}

/// Returns a command that runs the program without a screen, with its folders inside `folder`.
pub fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder.join("data"))
        .env("XDG_CONFIG_HOME", folder.join("config"))
        .env("ALSA_CONFIG_PATH", folder.join("no-card.conf"))
        .stdin(Stdio::null());
    command
}

/// Reads the statistics that a session wrote when it ended.
pub fn read_stats(path: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).expect("statistics")).expect("JSON")
}

/// Returns the number of frames in a recording; `None` if there is no recording yet.
pub fn recorded_frames(file: &Path) -> Option<u64> {
    let script = Script::parse(&fs::read_to_string(file).ok()?).ok()?;
    Some(script.end.frame)
}

/// Copies the environment variables set for `program` to `command`, which in turn runs the program.
pub fn copy_environment(command: &mut Command, program: &Command) {
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
}

/// Polls until `question` returns a value; fails after [`STEP_TIMEOUT`].
pub fn wait_for<T>(what: &str, mut question: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = question() {
            return answer;
        }
        assert!(
            start.elapsed() < STEP_TIMEOUT,
            "timed out waiting for {what}"
        );
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// Polls until `question` returns an empty list; fails after [`STEP_TIMEOUT`].
pub fn wait_until_empty<T: Debug>(what: &str, mut question: impl FnMut() -> Vec<T>) {
    let start = Instant::now();
    loop {
        let remaining = question();
        if remaining.is_empty() {
            return;
        }
        assert!(
            start.elapsed() < STEP_TIMEOUT,
            "timed out waiting for {what}: {remaining:?}"
        );
        std::thread::sleep(Duration::from_millis(4));
    }
}

/// Writes the image of the probe cartridge to a file in `folder`, and returns its path. The
/// cartridge shows SWCHA and SWCHB, and plays a tone while fire is pressed.
pub fn probe(folder: &Path) -> PathBuf {
    let image = folder.join("probe.bin");
    let source = crate::repository().join("tests/roms/probe.asm");
    fs::write(&image, crate::assemble(&source)).expect("a file");
    image
}

/// Returns the pixels of a PNG file with eight-bit colors, and its width.
pub fn read_png(file: &Path) -> (Vec<u32>, usize) {
    let reader = BufReader::new(File::open(file).expect("a picture"));
    let mut reader = png::Decoder::new(reader).read_info().expect("a PNG file");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("a picture");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let pixels = bytes[..info.buffer_size()]
        .chunks(3)
        .map(|rgb| u32::from(rgb[0]) << 16 | u32::from(rgb[1]) << 8 | u32::from(rgb[2]));
    (pixels.collect(), info.width as usize)
}
