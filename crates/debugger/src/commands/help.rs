//! The list of commands.

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The syntax.
    pub usage: &'static str,
    /// The effect, in a sentence without a full stop.
    pub help: &'static str,
}

const fn command(
    name: &'static str,
    aliases: &'static [&'static str],
    usage: &'static str,
    help: &'static str,
) -> Command {
    Command {
        name,
        aliases,
        usage,
        help,
    }
}

/// All commands.
pub const COMMANDS: [Command; 44] = [
    command("step", &["s"], "step [N]", "Runs N instructions [1]"),
    command(
        "line",
        &["l"],
        "line [N]",
        "Runs to the next source line, including lines in macros",
    ),
    command(
        "macro",
        &["m"],
        "macro [N]",
        "Runs to the next source line; a macro call counts as one line",
    ),
    command(
        "over",
        &["o"],
        "over [N]",
        "Runs one instruction; at a jsr, the whole subroutine",
    ),
    command(
        "next",
        &["n"],
        "next [N]",
        "Runs to the next source line, over macros and subroutines",
    ),
    command("out", &[], "out", "Runs to the end of the subroutine"),
    command(
        "scanline",
        &["sl"],
        "scanline [N]",
        "Runs to the first instruction of the next scanline",
    ),
    command(
        "frame",
        &["f"],
        "frame [N]",
        "Runs to the first instruction of the next frame",
    ),
    command("cycle", &[], "cycle [N]", "Runs N CPU cycles"),
    command(
        "clock",
        &[],
        "clock [N]",
        "Moves the beam by N color clocks",
    ),
    command(
        "back",
        &["b"],
        "back [step|line|macro|over|next|scanline|frame|cycle|clock] [N], back out, back run, \
         back to PLACE|EXPRESSION",
        "Steps or runs backward",
    ),
    command(
        "run",
        &["r", "c", "continue"],
        "run [FRAMES]",
        "Runs until a breakpoint or trap stops it",
    ),
    command(
        "to",
        &["until"],
        "to FILE:LINE | LABEL[+N] | $ADDRESS | EXPRESSION",
        "Runs until the machine is at the place, or the expression is true",
    ),
    command(
        "goto",
        &[],
        "goto FRAME.SCANLINE.CLOCK | @CYCLE",
        "Goes to a place of the beam or to a CPU cycle, past or future; breakpoints do not stop it",
    ),
    command(
        "break",
        &[],
        "break FILE:LINE | LABEL[+N] | [BANK:]$ADDRESS | opcode NAME | anywhere \
         [if EXPRESSION] [hits N] [log TEXT]",
        "Sets a breakpoint",
    ),
    command(
        "watch",
        &[],
        "watch read|write|access|change NAME[..NAME] | $ADDRESS[..$ADDRESS] \
         [if EXPRESSION] [hits N] [log TEXT]",
        "Stops after an access to RAM, a register or a hot spot",
    ),
    command(
        "trap",
        &[],
        "trap [NAME|all] [off] [if EXPRESSION], trap page [$FROM..$TO]",
        "Sets a trap for a mistake, or lists the traps",
    ),
    command("points", &["info"], "points", "Lists breakpoints and traps"),
    command("delete", &["d"], "delete N|all", "Removes a breakpoint"),
    command("enable", &[], "enable N|all", "Switches a breakpoint on"),
    command("disable", &[], "disable N|all", "Switches a breakpoint off"),
    command("where", &["w"], "where", "Shows where the machine is"),
    command(
        "stack",
        &["bt"],
        "stack",
        "Shows the subroutine calls in progress",
    ),
    command("registers", &["reg"], "registers", "Shows the processor"),
    command(
        "tia",
        &[],
        "tia",
        "Shows the TIA's registers as they were written",
    ),
    command(
        "objects",
        &[],
        "objects",
        "Shows players, missiles, ball and playfield",
    ),
    command("riot", &[], "riot", "Shows ports, timer and inputs"),
    command(
        "ram",
        &[],
        "ram",
        "Shows RAM; * marks what the last step changed",
    ),
    command(
        "variables",
        &["vars"],
        "variables",
        "Shows RAM by the program's names",
    ),
    command(
        "memory",
        &["x"],
        "memory $ADDRESS|NAME [N]",
        "Shows N bytes [16]",
    ),
    command(
        "disassemble",
        &["dis"],
        "disassemble [$ADDRESS|LABEL|FILE:LINE] [N]",
        "Shows N instructions [10]",
    ),
    command(
        "list",
        &[],
        "list [FILE:LINE|LABEL] [N]",
        "Shows N lines of the source around a place [11]",
    ),
    command(
        "print",
        &["p"],
        "print EXPRESSION",
        "Shows the value of an expression",
    ),
    command(
        "set",
        &[],
        "set a|x|y|s|p|pc|NAME|$ADDRESS = EXPRESSION",
        "Changes a register or a byte, and drops the recorded future",
    ),
    command(
        "patch",
        &[],
        "patch [[BANK:]$ADDRESS|LABEL[+N] = EXPRESSION[, EXPRESSION...]], patch off",
        "Changes bytes of the cartridge; a reload keeps those whose place in the program is the same",
    ),
    command(
        "search",
        &[],
        "search start, search [changed | same | greater | less | = EXPRESSION]",
        "Looks for a byte of RAM by its changes, or lists the bytes that are left",
    ),
    command(
        "graphics",
        &["gfx"],
        "graphics NAME|$ADDRESS [COUNT] [size 1..8] [up] [reverse]",
        "Draws bytes as rows of pixels; `up` puts the last byte on top, `reverse` mirrors the bits",
    ),
    command(
        "input",
        &[],
        "input COMMANDS",
        "Sets controllers and switches, as an input script does",
    ),
    command(
        "why",
        &[],
        "why [FRAME.]SCANLINE X",
        "Shows the writes that made a pixel (X is 0 to 159)",
    ),
    command(
        "who",
        &[],
        "who NAME|$ADDRESS [@CYCLE]",
        "Shows the last write of a byte, now or before a CPU cycle, and where the value came from",
    ),
    command(
        "picture",
        &[],
        "picture FILE.png",
        "Writes the frame in progress as a picture, with the beam's place marked",
    ),
    command(
        "reload",
        &["restart"],
        "reload",
        "Assembles or reads the program again and starts it",
    ),
    command(
        "help",
        &["h", "?"],
        "help [COMMAND]",
        "Shows this list, or one command",
    ),
    command("quit", &["q", "exit"], "quit", "Ends the session"),
];

/// Finds a command by its name, by an alias, or by the beginning of a name that no other command
/// has.
pub(super) fn find(word: &str) -> Option<&'static Command> {
    let exact = COMMANDS
        .iter()
        .find(|command| command.name == word || command.aliases.contains(&word));
    exact.or_else(|| {
        let mut near = COMMANDS
            .iter()
            .filter(|command| word.len() > 1 && command.name.starts_with(word));
        let first = near.next();
        first.filter(|_| near.next().is_none())
    })
}

/// Returns the text of `help`, or the help of one command.
///
/// # Errors
/// There is no such command.
pub fn help(name: &str) -> Result<String, String> {
    if name.is_empty() {
        let lines = COMMANDS
            .iter()
            .map(|command| format!("{:12} {}\n", command.name, command.help));
        return Ok(lines.collect());
    }
    let command = find(name).ok_or_else(|| format!("no command is named `{name}`"))?;
    let mut text = format!("{}\n    {}\n", command.usage, command.help);
    if !command.aliases.is_empty() {
        text += &format!("    also: {}\n", command.aliases.join(", "));
    }
    Ok(text)
}
