//! The arrows between the rooms, as ARCHITECTURE.md draws them: the vocabulary knows
//! no game and no engine, engines know no game, and automata know nothing of games.

use std::path::{Path, PathBuf};

/// The vocabulary: what every game and every engine speaks.
const VOCABULARY: [&str; 18] = [
    "ability",
    "answer",
    "budget",
    "cancel",
    "error",
    "explain",
    "game",
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
const ENGINES: [&str; 8] = ["automata", "play", "prove", "rules", "sequence", "solve", "stream", "json"];

/// Those who read the name of a game in a certificate ask the catalogue for it.
const READERS: [&str; 3] = ["sequence/verify.rs", "solve/row/verify.rs", "prove/subject.rs"];

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
