//! The arrows between the rooms, as ARCHITECTURE.md draws them: the vocabulary knows
//! no game and no engine, engines know no game, and automata know nothing of games.
//! And the links between the documents.

use std::path::{Path, PathBuf};

/// The vocabulary: what every game and every engine speaks.
const VOCABULARY: [&str; 19] = [
    "ability",
    "answer",
    "budget",
    "cancel",
    "error",
    "explain",
    "game",
    "heap_code",
    "heap_rule",
    "hint",
    "list",
    "memory",
    "meter",
    "moment",
    "number",
    "position",
    "question",
    "reading",
    "rule",
];

/// Words that no message of the vocabulary may say.
const GAMES: [&str; 8] = ["nim", "moore", "greedy", "wythoff", "wythoff3", "fibonacci", "kayles", "allbut"];

/// The rooms above it.
const ENGINES: [&str; 9] = ["automata", "play", "prove", "quotient", "rules", "sequence", "solve", "stream", "json"];

/// Those who read the name of a game in a certificate ask the catalogue for it.
const READERS: [&str; 4] = ["quotient/verify.rs", "sequence/verify.rs", "solve/row/verify.rs", "prove/subject.rs"];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The files of a room, by their paths below `src`.
fn files(room: &str) -> Vec<String> {
    let (file, folder) = (source().join(format!("{room}.rs")), source().join(room));
    let mut found = Vec::new();
    if file.exists() {
        found.push(format!("{room}.rs"));
    }
    for entry in folder.read_dir().into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        match name.strip_suffix(".rs") {
            Some("tests") => {}
            None if name == "tests" => {}
            Some(_) => found.push(format!("{room}/{name}")),
            None => found.extend(files(&format!("{room}/{name}"))),
        }
    }
    found
}

/// The lines of a file that are neither comments nor tests.
fn code(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source().join(file)).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

/// The lines of a room that name one of these modules.
fn naming(room: &str, modules: &[&str]) -> Vec<String> {
    let all = files(room);
    assert!(!all.is_empty(), "there is no room {room}");
    let names = |line: &String| modules.iter().any(|module| line.contains(&format!("crate::{module}")));
    all.iter()
        .filter(|file| !READERS.contains(&file.as_str()))
        .flat_map(|file| code(file).into_iter().filter(names).map(move |line| format!("{file}: {line}")))
        .collect()
}

#[test]
fn the_vocabulary_knows_no_game_and_no_engine() {
    let above: Vec<&str> = ENGINES.into_iter().chain(["games", "catalogue", "numeration"]).collect();
    for room in VOCABULARY {
        assert_eq!(naming(room, &above), [""; 0]);
        for line in code(&format!("{room}.rs")) {
            let mut said =
                line.split('"').skip(1).step_by(2).flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
            assert!(!said.any(|word| GAMES.contains(&word.to_lowercase().as_str())), "{room}: {line}");
        }
    }
}

#[test]
fn engines_know_no_game() {
    for room in ENGINES.into_iter().filter(|&room| room != "json").chain(["numeration", "bits"]) {
        assert_eq!(naming(room, &["games", "catalogue"]), [""; 0]);
    }
}

#[test]
fn automata_know_nothing_of_games_and_those_who_check_share_no_code_with_those_who_prove() {
    assert_eq!(naming("automata", &["game", "rule", "solve", "prove", "sequence", "position"]), [""; 0]);
    let theirs = ["automata::", "prove::"].map(|room| format!("crate::{room}"));
    for file in files("prove/check") {
        for line in code(&file).iter().filter(|line| theirs.iter().any(|room| line.contains(room))) {
            let allowed = ["automata::Numbers", "prove::certificate", "prove::first_pile::certificate"];
            let allowed = allowed.iter().any(|one| line.contains(one));
            assert!(allowed, "{file}: {line}");
        }
    }
}

