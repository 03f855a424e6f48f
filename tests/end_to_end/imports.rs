//! Arrows point down: no crate depends on one above it, no module uses one above it, and the
//! modules of a crate form no circle. Tests, benches and fuzz targets are not arrows.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The crates by floor, from the bottom. A crate may depend on crates of the floors below only.
const FLOORS: [&[&str]; 7] = [
    &["arm7", "checkers", "isa6502", "triktrak"],
    &["asm6502", "vcs"],
    &["lab", "language", "signal"],
    // A session records scripts and rewinds, so `play` is above `lab`.
    &["debugger", "play"],
    // The commands of the terminal run sessions and the debugger.
    &["headless"],
    &["club", "editor"],
    &["checkerboard", "frontend", "libretro", "web"],
];

/// The modules of a crate by layer, from the bottom. A module may use its own layer and those
/// below. In no crate do modules form a circle.
const LAYERS: &[(&str, &[&[&str]])] = &[
    (
        "vcs",
        &[
            &["address", "place", "random", "hash"],
            &["tia", "riot", "cpu", "television", "cartridge", "palette"],
            &["input", "bus"],
            &["fast"],
            &["machine", "state", "error"],
            &["detect"],
        ],
    ),
    ("lab", &[&["trace"], &["script", "rewind"]]),
];

