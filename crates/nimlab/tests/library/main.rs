//! The tests of the library: printed cases and tables, and properties held
//! against a solver that is written here from the rules alone.

mod against_naive;
mod big_heaps;
mod big_numbers;
mod limits;
mod naive;
mod printed_cases;
mod questions;
mod robust;
mod sums;
mod table_5;
mod thesis_a;
mod thesis_w;
mod values;

use nimlab::number::UBig;
use nimlab::{Ask, Game, Method, Play, Position, Question, catalogue, solve};

/// The game of a name that must exist.
fn game(name: &str) -> Box<dyn Game> {
    catalogue::game(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The file of that name in `testdata/`.
fn testdata<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = format!("{}/../nimlab-lab/testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a file of `testdata/` has under the label of an item.
fn printed<T: serde::de::DeserializeOwned>(file: &str, label: &str) -> T {
    let data: toml::Table = testdata(file);
    let items = data["items"].as_array().unwrap();
    let item = items.iter().find(|item| item["label"].as_str() == Some(label));
    let item = item.unwrap_or_else(|| panic!("{file} has no item '{label}'"));
    item["printed"].clone().try_into().unwrap_or_else(|error| panic!("{file}, {label}: {error}"))
}

/// A printed table, line by line.
fn printed_rows(file: &str, label: &str) -> Vec<Vec<String>> {
    let text: String = printed(file, label);
    text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

/// A printed table of machine words.
fn printed_words(file: &str, label: &str) -> Vec<Vec<u64>> {
    let number = |word: &String| word.parse().unwrap_or_else(|_| panic!("{file}, {label}: {word}"));
    printed_rows(file, label).iter().map(|row| row.iter().map(number).collect()).collect()
}

/// Every method that answers who wins: the game's own and search.
fn every_method(game: &dyn Game, play: Play) -> Vec<Method> {
    solve::methods(game, Question::Solve(play))
}

/// Outcome and moves by one method, search included.
fn analyse(game: &dyn Game, method: &str, position: &Position, play: Play) -> nimlab::Result<nimlab::Analysis> {
    game.solve(position).play(play).method(method).analyse().map(|(_, analysis)| analysis)
}

/// The first positions that a method lists, as machine words.
fn listed(name: &str, method: Option<&str>, play: Play, value: u64, count: usize) -> Vec<Vec<u64>> {
    let game = game(name);
    let list = game.positions().play(play).value(value).count(count as u64).method(method).run().unwrap();
    list.map(|position| position.unwrap().words().unwrap()).collect()
}

/// A machine word as an integer of any size.
fn big(number: u64) -> UBig {
    UBig::from(number)
}