/// Every room is drawn in ARCHITECTURE.md, and nothing else is.
#[test]
fn every_room_is_on_the_map() {
    let map = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let map = std::fs::read_to_string(map).unwrap();
    for entry in source().read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let drawn = if name.ends_with(".rs") { name.clone() } else { format!("{name}/") };
        let has_file = source().join(format!("{name}.rs")).exists();
        assert!(name == "lib.rs" || has_file || map.contains(&drawn), "{name} is not on the map");
    }
    let paths = map.split('`').skip(1).step_by(2).filter(|word| word.contains('/') && word.ends_with(".rs"));
    for path in paths {
        let crates = source().join("../..");
        let at = ["", "..", "nimlab/src", "nimlab-web/src", "nimlab-cli/src"].map(|room| crates.join(room).join(path));
        assert!(at.iter().any(|path| path.exists()), "{path} is on the map and not in the house");
    }
}

/// The documents, by their paths from the root.
fn documents() -> Vec<String> {
    let root = source().join("../../..");
    let mut found: Vec<String> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(str::to_owned).to_vec();
    for entry in root.join("docs").read_dir().unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        found.extend(name.ends_with(".md").then(|| format!("docs/{name}")));
    }
    found
}

/// The targets of the links of a document, as paths from the root, with their anchors.
fn links(document: &str, text: &str) -> Vec<(String, String)> {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let inside = targets.filter(|target| !target.starts_with("http") && !target.contains(char::is_whitespace));
    inside
        .map(|target| {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
            for part in path.split('/') {
                match part {
                    ".." => drop(parts.pop()),
                    part => parts.push(part),
                }
            }
            (if path.is_empty() { document.to_owned() } else { parts.join("/") }, anchor.to_owned())
        })
        .collect()
}

/// The anchors of a document's headings.
fn anchors(text: &str) -> Vec<String> {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| line.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect::<String>())
        .map(|heading| heading.replace(' ', "-"))
        .collect()
}

#[test]
fn every_document_is_reached_from_the_readme_and_every_link_leads_somewhere() {
    let root = source().join("../../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    for document in documents() {
        for (path, anchor) in links(&document, &read(&document)) {
            assert!(root.join(&path).exists(), "{document} links to {path}, which does not exist");
            let found = anchor.is_empty() || anchors(&read(&path)).contains(&anchor);
            assert!(found, "{document} links to {path}#{anchor}, and there is no such heading");
        }
    }
    let (mut reached, mut next) = (Vec::new(), vec!["README.md".to_owned()]);
    while let Some(document) = next.pop() {
        if !reached.contains(&document) {
            let all = links(&document, &read(&document));
            next.extend(all.into_iter().map(|(path, _)| path).filter(|path| path.ends_with(".md")));
            reached.push(document);
        }
    }
    for document in documents() {
        assert!(reached.contains(&document), "no link leads from the README to {document}");
    }
}

/// Names that stand for the same thing in several places: what every crate has, what
/// the prover and its checker must each have of their own, and what Python wraps.
const SHARED_NAMES: [&str; 12] = [
    "Answer",
    "Cells",
    "Claimed",
    "Error",
    "Form",
    "Formula",
    "Item",
    "Node",
    "Readme",
    "Result",
    "Signals",
    "SumAnswer",
];

/// The types that a file defines, those of its tests left out.
fn types(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let name = |line: &str| {
        let line =
            ["pub ", "pub(crate) ", "pub(super) "].iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
        let kind = ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| line.strip_prefix(word))?;
        Some(kind.split(|c: char| !c.is_alphanumeric()).next()?.to_owned())
    };
    text.lines().filter_map(name).collect()
}

#[test]
fn one_name_is_one_type() {
    let mut seen: std::collections::BTreeMap<String, Vec<PathBuf>> = Default::default();
    let mut left: Vec<PathBuf> =
        source().join("../..").read_dir().unwrap().map(|entry| entry.unwrap().path().join("src")).collect();
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.to_string_lossy().contains("tests") {
            for name in types(&std::fs::read_to_string(&path).unwrap()) {
                seen.entry(name).or_default().push(path.clone());
            }
        }
    }
    assert!(seen.len() > 500, "{}", seen.len());
    seen.retain(|name, paths| paths.len() > 1 && !SHARED_NAMES.contains(&name.as_str()));
    assert!(seen.is_empty(), "the same name for different types: {seen:#?}");
}
