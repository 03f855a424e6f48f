// All texts of the page, in English. `build` replaces `{{name}}` in the HTML with the text of that
// name, which must have no parameters. The test texts.test.mjs fails if another file contains a
// text, or if a text in this file is not used.
//
// The console's own messages, such as errors about a cartridge, are in the Rust crates.

export const texts = {
    // Both pages
    consoleLabel: "Atari 2600 console",
    screen: "Television picture",
    fire: "FIRE",
    cannotRun: (reason) => `The console cannot run: ${reason}.`,
    noWorker: "its worker did not start",
    oldBrowser: "this browser is too old",
    cannotRunHelp:
        "Check the connection and reload the page. If that does not help, update the browser: " +
        "it must support WebAssembly (2023 or later).",
    reload: "Reload the page",
    run: "Run",
    noScripts: "This page needs JavaScript and WebAssembly. Allow them for this site and reload.",
    noSound: (reason) => `Sound is not available: ${reason}`,
    notFound: (address) => `${address} was not found`,
    noBundled: (name) => `There is no bundled cartridge named ${name}`,
    noStorage: "This browser saves nothing between visits (is this a private window?)",
    events: {
        earliest: "Rewind: this is the earliest moment",
        "pushed-straight": "Pieces move diagonally: use Q E Z C, or tap a piece and its target",
    },
    names: {
        "video-checkers": "Video Checkers",
        triktrak: "Triktrak",
        own: "Your own program",
        shared: "From a link",
    },
    pagesNav: "Page",
    reset: "Game reset",
    power: "Power off and on",
    pause: "Pause",

    // The page around the console
    title: "Crownhead",
    description: "A cycle-accurate Atari 2600 in your browser, with Video Checkers and Triktrak.",
    skipToConsole: "Skip to the console",
    cartridgesNav: "Cartridges",
    videoCheckers: "Video Checkers",
    triktrak: "Triktrak",
    open: "Open…",
    fileLabel: "Cartridge, zip or gzip file, state, script or export",
    edit: "Edit",
    manual: "Manual",
    manualTitle: "Video Checkers: the player's manual",
    manualDescription: "How to play Video Checkers, checkers and giveaway for the Atari 2600.",
    help: "Help",
    switches: "Console switches",
    tv: "TV type",
    color: "Color",
    blackAndWhite: "B · W",
    left: "Left difficulty",
    right: "Right difficulty",
    select: "Game select",
    tools: "Tools",
    rewind: "Rewind",
    saveState: "Save state",
    statesDialog: "States…",
    shareDialog: "Share…",
    screenshot: "Screenshot",
    settingsDialog: "Settings…",
    fullScreen: "Full screen",
    takeBack: "Take back",
    numbers: "Numbers",
    saveGame: "Save game (PDN)",
    game: "Game",
    moves: "Moves",
    boardTable: "Board as a table of squares",
    boardLabel: "Checkers board: arrow keys move, Enter selects",
    soundHint: "Click or press a key for sound",
    soundOn: "Sound is on",
    footer: "Everything stays in your browser. Not affiliated with Atari.",
    licenses: "Licenses",
    drop: "Drop a cartridge",
    close: "Close",
    cancel: "Cancel",
    cartridge: (name, scheme, bytes, standard) =>
        `${name} · ${scheme}, ${size(bytes)}, ${standard.toUpperCase()}`,
    windowTitle: (name) => `${name} – Crownhead`,
    paused: "Paused",
    resumed: "Continued your last session",
    started: (name) => `Playing ${name}`,
    updated: "A new version is ready: reload the page",
    scriptPlays: "The script is playing",
    scriptEnded: "The script has ended; you have the controls",
    scriptSaved: "Script saved: check it with crownhead verify",
    imported: (count) => `Imported: ${count} ${count === 1 ? "item" : "items"}`,
    notBackup: "this file was not exported by this page",
    catchingUp: "Preparing the replay",
    thinking: (seconds) => `Thinking for ${clock(seconds)} of console time`,
    proof: (chain, sound) => `chain ${chain}, sound ${sound}`,

    // The board as a table
    turns: {
        player: (side) => `${side} to move`,
        computer: (side) => `${side} thinks`,
        over: (_side, result) => `Game over, ${result}`,
        "set-up": () => "Set-up: pieces are being placed",
    },
    sides: { black: "Red", white: "White" },
    grays: { black: "Black", white: "White" },
    pieces: { ".": "empty", man: "man", king: "king" },
    square: (number, piece, can) => `Square ${number}: ${piece}${can ? ", can move" : ""}`,
    lightSquare: "light square",
    moved: (text) => `Last move: ${text}`,

    // Help
    keysTitle: "Keys",
    keys: [
        ["Arrow keys, keypad 8 2 4 6", "left joystick"],
        ["Q E Z C, keypad 7 9 1 3", "left joystick, diagonals"],
        ["Space, keypad 5", "left fire button"],
        ["X", "left second button"],
        ["Y G H J, T U B M", "right joystick"],
        ["F, V", "right fire button, second button"],
        ["F1", "game select"],
        ["F2", "game reset"],
        ["K", "TV type: color or black-and-white"],
        ["L, R", "left and right difficulty: A or B"],
        ["N", "numbers of the squares"],
        ["P", "pause"],
        ["Backspace", "rewind while held"],
        ["=", "fast forward while held"],
        ["F9, Shift+F9", "save a state, load the newest one"],
        ["Alt+Enter", "full screen"],
    ],
    checkersHelp:
        "Tap or click a piece, then its target square; or put the X on a piece, press fire, push " +
        "the stick diagonally, press fire again. Game select chooses the game (1 to 9 checkers, " +
        "10 two players, 11 to 19 giveaway); game reset starts it.",
    triktrakHelp:
        "Tap or click the board to throw the dice, then the wedge that a man leaves. Or fire " +
        "to throw, select a wedge with the stick, and fire to move a man from it. Game select " +
        "chooses who plays; game reset starts and stops the game.",
    filesTitle: "Files",
    filesHelp:
        "Drop a cartridge on the page, or a zip or gzip file that contains one. You can also " +
        "drop a script or a state from the Crownhead program. The mouse turns paddles. To use a " +
        "gamepad, press one of its buttons.",
    proofTitle: "As exact as the desktop program",
    proofHelp: "This page runs the same console as the Crownhead program.",
    prove: "Compute hashes of 600 frames",

    // States
    statesTitle: "States",
    states: "No states of this cartridge yet.",
    stateName: (time, seconds) =>
        `${time} · ${Math.floor(seconds / 60)} min ${seconds % 60} s of play`,
    saveScript: "Save input script",
    export: "Export everything",
    import: "Import…",
    load: "Load",
    remove: "Delete",
    saved: "State saved",
    loaded: "State loaded",
    noState: "There is no saved state of this cartridge",
    deleted: "State deleted",

    // The player's cartridges
    shelf: "Your cartridges…",
    shelfTitle: "Your cartridges",
    noShelf: "Cartridges that you open are saved here.",
    cartridgeRemoved: "Removed from the list",

    // Links
    shareTitle: "Share a link",
    shareHelp: "The link contains everything; nothing is uploaded.",
    sharePlay: "The last thirty seconds",
    shareState: "This moment",
    sharePosition: "This position",
    shareCartridge: "Only the cartridge",
    link: "Link",
    copied: "Link copied",
    linkReady: "Link ready: copy it from the box",
    longLink: (length) => `This link has ${length} characters; some programs cut off long links`,

    // Settings
    settingsTitle: "Settings",
    volume: "Volume",
    phosphor: "Phosphor",
    palette: "Palette",
    paletteAuto: "Follows the standard",
    paletteNtsc: "NTSC",
    palettePal: "PAL",
    paletteSecam: "SECAM",
    paletteGray: "Gray",
    television: "Television set",
    televisionNone: "None (bitmap)",
    televisionClean: "Clean",
    televisionComposite: "Composite",
    televisionRf: "RF",
    televisionPal: "PAL console and set",
    televisionSecam: "SECAM console and set",
    scanlines: "Scanlines",
    calm: "Soften flashes",
    fastThinking: "Fast thinking (games 6 and up)",
    membersTitle: "Choose an image",

    // The editor
    editTitle: "Edit – Crownhead",
    editDescription: "Write a cartridge for the Atari 2600, with the assembler next to the screen.",
    skipToSource: "Skip to the source",
    project: "Project",
    file: "File",
    definition: "Definition",
    definitionKey: "Ctrl+Enter in the source",
    format: "Format",
    revert: "Revert",
    downloadImage: "Download image",
    downloadSource: "Download source",
    newFile: "New file",
    newFileName: "The name of the new file, such as sprites.asm",
    fileName: "Use letters, digits, - and _, and an extension",
    fileExists: (file) => `${file} already exists; choose another name`,
    upload: "Upload…",
    uploaded: (count) => `${count} ${count === 1 ? "file" : "files"} added`,
    shareSource: "Share",
    sharedSource: (length) => `Link copied (${length} characters): it contains the sources`,
    noAssembler: (reason) =>
        `The assembler cannot be loaded (${reason}): connect to the network and reload the page`,
    kernel: "The scanline cycle by cycle: instructions, writes and their slack",
    kernelTable: "As a table",
    shape: "The shape at the cursor: draw with the mouse, or change the digits",
    gameContinues: "the game continues",
    fromPowerOn: (reason) => `restarted, because ${reason}`,
    leave: "Press Escape, then Tab to leave the source.",
    why: "Explain a pixel",
    whyHelp: "Click here, then click a pixel on the screen to see the lines that made it",
    play: "Play",
    source: "Source",
    sourceLabel: "Assembler source",
    words: "Words to choose from",
    diagnostics: "Errors and warnings",
    about: "The word at the cursor",
    view: "The cartridge runs here",
    built: (bytes, warnings) =>
        `Assembled: ${bytes} bytes${warnings ? `, ${count(warnings, "warning")}` : ""}`,
    failed: (errors) => `${count(errors, "error")}; the last good image still runs`,
    diagnostic: ({ file, line, severity, message }) => `${file}:${line}: ${severity}: ${message}`,
    noDefinition: "There is no definition of the word at the cursor",
    notIncluded: (file) => `${file} is not part of this program`,
    formatted: "Formatted in columns; the bytes are unchanged",
    revertAll: "All your changes to these sources will be lost. Continue?",
};

function size(bytes) {
    return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

function clock(seconds) {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function count(number, word) {
    return `${number} ${word}${number === 1 ? "" : "s"}`;
}
