//! Short messages at the lower edge of the picture.

use super::ui::shortened;
use headless::error::Error;

/// Time for which a message is shown, in iterations of the main loop (one per picture): about two
/// seconds.
const MESSAGE_ROUNDS: u32 = 120;
/// Time for which an error is shown, in iterations of the main loop: five seconds.
const ERROR_ROUNDS: u32 = 300;
/// Maximum number of messages on the screen; the oldest disappears first.
const MAX_MESSAGES: usize = 3;
/// Maximum number of characters in a path; a longer one loses its leading folders.
const MAX_PATH_CHARS: usize = 44;
/// Maximum number of characters in a message.
const MAX_MESSAGE_CHARS: usize = 240;

/// The messages on screen, oldest first.
#[derive(Debug, Default)]
pub struct Messages {
    lines: Vec<(String, u32)>,
    /// The first error. The game continues, but the program's exit status will be 1.
    first_error: Option<Error>,
}

impl Messages {
    /// Shows a message. It replaces any message that begins with the same word: `Volume 45`
    /// replaces `Volume 40`.
    pub fn show(&mut self, text: impl Into<String>) {
        self.show_for(text, MESSAGE_ROUNDS);
    }

    /// Shows a message for a number of iterations of the main loop.
    pub fn show_for(&mut self, text: impl Into<String>, rounds: u32) {
        let text = shortened(&with_short_paths(&text.into()), MAX_MESSAGE_CHARS);
        let topic = |text: &str| text.split([':', ' ']).next().map(str::to_owned);
        let new_topic = topic(&text);
        self.lines.retain(|(old, _)| topic(old) != new_topic);
        self.lines.push((text, rounds));
        if self.lines.len() > MAX_MESSAGES {
            self.lines.remove(0);
        }
    }

    /// Reports an error on the screen and on standard error; the game continues.
    pub fn show_failure(&mut self, error: Error) {
        let text = self.report_failure(error);
        self.show_for(text, ERROR_ROUNDS);
    }

    /// Reports an error on standard error. Returns the text for the screen.
    pub fn report_failure(&mut self, error: Error) -> String {
        let text = error.to_string();
        headless::print::message(&text);
        self.first_error.get_or_insert(error);
        text
    }

    /// Returns whether there has been an error.
    pub fn has_failed(&self) -> bool {
        self.first_error.is_some()
    }

    /// Removes all messages.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// Returns whether the list of messages is empty.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the messages, oldest first.
    pub fn texts(&self) -> Vec<String> {
        self.lines.iter().map(|(text, _)| text.clone()).collect()
    }

    /// Counts one loop iteration against the time of the latest `visible` messages; the older ones
    /// are hidden. Then removes messages whose time is up.
    pub fn count_round(&mut self, visible: usize) {
        self.lines
            .iter_mut()
            .rev()
            .take(visible)
            .for_each(|(_, left)| *left = left.saturating_sub(1));
        self.lines.retain(|(_, left)| *left > 0);
    }
}

/// Shortens the long paths in a text.
fn with_short_paths(text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(short_path).collect();
    words.join(" ")
}

/// Shortens a path that is longer than [`MAX_PATH_CHARS`] to its last folders; returns any other
/// word unchanged.
fn short_path(word: &str) -> String {
    let separator = ['/', '\\'];
    if word.chars().count() <= MAX_PATH_CHARS || !word.contains(separator) {
        return word.to_owned();
    }
    let cuts = word
        .char_indices()
        .filter(|(_, letter)| separator.contains(letter));
    let fitting = |at: &usize| word[*at..].chars().count() < MAX_PATH_CHARS;
    match cuts.map(|(at, _)| at).find(fitting) {
        Some(at) => format!("…{}", &word[at..]),
        None => shortened(word, MAX_PATH_CHARS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_message_does_not_use_up_its_time() {
        let mut messages = Messages::default();
        messages.show_for("one", 2);
        messages.show_for("two", 2);
        (0..2).for_each(|_| messages.count_round(1));
        assert_eq!(messages.texts(), ["one"]);
        (0..2).for_each(|_| messages.count_round(1));
        assert!(messages.is_empty());
    }

    #[test]
    fn a_message_replaces_an_older_one_that_begins_with_the_same_word() {
        let mut messages = Messages::default();
        messages.show("Volume 40");
        messages.show("Color");
        messages.show("Volume 45");
        assert_eq!(messages.texts(), ["Color", "Volume 45"]);
    }

    #[test]
    fn at_most_three_messages_are_shown_each_for_its_own_time() {
        let mut messages = Messages::default();
        for text in ["Help: Tab", "Start: F2", "Pad X plays left"] {
            messages.show_for(text, 3);
        }
        messages.show_for("Volume 40", 1);
        assert_eq!(
            messages.texts(),
            ["Start: F2", "Pad X plays left", "Volume 40"]
        );
        messages.count_round(3);
        assert_eq!(messages.texts().len(), 2);
        (0..2).for_each(|_| messages.count_round(3));
        assert!(messages.is_empty());
    }

    #[test]
    fn long_paths_lose_their_first_folders() {
        let mut messages = Messages::default();
        messages.show("Snapshot /home/somebody/.local/share/crownhead/snapshots/game-0001.png");
        assert_eq!(
            messages.texts(),
            ["Snapshot …/share/crownhead/snapshots/game-0001.png"]
        );
        assert_eq!(short_path("/home/me/a.png"), "/home/me/a.png");
        assert_eq!(
            short_path(&format!("/{}", "y".repeat(90))).chars().count(),
            MAX_PATH_CHARS
        );
    }
}
