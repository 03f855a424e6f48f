//! The answers to `enginecommand`.

use crate::{
    abi::{ENGLISH, MAX_REPLY_BYTES, PROTOCOL_VERSION},
    engine::Engine,
};

/// The reply to an unknown command. If the command belongs to an option, CheckerBoard then grays
/// out the option.
pub const UNKNOWN: &str = "?";

/// Answers a command. Returns the reply, and true if the command was carried out.
pub fn answer(engine: &Engine, command: &str) -> (bool, String) {
    let words: Vec<&str> = command.split_whitespace().collect();
    let reply = match words[..] {
        ["name"] => format!("Video Checkers, Crownhead {}", env!("CARGO_PKG_VERSION")),
        ["about"] => about(engine),
        ["get", "protocolversion"] => PROTOCOL_VERSION.to_string(),
        ["get", "gametype"] => ENGLISH.to_string(),
        ["get", "level"] => engine.level().to_string(),
        ["set", "level", level] => return set_level(engine, level),
        // These commands are deliberately not supported: `help`; the commands for opening books,
        // hash tables and endgame databases, which the cartridge does not have; and `set gamehist`,
        // because the engine recognizes the opponent's move by comparing positions.
        _ => return (false, UNKNOWN.into()),
    };
    debug_assert!(reply.len() < MAX_REPLY_BYTES);
    (true, reply)
}

fn about(engine: &Engine) -> String {
    format!(
        "Video Checkers, a cartridge for the Atari 2600,\n\
         played on the console Crownhead {}.\n\n\
         It plays at level {}. The engine command\n\
         \"set level N\" changes the level, 1 to 9.",
        env!("CARGO_PKG_VERSION"),
        engine.level()
    )
}

fn set_level(engine: &Engine, text: &str) -> (bool, String) {
    let level = text.parse().unwrap_or_default();
    if engine.set_level(level) {
        (true, format!("level {level}"))
    } else {
        (false, "a level is 1 to 9".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_get_short_replies() {
        let engine = Engine::new();
        let ask = |command: &str| answer(&engine, command);
        let done = |reply: &str| (true, reply.to_string());
        assert_eq!(ask("get protocolversion"), done("2"));
        assert_eq!(ask("get gametype"), done("21"));
        assert_eq!(ask("get level"), done("5"));
        assert_eq!(ask("set level 9"), done("level 9"));
        assert_eq!(ask("  get   level "), done("9"));
        for command in ["name", "about", "get level", "set level 3"] {
            let (done, reply) = ask(command);
            assert!(done && reply.len() < MAX_REPLY_BYTES, "{reply}");
        }
        assert!(ask("name").1.starts_with("Video Checkers"));
        assert!(ask("about").1.contains("level 3"));
    }

    #[test]
    fn unknown_commands_and_invalid_levels_are_rejected() {
        let engine = Engine::new();
        for command in [
            "",
            "help",
            "get book",
            "set book 1",
            "get hashsize",
            "get movelist B:W1:B",
            "set gamehist B:W21:B1",
            "staticevaluation W:W1:B2",
            "name fnord",
        ] {
            assert_eq!(answer(&engine, command), (false, "?".into()), "{command}");
        }
        for level in ["0", "10", "-1", "five", "99999999999999999999"] {
            let (done, reply) = answer(&engine, &format!("set level {level}"));
            assert_eq!((done, &*reply), (false, "a level is 1 to 9"));
        }
        assert_eq!(engine.level(), 5);
    }
}
