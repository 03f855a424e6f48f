//! The player's keys, buttons and mouse, and what each of them does.

use super::{
    action::{Action, Command},
    bindings::Bindings,
    input_map::InputMap,
    messages::Messages,
    mouse::{Mouse, MouseChanges},
    pad_control::PadControl,
    pad_map::PadMap,
    pads::Pads,
    settings::{ALL_PADS, CtrlFire, Settings},
    view::View,
};
use games::session::{BundledGame, BundledGames};
use play::{contacts::Control, session::Session};

/// Number of pictures for which a control stays pressed if a menu presses it.
const MENU_PRESS_PICTURES: u32 = 6;
/// The message when the player uses a control while a script is running.
pub const SCRIPT_IS_RUNNING: &str = "Script: wait until it has ended";

/// Keys, buttons and the mouse.
pub struct Controls {
    /// The held keys and buttons.
    pub input: InputMap,
    /// The actions of the keys.
    pub bindings: Bindings,
    /// The button actions of the left player's pad and of the right player's pad.
    pub pad_maps: [PadMap; 2],
    /// The names of all known pads: those in the settings, and those that have been plugged in so
    /// far.
    pub pad_names: Vec<String>,
    /// The position at which the mouse button went down: the color clock and the picture row.
    dragged_from: Option<(usize, usize)>,
    /// Number of pictures after which the control that a menu pressed will be released; 0 if none
    /// is pressed.
    menu_press_left: u32,
}

impl Controls {
    /// Creates controls with no key held.
    pub fn new(bindings: Bindings) -> Controls {
        Controls {
            input: InputMap::default(),
            bindings,
            pad_maps: Default::default(),
            pad_names: Vec::new(),
            dragged_from: None,
            menu_press_left: 0,
        }
    }

    /// Returns the first key of a command, for on-screen hints.
    pub fn hint(&self, command: Command) -> String {
        self.bindings.hint(Action::Once(command))
    }

    /// Sets up the keys for the cartridge's controllers.
    pub fn set_up_keys(&mut self, session: &Session, settings: &Settings) {
        self.input.keypads = session.controllers.keypads();
        self.input.delay_modifiers = match settings.play.ctrl_fire {
            CtrlFire::Auto => session.bundled_game() == Some(BundledGame::VideoCheckers),
            CtrlFire::AtOnce => false,
            CtrlFire::Late => true,
        };
    }

    /// Applies changed settings.
    pub fn apply(
        &mut self,
        before: &Settings,
        now: &Settings,
        pads: &Pads,
        messages: &mut Messages,
    ) {
        if before.keys != now.keys || before.preset != now.preset {
            match now.bindings() {
                Ok(bindings) => self.bindings = bindings,
                Err(error) => messages.show(error.to_string()),
            }
        }
        if before.pads != now.pads {
            self.map_pads(now, pads, messages);
        }
    }

    /// Sets up the actions of the buttons on the plugged-in pads from the settings. Adds the names
    /// of new pads to `pad_names`.
    pub fn map_pads(&mut self, settings: &Settings, pads: &Pads, messages: &mut Messages) {
        let plugged_in = [0, 1].map(|player| pads.name(player));
        let listed = settings.pads.keys().map(String::as_str);
        for name in listed.chain(plugged_in.into_iter().flatten()) {
            if name != ALL_PADS && !self.pad_names.iter().any(|known| known == name) {
                self.pad_names.push(name.to_owned());
            }
        }
        for (player, name) in plugged_in.into_iter().enumerate() {
            match settings.pad_map(name) {
                Ok(map) => self.pad_maps[player] = map,
                Err(error) => messages.show(error.to_string()),
            }
        }
    }

    /// Handles a press or release of a control on a pad.
    pub fn pad(&mut self, player: usize, control: PadControl, down: bool) {
        let action = self.pad_maps[player].action(control, player);
        self.input.pad(player, control, down, action);
    }

    /// Presses a control briefly on behalf of a menu.
    pub fn press_briefly(&mut self, control: Control) {
        self.input.press_for_menu(control);
        self.menu_press_left = MENU_PRESS_PICTURES;
    }

    /// Counts a picture for the control that a menu pressed. Releases the control after
    /// [`MENU_PRESS_PICTURES`] pictures.
    pub fn count_menu_press(&mut self) {
        if self.menu_press_left > 0 {
            self.menu_press_left -= 1;
            if self.menu_press_left == 0 {
                self.input.release_for_menu();
            }
        }
    }

    /// Turns paddles and driving controllers with the mouse, in a window of this width. The mouse
    /// button acts as the fire button.
    pub fn turn_with_mouse(
        &mut self,
        mouse: Mouse,
        changes: MouseChanges,
        width: usize,
        captured: bool,
        session: &mut Session,
    ) {
        let width = width.max(1) as f32;
        let controllers = &mut session.controllers;
        match mouse.at {
            _ if captured => controllers.captured_mouse_moved(mouse.motion / width),
            Some((x, _)) if changes.moved => controllers.set_mouse(x as f32 / width - 0.5),
            _ => {}
        }
        controllers.mouse_moved(mouse.motion / width);
        for down in changes.buttons {
            self.input.mouse(down);
        }
    }

    /// Lets the player use the mouse in the bundled game.
    pub fn play_with_mouse(
        &mut self,
        mouse: Mouse,
        changes: MouseChanges,
        session: &mut Session,
        view: &mut View,
    ) {
        self.input.mouse(false);
        if changes.clicked.is_some() && session.is_scripted() {
            return view.messages.show(SCRIPT_IS_RUNNING);
        }
        if changes.moved
            && let Some(game) = session.game_mut()
        {
            game.pointer_moved();
        }
        if let Some(at) = changes.clicked {
            self.dragged_from = view.picture_at(at);
            click_board(self.dragged_from, session, &mut view.messages);
        }
        if changes.buttons.contains(&false)
            && let Some(from) = self.dragged_from.take()
        {
            // If the player dragged a piece, drop it here.
            let to = mouse.at.and_then(|at| view.picture_at(at));
            let to = to.filter(|to| is_drag(from, *to));
            click_board(to, session, &mut view.messages);
        }
    }
}

/// Handles a click on the picture. `at` is the color clock and the row.
fn click_board(at: Option<(usize, usize)>, session: &mut Session, messages: &mut Messages) {
    if let Some((clock, row)) = at
        && let Some(text) = session.click(clock, row)
    {
        messages.show(text);
    }
}

/// Returns whether the mouse moved too far to be a click: at least half a square of the board.
fn is_drag(from: (usize, usize), to: (usize, usize)) -> bool {
    from.0.abs_diff(to.0) >= 8 || from.1.abs_diff(to.1) >= 11
}
