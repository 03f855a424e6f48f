//! The list of commands, and the text of `help`.

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The syntax.
    pub usage: &'static str,
    /// A one-sentence description of the command, without a full stop.
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
        "Runs to the next source line, which can be inside a macro",
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
        "Runs one instruction; a JSR runs the whole subroutine",
    ),
    command(
        "next",
        &["n"],
        "next [N]",
        "Runs to the next source line, without entering macros and subroutines",
    ),
    command("out", &[], "out", "Runs until the subroutine has returned"),
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
        "Runs until a breakpoint or trap stops the program",
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
        "Goes to a position of the beam or to a CPU cycle, past or future; ignores breakpoints",
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
        "watch [read|write|access|change] NAME[..NAME] | $ADDRESS[..$ADDRESS] \
         [if EXPRESSION] [hits N] [log TEXT]",
        "Stops after an access [change] to RAM, a register or a hot spot",
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
    command(
        "where",
        &["w"],
        "where",
        "Shows the position of the beam, the current instruction and the registers",
    ),
    command(
        "stack",
        &["bt"],
        "stack",
        "Shows the subroutine calls in progress",
    ),
    command(
        "registers",
        &["reg", "regs"],
        "registers",
        "Shows the processor's registers, the bank and the cycle",
    ),
    command(
        "tia",
        &[],
        "tia",
        "Shows the last values written to the TIA's registers",
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
        "Shows RAM; * marks the bytes that the last step changed",
    ),
    command(
        "variables",
        &["vars"],
        "variables",
        "Shows the program's variables and their bytes",
    ),
    command(
        "memory",
        &["x"],
        "memory $ADDRESS|NAME [N]",
        "Shows N bytes [16]",
    ),
    command(
        "disassemble",
        &["dis", "disasm"],
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
        "Changes a register or a byte; forgets the recorded future",
    ),
    command(
        "patch",
        &[],
        "patch [[BANK:]$ADDRESS|LABEL[+N] = EXPRESSION[, EXPRESSION...]], patch off",
        "Changes bytes of the cartridge; a reload keeps a patch if the original byte is the same",
    ),
    command(
        "search",
        &[],
        "search start, search [changed | same | greater | less | = EXPRESSION]",
        "Searches for a byte of RAM by its changes, or lists the remaining bytes",
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
        "Shows the writes that determine a pixel (X is 0 to 159)",
    ),
    command(
        "who",
        &[],
        "who NAME|$ADDRESS [@CYCLE]",
        "Shows the last write to a byte (or the last before a CPU cycle), and the value's origin",
    ),
    command(
        "picture",
        &[],
        "picture FILE.png",
        "Writes the frame in progress as a picture, with the beam's position marked",
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
        "Lists the commands, or explains one command",
    ),
    command("quit", &["q", "exit"], "quit", "Ends the session"),
];

/// Finds a command by its name, by an alias, or by at least the first two letters of its name if no
/// other command begins with the same letters.
pub(super) fn find(word: &str) -> Option<&'static Command> {
    let exact = COMMANDS
        .iter()
        .find(|command| command.name == word || command.aliases.contains(&word));
    exact.or_else(|| {
        let mut candidates = COMMANDS
            .iter()
            .filter(|command| word.len() > 1 && command.name.starts_with(word));
        let first = candidates.next();
        first.filter(|_| candidates.next().is_none())
    })
}

/// Returns the list of all commands or, if a name is given, the help for that command.
///
/// # Errors
/// A message if there is no such command.
pub fn help(name: &str) -> Result<String, String> {
    if name.is_empty() {
        let lines = COMMANDS
            .iter()
            .map(|command| format!("{:12} {}\n", command.name, command.help));
        return Ok(lines.collect());
    }
    let command = find(name)
        .ok_or_else(|| format!("there is no command `{name}`; `help` lists the commands"))?;
    let mut text = format!("{}\n    {}\n", command.usage, command.help);
    if !command.aliases.is_empty() {
        text += &format!("    also: {}\n", command.aliases.join(", "));
    }
    Ok(text)
}
