//! Checks that no crate depends on a higher crate, that no module uses a higher module, and that
//! neither the modules nor the files of a crate use each other in a cycle. Tests, benches and fuzz
//! targets do not count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use support::Folder;

/// The crates by floor, from the bottom up. A crate may depend only on crates on lower floors.
const FLOORS: [&[&str]; 10] = [
    &["arm7", "checkers", "isa6502", "part-file", "triktrak"],
    &["asm6502", "vcs"],
    &["attach", "lab", "language", "signal"],
    // A session records scripts and rewinds, so `play` is above `lab`.
    &["kernel", "play", "reports"],
    // The debugger shows the kernel view, and `check` may report a place in a source.
    &["debugger"],
    &["canvas", "check", "games"],
    // The terminal commands run sessions and the debugger.
    &["headless"],
    &["club", "editor"],
    &["checkerboard", "frontend", "libretro", "web", "web-editor"],
    // The Python package contains the command line.
    &["python"],
];

/// The modules of a crate by layer, from the bottom up. A module may use modules in its own layer
/// and in lower ones, but no cycle may result.
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
    ("lab", &[&["trace"], &["script", "rewind", "ram_search"]]),
];

/// For each module or crate, the modules or crates that it uses, each with an example file.
type Arrows = BTreeMap<String, BTreeMap<String, PathBuf>>;