/// From a module or crate to those it uses, each with a file where it does.
type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn modules_use_only_modules_below_them() {
    let mut faults = Vec::new();
    for (name, path) in crate_folders() {
        let arrows = module_arrows(&path.join("src"));
        let declared = LAYERS.iter().find(|(crate_name, _)| *crate_name == name);
        let layers = declared.map_or(&[] as &[_], |(_, layers)| layers);
        faults.extend(circle(&arrows).map(|circle| format!("{name}: circle of modules {circle}")));
        faults.extend(upward(&arrows, layers).map(|arrow| format!("{name}: {arrow}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn crates_depend_only_on_crates_below_them() {
    let mut faults = Vec::new();
    for (name, path) in crate_folders() {
        let Some(own) = FLOORS.iter().position(|floor| floor.contains(&&*name)) else {
            faults.push(format!("{name} is on no floor; add it to FLOORS"));
            continue;
        };
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        for dependency in dependencies(&manifest) {
            let floor = FLOORS
                .iter()
                .position(|floor| floor.contains(&&*dependency));
            if floor.is_some_and(|floor| floor >= own) {
                faults.push(format!(
                    "{name} depends on {dependency}, which is not below it"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_planted_arrow_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(
        "lib.rs",
        "mod low;\nmod high;\npub use high::{Top, Other as Peak};\n",
    );
    write("high.rs", "use crate::low::Base;\n");
    let layers: &[&[&str]] = &[&["low"], &["high"]];
    let found = |low: &str| {
        write("low/mod.rs", low);
        let arrows = module_arrows(folder.path());
        (circle(&arrows).is_some(), upward(&arrows, layers).count())
    };
    let harmless = [
        "// use crate::high::Top;\n",
        "const TEXT: &str = \"crate::high::Top\";\n",
        "const RAW: &str = r#\"\" crate::high::Top \"#;\n",
        "#[cfg(test)]\nmod tests { use crate::high::Top; }\n",
        "#[cfg(test)]\nmod tests;\n",
        "#[cfg(test)]\nuse crate::high::Top;\n",
        "use self::inner::high;\nmod inner { use super::high; }\n",
        "fn f<'a>(c: char) -> bool { c == '\"' || c == '\\'' }\n",
    ];
    for source in harmless {
        assert_eq!(found(source), (false, 0), "{source}");
    }
    write("low/deep.rs", "use super::super::high::Top;\n");
    let planted = [
        "use crate::high::Top;\n",
        "use crate::{\n    low::Base, // and\n    high::Top,\n};\n",
        "use crate::Top;\n",
        "use crate::{low::Base, Peak};\n",
        "use super::high::Top;\n",
        "fn f() { crate::high::run(); }\n",
        "mod deep;\n",
        "mod inner { use super::super::high::Top; }\n",
        "fn f<'a>(c: char) -> bool { c == '\"' || crate::high::is(c) }\n",
    ];
    for source in planted {
        assert_eq!(found(source), (true, 1), "{source}");
    }
    write("extra.rs", "");
    write("lib.rs", "mod low;\nmod high;\nmod extra;\n");
    assert_eq!(found(""), (false, 1), "a module of no layer");
    let manifest = "[dependencies]\nvcs.workspace = true\n[dev-dependencies]\nlab = \"1\"\n\
                    [target.'cfg(unix)'.dependencies]\nplay = { path = \"..\" }\n";
    assert_eq!(dependencies(manifest), ["vcs", "play"]);
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folders that hold a crate, by name.
fn crate_folders() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(crates())
        .expect("the folder of the crates")
        .flatten();
    entries
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            )
        })
        .filter(|(_, path)| path.join("Cargo.toml").exists())
        .collect()
}

/// The names under `[dependencies]`, for all targets or for one.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut counts = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            counts = line == "[dependencies]" || line.ends_with(".dependencies]");
        } else if counts && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Arrows that lead to a higher layer, and modules that no layer has.
fn upward<'a>(arrows: &'a Arrows, layers: &'a [&[&str]]) -> impl Iterator<Item = String> + 'a {
    let layer = move |module: &str| layers.iter().position(|layer| layer.contains(&module));
    arrows
        .iter()
        .filter(|_| !layers.is_empty())
        .flat_map(move |(from, to)| {
            let unknown = layer(from).is_none();
            let unknown = unknown.then(|| format!("{from} is in no layer; add it to LAYERS"));
            let up = to.iter().filter(move |(to, _)| layer(from) < layer(to));
            let up =
                up.map(move |(to, file)| format!("{from} uses {to} above it: {}", file.display()));
            unknown.into_iter().chain(up)
        })
}

/// A circle of modules, if there is one.
fn circle(arrows: &Arrows) -> Option<String> {
    let mut left: BTreeSet<&String> = arrows.keys().collect();
    // Modules that use nothing of what is left cannot be in a circle.
    while let Some(leaf) = left
        .iter()
        .find(|module| !arrows[**module].keys().any(|to| left.contains(to)))
    {
        let leaf = *leaf;
        left.remove(leaf);
    }
    // From any of the others the way leads round, if only after a while.
    let mut way = vec![*left.first()?];
    loop {
        let (next, _) = arrows[*way.last()?]
            .iter()
            .find(|(to, _)| left.contains(to))?;
        if let Some(start) = way.iter().position(|module| *module == next) {
            let files = way[start..].iter().enumerate().map(|(index, from)| {
                let to = way[start..].get(index + 1).map_or(next, |to| to);
                format!("{from} -> {to} ({})", arrows[*from][to].display())
            });
            return Some(files.collect::<Vec<_>>().join(", "));
        }
        way.push(next);
    }
}

/// The arrows between the modules at the top of a crate.
fn module_arrows(src: &Path) -> Arrows {
    let root = ["lib.rs", "main.rs"].map(|file| src.join(file));
    let root = root
        .into_iter()
        .find(|path| path.exists())
        .expect("a root of the crate");
    let mut walk = Walk::default();
    walk.file(&root, &mut Vec::new());
    let modules: BTreeSet<_> = walk.modules.iter().cloned().collect();
    let mut arrows: Arrows = modules
        .iter()
        .map(|name| (name.clone(), BTreeMap::new()))
        .collect();
    for (from, to, file) in walk.uses {
        // A name of the root may stand for what a module has.
        let to = walk.reexports.get(&to).unwrap_or(&to).clone();
        if from != to && modules.contains(&to) {
            arrows.entry(from).or_default().entry(to).or_insert(file);
        }
    }
    arrows
}

/// What is found on the way through the files of a crate.
#[derive(Default)]
struct Walk {
    /// Modules at the top.
    modules: Vec<String>,
    /// Names that the root reexports, and their modules.
    reexports: BTreeMap<String, String>,
    /// A module at the top, the name it uses, and the file.
    uses: Vec<(String, String, PathBuf)>,
}

impl Walk {
    /// Reads a file of the module with this path, and the files of its modules.
    fn file(&mut self, path: &Path, module: &mut Vec<String>) {
        let text = fs::read_to_string(path).expect("a source");
        let tokens = without_tests(&tokens(&text));
        let mut inline: Vec<Option<String>> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            match (&*tokens[at], tokens.get(at + 2).map(String::as_str)) {
                ("mod", Some(";")) => self.child(path, &tokens[at + 1], module),
                ("mod", Some("{")) => {
                    module.push(tokens[at + 1].clone());
                    inline.push(Some(tokens[at + 1].clone()));
                    at += 2;
                }
                ("{", _) => inline.push(None),
                ("}", _) => {
                    if let Some(Some(_)) = inline.pop() {
                        module.pop();
                    }
                }
                ("use", _) => {
                    let names = leaves(&tokens[at + 1..]);
                    names
                        .iter()
                        .for_each(|(path_, name)| self.import(path_, name, module, path));
                    while tokens[at] != ";" {
                        at += 1;
                    }
                }
                ("crate" | "super", _) if at == 0 || tokens[at - 1] != "::" => {
                    let names = tokens[at..].iter().step_by(2);
                    let links = tokens[at + 1..].iter().step_by(2);
                    let more = links.take_while(|link| *link == "::").count();
                    let way: Vec<String> = names.take(1 + more).cloned().collect();
                    if tokens.get(at + 1).is_some_and(|link| link == "::") {
                        self.import(&way, "", module, path);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn child(&mut self, path: &Path, name: &str, module: &mut Vec<String>) {
        let stem = path.file_stem().expect("a file").to_string_lossy();
        let mut folder = path.parent().expect("a folder").to_owned();
        if !["lib", "main", "mod"].contains(&&*stem) {
            folder.push(&*stem);
        }
        if module.is_empty() {
            self.modules.push(name.to_owned());
        }
        let files = [
            folder.join(format!("{name}.rs")),
            folder.join(name).join("mod.rs"),
        ];
        if let Some(file) = files.iter().find(|file| file.exists()) {
            module.push(name.to_owned());
            self.file(file, module);
            module.pop();
        }
    }

    /// Notes a path that a module uses, and at the root the name that it gets there.
    fn import(&mut self, path: &[String], name: &str, module: &[String], file: &Path) {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let target = match path.first().map(String::as_str) {
            Some("crate") => path.get(1),
            Some("super") if supers >= module.len() => path.get(supers),
            Some(_) if module.is_empty() => {
                let own = usize::from(path[0] == "self");
                self.reexports
                    .extend(path.get(own).map(|to| (name.to_owned(), to.clone())));
                None
            }
            _ => None,
        };
        if let (Some(target), Some(from)) = (target, module.first()) {
            self.uses
                .push((from.clone(), target.clone(), file.to_owned()));
        }
    }
}

/// The tokens of a source that matter here: names, `::` and single signs. Comments, strings and
/// characters are left out.
fn tokens(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end_of = |from: usize, mark: &str| {
        text[from..]
            .find(mark)
            .map_or(text.len(), |n| from + n + mark.len())
    };
    while at < bytes.len() {
        let rest = &bytes[at..];
        at = match rest {
            [b'/', b'/', ..] => end_of(at, "\n"),
            [b'/', b'*', ..] => end_of(at, "*/"),
            [b'"', ..] => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != b'"' {
                    end += 1 + usize::from(bytes[end] == b'\\');
                }
                end + 1
            }
            [b'r', b'"' | b'#', ..] | [b'b', b'r', b'"' | b'#', ..] => {
                let start = at + 1 + usize::from(rest[0] == b'b');
                let marks = bytes[start..]
                    .iter()
                    .take_while(|byte| **byte == b'#')
                    .count();
                match bytes.get(start + marks) {
                    Some(b'"') => end_of(start + marks + 1, &format!("\"{}", "#".repeat(marks))),
                    _ => start + marks,
                }
            }
            [b'\'', b'\\', ..] => end_of(at + 3, "'"),
            [b'\'', ..] => {
                // A character is closed behind its one sign; a lifetime is not.
                let sign = text[at + 1..].chars().next().map_or(1, char::len_utf8);
                at + 1
                    + if bytes.get(at + 1 + sign) == Some(&b'\'') {
                        sign + 1
                    } else {
                        0
                    }
            }
            [b':', b':', ..] => {
                tokens.push("::".into());
                at + 2
            }
            [byte, ..] if is_name(byte) => {
                let length = rest.iter().take_while(|byte| is_name(byte)).count();
                tokens.push(text[at..at + length].into());
                at + length
            }
            [byte, ..] => {
                if byte.is_ascii_graphic() {
                    tokens.push(char::from(*byte).into());
                }
                at + 1
            }
            [] => at,
        };
    }
    tokens
}

/// The tokens without the items under `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let mark = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..].iter().take(mark.len()).eq(mark.iter()) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        // The item ends at its first semicolon or closing brace outside all brackets.
        let mut depth = 0;
        at += mark.len();
        while at < tokens.len() {
            let token = &*tokens[at];
            depth += i32::from(["{", "(", "["].contains(&token));
            depth -= i32::from(["}", ")", "]"].contains(&token));
            at += 1;
            if depth == 0 && (token == ";" || token == "}") {
                break;
            }
        }
    }
    kept
}

/// The paths of a `use`, behind that word, each with the name it gets.
fn leaves(tokens: &[String]) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let (mut path, mut starts): (Vec<String>, Vec<usize>) = (Vec::new(), vec![0]);
    let mut alias: Option<String> = None;
    let mut ended = true;
    for (index, token) in tokens.iter().enumerate() {
        match &**token {
            "{" => {
                starts.push(path.len());
                ended = true;
            }
            "}" | "," | ";" => {
                let start = *starts.last().expect("braces that match");
                if !ended || path.len() > start {
                    let name = alias.take().or_else(|| path.last().cloned());
                    found.push((path.clone(), name.unwrap_or_default()));
                }
                path.truncate(start);
                if token == "}" {
                    starts.pop();
                    let outer = *starts.last().expect("braces that match");
                    path.truncate(outer);
                }
                ended = true;
                if token == ";" {
                    break;
                }
            }
            "::" | "as" => {}
            name if index > 0 && tokens[index - 1] == "as" => alias = Some(name.to_owned()),
            name => {
                path.push(name.to_owned());
                ended = false;
            }
        }
    }
    found
}
