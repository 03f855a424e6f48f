//! Short messages at the lower edge of the picture.

use super::canvas::{CELL, Canvas};

/// How long a message stays, in pictures shown: about two seconds.
const STAYS: u32 = 120;
/// Most messages on screen; an older one disappears. Those of the welcome fit beside the ones on
/// pads and sound at the start.
const LINES: usize = 5;

/// The messages on screen, the oldest first.
#[derive(Debug, Default)]
pub struct Messages {
    lines: Vec<(String, u32)>,
}

impl Messages {
    /// Shows a message. One that begins like another (`Volume 40`, `Volume 45`) takes its place.
    pub fn show(&mut self, text: impl Into<String>) {
        self.show_for(text, STAYS);
    }

    /// Shows a message for a number of pictures.
    pub fn show_for(&mut self, text: impl Into<String>, pictures: u32) {
        let text = text.into();
        let topic = |text: &str| text.split([':', ' ']).next().map(str::to_owned);
        let same = topic(&text);
        self.lines.retain(|(old, _)| topic(old) != same);
        self.lines.push((text, pictures));
        if self.lines.len() > LINES {
            self.lines.remove(0);
        }
    }

    /// Removes all messages.
    pub fn clear(&mut self) {
        self.lines.clear();
    }

    /// True where there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Draws them, and counts the picture towards the time that they stay.
    pub fn draw(&mut self, canvas: &mut Canvas) {
        let step = CELL * canvas.unit() * 5 / 4;
        let columns = canvas.cells().0.max(8) - 2;
        let lines: Vec<String> = self
            .lines
            .iter()
            .flat_map(|(text, _)| wrap(text, columns))
            .collect();
        let (_, height) = canvas.size();
        for (index, text) in lines.iter().rev().enumerate() {
            let top = height.saturating_sub((index + 1) * step + step / 2);
            canvas.label(CELL * canvas.unit() / 2, top, text);
        }
        self.lines
            .iter_mut()
            .for_each(|(_, left)| *left = left.saturating_sub(1));
        self.lines.retain(|(_, left)| *left > 0);
    }
}

/// Breaks a text at spaces into lines of at most `columns` characters, and a longer word, such as a
/// path, behind a slash or wherever the line ends.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("never empty");
        if last.is_empty() || last.chars().count() + 1 + word.chars().count() > columns {
            if last.is_empty() {
                lines.pop();
            }
            lines.extend(pieces(word, columns));
        } else {
            last.push(' ');
            last.push_str(word);
        }
    }
    lines
}

/// A word in pieces of at most `columns` characters; one piece of nothing for an empty word.
fn pieces(word: &str, columns: usize) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while let Some((end, _)) = rest.char_indices().nth(columns.max(1)) {
        let slash = rest[..end].rfind(['/', '\\']);
        let at = slash
            .filter(|slash| *slash > 0)
            .map_or(end, |slash| slash + 1);
        pieces.push(rest[..at].to_owned());
        rest = &rest[at..];
    }
    pieces.push(rest.to_owned());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_replaces_an_older_one_that_begins_the_same() {
        let mut messages = Messages::default();
        messages.show("Volume 40");
        messages.show("Color");
        messages.show("Volume 45");
        let texts: Vec<_> = messages
            .lines
            .iter()
            .map(|(text, _)| text.as_str())
            .collect();
        assert_eq!(texts, ["Color", "Volume 45"]);
    }

    #[test]
    fn news_of_pad_and_sound_leave_the_welcome_on_screen() {
        let mut messages = Messages::default();
        let welcome = ["Help: Tab", "Start: F2", "Mouse: click"];
        let news = ["Pad X plays left", "no sound"];
        welcome
            .into_iter()
            .for_each(|text| messages.show_for(text, 300));
        news.into_iter().for_each(|text| messages.show(text));
        assert_eq!(messages.lines[0].0, welcome[0]);
        messages.show("Volume 40");
        assert_eq!(messages.lines.len(), LINES);
    }

    #[test]
    fn long_messages_are_broken_at_spaces() {
        assert_eq!(
            wrap("state slot 3 is empty", 10),
            ["state slot", "3 is empty"]
        );
        assert_eq!(wrap("", 10), [""]);
    }

    #[test]
    fn a_long_path_is_broken_at_slashes() {
        assert_eq!(
            wrap("Snapshot /home/me/snapshots/game-0001.png", 16),
            ["Snapshot", "/home/me/", "snapshots/", "game-0001.png"]
        );
        assert_eq!(wrap("a äöüäöüäöüäöü b", 5), ["a", "äöüäö", "üäöüä", "öü b"]);
    }
}