#[test]
fn modules_use_only_modules_below_them() {
    let mut faults = Vec::new();
    for (name, path) in crate_folders() {
        let arrows = module_arrows(&path.join("src"));
        let declared = LAYERS.iter().find(|(crate_name, _)| *crate_name == name);
        let layers = declared.map_or(&[] as &[_], |(_, layers)| layers);
        faults.extend(find_cycle(&arrows).map(|cycle| format!("{name}: cycle of modules {cycle}")));
        faults.extend(layer_faults(&arrows, layers).map(|fault| format!("{name}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn files_form_no_cycle() {
    let mut faults = Vec::new();
    for (name, path) in crate_folders() {
        for cycle in file_cycles(&path.join("src")) {
            let files = Vec::from_iter(cycle.iter().map(String::as_str));
            faults.push(format!("{name}: cycle of files {}", files.join(", ")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn crates_depend_only_on_crates_below_them() {
    let mut faults = Vec::new();
    for (name, path) in crate_folders() {
        let Some(own_floor) = FLOORS.iter().position(|floor| floor.contains(&&*name)) else {
            faults.push(format!("{name} is not on any floor; add it to FLOORS"));
            continue;
        };
        let manifest = fs::read_to_string(path.join("Cargo.toml")).expect("a manifest");
        for dependency in dependencies(&manifest) {
            let floor = FLOORS
                .iter()
                .position(|floor| floor.contains(&&*dependency));
            if floor.is_some_and(|floor| floor >= own_floor) {
                faults.push(format!(
                    "{name} depends on {dependency}, which is not below it"
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_planted_upward_use_is_found() {
    let folder = Folder::new("arrows");
    let write = |file: &str, text: &str| {
        let path = folder.path(file);
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
        let arrows = module_arrows(&folder);
        (
            find_cycle(&arrows).is_some(),
            layer_faults(&arrows, layers).count(),
        )
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

#[test]
fn a_planted_cycle_of_files_is_found() {
    let folder = Folder::new("cycles");
    let write = |file: &str, text: &str| {
        let path = folder.path(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write("lib.rs", "mod low;\nmod high;\npub use low::one::Base;\n");
    write("high.rs", "use crate::Base;\nfn f() -> Base { todo!() }\n");
    write("low/mod.rs", "pub mod one;\nmod two;\npub use two::*;\n");
    write("low/two.rs", "use super::one::Base;\npub struct Two;\n");
    let cycles = |one: &str| {
        write("low/one.rs", one);
        let cycles = file_cycles(&folder);
        Vec::from_iter(
            cycles
                .into_iter()
                .map(|files| Vec::from_iter(files).join(" ")),
        )
    };
    for harmless in [
        "pub struct Base;\n",
        "pub struct Base;\nuse std::fmt;\nfn f() { fmt::write(); Two::new() }\n",
        "pub struct Base;\n#[cfg(test)]\nmod tests { use crate::high::f; }\n",
    ] {
        assert!(cycles(harmless).is_empty(), "{harmless}");
    }
    for (source, cycle) in [
        (
            "pub struct Base;\nuse super::Two;\n",
            "low/one.rs low/two.rs",
        ),
        (
            "pub struct Base;\nuse super::two::Two;\n",
            "low/one.rs low/two.rs",
        ),
        (
            "pub struct Base;\nuse super::*;\n",
            "low/mod.rs low/one.rs low/two.rs",
        ),
        (
            "pub struct Base;\nfn f() { crate::high::f(); }\n",
            "high.rs low/one.rs",
        ),
    ] {
        assert_eq!(cycles(source), [cycle], "{source}");
    }
}

fn crates_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the crates, each with its name and folder.
fn crate_folders() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(crates_folder())
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

/// Returns the names under `[dependencies]`, both for all targets and for specific ones.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut is_dependency_section = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_dependency_section = line == "[dependencies]" || line.ends_with(".dependencies]");
        } else if is_dependency_section && let Some((name, _)) = line.split_once(['.', ' ', '=']) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Describes each arrow that leads to a higher layer, and each module that is in no layer.
fn layer_faults<'a>(
    arrows: &'a Arrows,
    layers: &'a [&[&str]],
) -> impl Iterator<Item = String> + 'a {
    let layer = move |module: &str| layers.iter().position(|layer| layer.contains(&module));
    arrows
        .iter()
        .filter(|_| !layers.is_empty())
        .flat_map(move |(from, to)| {
            let unknown = layer(from).is_none();
            let unknown = unknown.then(|| format!("{from} is in no layer; add it to LAYERS"));
            let upward = to.iter().filter(move |(to, _)| layer(from) < layer(to));
            let upward = upward
                .map(move |(to, file)| format!("{from} uses {to} above it: {}", file.display()));
            unknown.into_iter().chain(upward)
        })
}

/// Returns a cycle of modules, if there is one.
fn find_cycle(arrows: &Arrows) -> Option<String> {
    let mut remaining: BTreeSet<&String> = arrows.keys().collect();
    // A module that uses no other remaining module cannot be in a cycle.
    while let Some(leaf) = remaining
        .iter()
        .find(|module| !arrows[**module].keys().any(|to| remaining.contains(to)))
    {
        let leaf = *leaf;
        remaining.remove(leaf);
    }
    // Each remaining module uses another one, so following the arrows eventually leads to a cycle.
    let mut route = vec![*remaining.first()?];
    loop {
        let (next, _) = arrows[*route.last()?]
            .iter()
            .find(|(to, _)| remaining.contains(to))?;
        if let Some(start) = route.iter().position(|module| *module == next) {
            let files = route[start..].iter().enumerate().map(|(index, from)| {
                let to = route[start..].get(index + 1).map_or(next, |to| to);
                format!("{from} -> {to} ({})", arrows[*from][to].display())
            });
            return Some(files.collect::<Vec<_>>().join(", "));
        }
        route.push(next);
    }
}

/// Returns the arrows between the top-level modules of a crate.
fn module_arrows(src: &Path) -> Arrows {
    let parsed = ParsedCrate::read_crate(&roots(src)[0]);
    let tops = parsed.modules.keys().filter(|module| module.len() == 1);
    let mut arrows: Arrows = tops.map(|top| (top[0].clone(), BTreeMap::new())).collect();
    for (from, to) in parsed.arrows() {
        if let (Some(from_top), Some(to_top)) = (from.first(), to.first())
            && from_top != to_top
        {
            let file = parsed.modules[from].file.clone();
            let targets = arrows.entry(from_top.clone()).or_default();
            targets.entry(to_top.clone()).or_insert(file);
        }
    }
    arrows
}

/// Returns the cycles of files in a crate. Each is a set of files that can all reach each other.
fn file_cycles(src: &Path) -> Vec<BTreeSet<String>> {
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for root in roots(src) {
        let parsed = ParsedCrate::read_crate(&root);
        let name = |module: &[String]| {
            let file = parsed.modules[module].file.strip_prefix(src);
            let file = file.expect("a file of the crate").to_string_lossy();
            file.replace('\\', "/")
        };
        for (from, to) in parsed.arrows() {
            let (from, to) = (name(from), name(&to));
            if from != to {
                arrows.entry(from).or_default().insert(to);
            }
        }
    }
    let reach: BTreeMap<&String, BTreeSet<&String>> = arrows
        .keys()
        .map(|file| (file, reachable(&arrows, file)))
        .collect();
    let mutual = |file: &String| {
        let to = reach[file].iter();
        let back = to.filter(|to| reach.get(**to).is_some_and(|from| from.contains(file)));
        back.map(|to| (*to).clone()).collect::<BTreeSet<String>>()
    };
    let cycles: BTreeSet<_> = arrows.keys().map(mutual).collect();
    cycles
        .into_iter()
        .filter(|files| !files.is_empty())
        .collect()
}

/// Returns the files that a file reaches, directly or through others.
fn reachable<'a>(
    arrows: &'a BTreeMap<String, BTreeSet<String>>,
    file: &String,
) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut to_visit = vec![file];
    while let Some(file) = to_visit.pop() {
        for to in arrows.get(file).into_iter().flatten() {
            if found.insert(to) {
                to_visit.push(to);
            }
        }
    }
    found
}

/// Returns the root files of a crate: `lib.rs`, `main.rs`, or both.
fn roots(src: &Path) -> Vec<PathBuf> {
    let files = ["lib.rs", "main.rs"].map(|file| src.join(file));
    let found: Vec<_> = files.into_iter().filter(|path| path.exists()).collect();
    assert!(!found.is_empty(), "{} has no root", src.display());
    found
}

/// The path of a module from the root.
type ModulePath = Vec<String>;

/// A module, in a separate file or within another module.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// Names imported with `use`, and their paths as written.
    imports: BTreeMap<String, Vec<String>>,
    /// Modules from which a `use` imports all names.
    globs: Vec<Vec<String>>,
    /// Names of the module's items.
    items: BTreeSet<String>,
}

/// The results of reading the files of a crate.
#[derive(Default)]
struct ParsedCrate {
    modules: BTreeMap<ModulePath, Module>,
    /// Pairs of a module and a path that the module uses, as written in its source.
    uses: Vec<(ModulePath, Vec<String>)>,
}

/// Keywords that come before the name of an item.
const DEFINITIONS: [&str; 9] = [
    "fn",
    "struct",
    "enum",
    "trait",
    "type",
    "const",
    "static",
    "union",
    "macro_rules",
];

impl ParsedCrate {
    fn read_crate(root: &Path) -> ParsedCrate {
        let mut parsed = ParsedCrate::default();
        parsed.read_file(root, &mut Vec::new());
        parsed
    }

    /// Reads the file of the module `module`, and the files of its submodules.
    fn read_file(&mut self, path: &Path, module: &mut ModulePath) {
        let text = fs::read_to_string(path).expect("a source");
        let tokens = without_tests(&tokens(&text));
        self.add_module(path, module);
        // For each open brace, true if it begins the body of a module.
        let mut braces: Vec<bool> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            let next = |count: usize| tokens.get(at + count).map_or("", String::as_str);
            match &*tokens[at] {
                "mod" if next(2) == ";" => self.read_child(path, &tokens[at + 1], module),
                "mod" if next(2) == "{" => {
                    module.push(tokens[at + 1].clone());
                    self.add_module(path, module);
                    braces.push(true);
                    at += 2;
                }
                "{" => braces.push(false),
                "}" if braces.pop() == Some(true) => _ = module.pop(),
                "use" => {
                    for (path, name) in imported_paths(&tokens[at + 1..]) {
                        self.add_import(path, name, module);
                    }
                    while tokens[at] != ";" {
                        at += 1;
                    }
                }
                word if DEFINITIONS.contains(&word) && braces.last() != Some(&false) => {
                    let name = if next(1) == "!" { next(2) } else { next(1) }.to_owned();
                    self.module(module).items.insert(name);
                }
                // `pub(in path)` only sets the visibility of an item, and does not use the path.
                _ if at > 1 && tokens[at - 2..at] == ["(", "in"] => {}
                _ if next(1) == "::" && (at == 0 || tokens[at - 1] != "::") => {
                    let links = tokens[at + 1..].iter().step_by(2);
                    let more = links.take_while(|link| *link == "::").count();
                    let names = tokens[at..].iter().step_by(2).take(1 + more);
                    self.uses.push((module.clone(), names.cloned().collect()));
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn add_module(&mut self, path: &Path, module: &ModulePath) {
        let entry = self.modules.entry(module.clone()).or_default();
        entry.file = path.to_owned();
    }

    fn module(&mut self, module: &ModulePath) -> &mut Module {
        self.modules.get_mut(module).expect("a module that is open")
    }

    fn read_child(&mut self, path: &Path, name: &str, module: &mut ModulePath) {
        let stem = path.file_stem().expect("a file").to_string_lossy();
        let mut folder = path.parent().expect("a folder").to_owned();
        if !["lib", "main", "mod"].contains(&&*stem) {
            folder.push(&*stem);
        }
        let files = [
            folder.join(format!("{name}.rs")),
            folder.join(name).join("mod.rs"),
        ];
        module.push(name.to_owned());
        match files.iter().find(|file| file.exists()) {
            Some(file) => self.read_file(file, module),
            None => self.add_module(path, module),
        }
        module.pop();
    }

    fn add_import(&mut self, mut path: Vec<String>, mut name: String, module: &ModulePath) {
        if name == "self" && path.len() > 1 {
            path.pop();
            name = path[path.len() - 1].clone();
        }
        let importer = self.module(module);
        if name == "*" {
            importer.globs.push(path[..path.len() - 1].to_vec());
        } else {
            importer.imports.insert(name, path.clone());
        }
        self.uses.push((module.clone(), path));
    }

    /// Returns the arrows. Each leads from a module to another module that defines something that
    /// the first module uses.
    fn arrows(&self) -> impl Iterator<Item = (&ModulePath, ModulePath)> {
        let arrows = self.uses.iter();
        arrows.filter_map(|(from, path)| Some((from, self.resolve(from, path, 0)?)))
    }

    /// Returns the module that a path refers to; `None` if the path leads into another crate.
    fn resolve(&self, from: &ModulePath, path: &[String], depth: usize) -> Option<ModulePath> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let (mut module, rest) = match &*path[0] {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (
                from[..from.len().saturating_sub(supers)].to_vec(),
                &path[supers..],
            ),
            head => {
                let child = [&from[..], &path[..1]].concat();
                let known = self.modules.contains_key(&child);
                let imported = self.modules[from].imports.get(head);
                if !known && imported.is_none_or(|import| import[0] == *head) {
                    return None;
                }
                (from.clone(), path)
            }
        };
        for (index, part) in rest.iter().enumerate() {
            let child = [&module[..], &rest[index..=index]].concat();
            if self.modules.contains_key(&child) {
                module = child;
                continue;
            }
            let current = &self.modules[&module];
            if depth < 8
                && let Some(import) = current.imports.get(part)
            {
                let full_path = [&import[..], &rest[index + 1..]].concat();
                // If the import leads into another crate, treat the module that imports the name as
                // the one that defines it.
                return self
                    .resolve(&module, &full_path, depth + 1)
                    .or(Some(module));
            }
            let mut globs = current
                .globs
                .iter()
                .filter(|_| depth < 8 && !current.items.contains(part));
            let found = globs.find_map(|glob| {
                let inner = self.resolve(&module, glob, depth + 1)?;
                let source = &self.modules[&inner];
                let known = source.items.contains(part) || source.imports.contains_key(part);
                known.then(|| {
                    self.resolve(
                        &inner,
                        &[&["self".into()], &rest[index..]].concat(),
                        depth + 1,
                    )
                })?
            });
            return Some(found.unwrap_or(module));
        }
        Some(module)
    }
}

/// Returns the relevant tokens of a source: names, `::` and single characters. Comments, strings
/// and character literals are left out.
fn tokens(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end_of = |from: usize, terminator: &str| {
        text[from..]
            .find(terminator)
            .map_or(text.len(), |n| from + n + terminator.len())
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
                let hashes = bytes[start..]
                    .iter()
                    .take_while(|byte| **byte == b'#')
                    .count();
                match bytes.get(start + hashes) {
                    Some(b'"') => end_of(start + hashes + 1, &format!("\"{}", "#".repeat(hashes))),
                    _ => start + hashes,
                }
            }
            [b'\'', b'\\', ..] => end_of(at + 3, "'"),
            [b'\'', ..] => {
                // A character literal is closed after one character; a lifetime is not.
                let length = text[at + 1..].chars().next().map_or(1, char::len_utf8);
                at + 1
                    + if bytes.get(at + 1 + length) == Some(&b'\'') {
                        length + 1
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

/// Returns the tokens without the items that have `#[cfg(test)]`.
fn without_tests(tokens: &[String]) -> Vec<String> {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..]
            .iter()
            .take(attribute.len())
            .eq(attribute.iter())
        {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        // The item ends at its first semicolon or closing brace outside all brackets.
        let mut depth = 0;
        at += attribute.len();
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

/// Given the tokens after a `use`, returns its paths, each with the name that it imports.
fn imported_paths(tokens: &[String]) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    let (mut path, mut starts): (Vec<String>, Vec<usize>) = (Vec::new(), vec![0]);
    let mut alias: Option<String> = None;
    let mut path_ended = true;
    for (index, token) in tokens.iter().enumerate() {
        match &**token {
            "{" => {
                starts.push(path.len());
                path_ended = true;
            }
            "}" | "," | ";" => {
                let start = *starts.last().expect("braces that match");
                if !path_ended || path.len() > start {
                    let name = alias.take().or_else(|| path.last().cloned());
                    found.push((path.clone(), name.unwrap_or_default()));
                }
                path.truncate(start);
                if token == "}" {
                    starts.pop();
                    let outer = *starts.last().expect("braces that match");
                    path.truncate(outer);
                }
                path_ended = true;
                if token == ";" {
                    break;
                }
            }
            "::" | "as" => {}
            name if index > 0 && tokens[index - 1] == "as" => alias = Some(name.to_owned()),
            name => {
                path.push(name.to_owned());
                path_ended = false;
            }
        }
    }
    found
}
