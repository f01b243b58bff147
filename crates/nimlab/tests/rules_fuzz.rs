//! The parser, the checker and the machine under random texts for a bounded
//! time: whole files with words exchanged, dropped and doubled, words in any
//! order, and texts made to be large when they are worked on. Nothing may
//! panic, hang or take memory without bound. `FUZZ_SECONDS=600` runs longer.

use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Game, Play, RuleExt, rules};
use std::path::Path;
#[path = "../../../fuzz/checks/lists.rs"]
mod lists;
use std::time::{Duration, Instant};

/// xorshift64*, so that a failure can be run again by its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const WORDS: &str = "game state symmetric param move blocking where decreasing start example in and or not mod \
    x y n k l S a -> + - * / = != < <= > >= ( ) { } , .. \" # 0 1 2 7 9223372036854775807 min max abs gcd xor pow \
    count prime divides ≤ → ä \n == ' _";

/// Compiles a text and, if it is accepted, tries it out a little.
fn take(source: &str) {
    match rules::compile(source) {
        Err(problems) => {
            assert!(!problems.to_string().is_empty());
            for found in problems.problems() {
                assert!((found.end_line, found.end_column) > (found.line, found.column), "{found:?}");
            }
        }
        Ok(game) => {
            let budget = Budget::of_positions(300).in_bytes(1 << 20).within(Duration::from_millis(20));
            let _ = game.try_out(4, budget);
            let corner = vec![3; game.state().len()];
            let _ = game.dense_values(&corner, budget).map(|mut values| values.value(&corner));
            play(&game, budget);
            lists::agree(&game, budget);
        }
    }
}

/// Plays accepted rules by every engine: each ends within the budget.
fn play(game: &dyn Game, budget: Budget) {
    for play in [Play::Normal, Play::Misere] {
        if let Ok(position) = game.read(&game.example()) {
            let _ = game.solve(&position).play(play).budget(budget).run();
        }
        if let Ok(list) = game.positions().play(play).count(3).heaps(1).budget(budget).run() {
            let _ = list.take_while(Result::is_ok).count();
        }
    }
    let _ = game.table(TableSize::Side(4)).budget(budget).run();
}

fn files() -> Vec<String> {
    ["examples/rules", "fuzz/seeds/lists"].into_iter().flat_map(files_in).collect()
}

fn files_in(folder: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_none_or(|extension| extension == "rules"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

/// The words of a text, with its signs apart.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    for c in text.chars() {
        let same = words.last().and_then(|word| word.chars().last()).is_some_and(|last| {
            last.is_alphanumeric() && c.is_alphanumeric() || last.is_whitespace() && c.is_whitespace()
        });
        match words.last_mut() {
            Some(word) if same => word.push(c),
            _ => words.push(c.into()),
        }
    }
    words
}

fn mutated(random: &mut Random, text: &str, vocabulary: &[&str]) -> String {
    let mut words = words(text);
    for _ in 0..1 + random.below(6) {
        let (i, j) = (random.below(words.len()), random.below(words.len()));
        match random.below(5) {
            0 => drop(words.remove(i)),
            1 => words[i] = (*random.one(vocabulary)).to_owned(),
            2 => words.swap(i, j),
            3 => words.insert(i, format!(" {} ", random.one(vocabulary))),
            _ => {
                let copied: Vec<String> = words[i.min(j)..i.max(j)].to_vec();
                words.splice(i..i, copied);
            }
        }
        if words.is_empty() {
            words.push("state".into());
        }
    }
    words.concat()
}

#[test]
fn fast_engines_agree_with_search_on_all_files_and_seeds() {
    let seeds = files_in("fuzz/seeds/lists");
    assert!(!seeds.is_empty());
    for source in files_in("examples/rules").iter().chain(&seeds) {
        let budget = Budget::of_positions(20_000).within(Duration::from_millis(500));
        if let Ok(game) = rules::compile(source) {
            lists::agree(&game, budget);
        }
    }
}

#[test]
fn random_texts_do_no_harm() {
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let vocabulary: Vec<&str> = WORDS.split(' ').collect();
    let files = files();
    let start = Instant::now();
    let mut texts = 0;
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (texts + 1));
        let source = match random.below(4) {
            0 => (0..random.below(60)).map(|_| format!("{} ", random.one(&vocabulary))).collect(),
            _ => {
                let file = random.one(&files).clone();
                mutated(&mut random, &file, &vocabulary)
            }
        };
        let before = Instant::now();
        take(&source);
        let taken = before.elapsed();
        assert!(taken < Duration::from_secs(30), "{taken:?} for\n{source}");
        texts += 1;
    }
    assert!(texts > 100, "only {texts} texts in {seconds} seconds");
}

#[test]
fn texts_that_would_grow_are_refused_at_once() {
    let rule = |condition: &str| format!("state x\nmove k in 1..x where {condition} -> (x - k)");
    let nested = |open: &str, inner: &str, close: &str, times: usize| {
        format!("{}{inner}{}", open.repeat(times), close.repeat(times))
    };
    let set: Vec<String> = (0..256).map(|n| n.to_string()).collect();
    let set = format!("{{{}}}", set.join(","));
    for condition in [
        nested("(", "k", ")", 20_000) + " = 1",
        nested("not ", "k = 1", "", 10_000),
        nested("-", "k", "", 50_000) + " = 1",
        nested("abs(", "k", ")", 90) + " = 1",
        nested("max(1, ", "k", ")", 90) + " = 1",
        nested("count(", "k = 1", " = 1)", 90) + " = 1",
        nested("count(0 < ", "k", " < 2)", 45) + " = 1",
        nested("count(", "k", &format!(" in {set})"), 40) + " = 1",
        format!("k{} = 1", " + k".repeat(20_000)),
        format!("k{} = 1", " * k".repeat(90)),
        format!("k{} = 1", " mod 7".repeat(20_000)),
        format!("k = 1{}", " or k = 1".repeat(6_000)),
        format!("k{}", " < k".repeat(10_000)),
        format!("k in {{{}}}", "k,".repeat(20_000)),
        format!("k in {set}{}", format!(" or k in {set}").repeat(60)),
        "(k-1)*".repeat(95) + "k = 0",
    ] {
        let before = Instant::now();
        take(&rule(&condition));
        let taken = before.elapsed();
        assert!(taken < Duration::from_secs(10), "{taken:?} for {}", &condition[..60]);
    }
    // Many conditions, each of which is large because it shares its middle.
    let large = nested("count(0 < ", "k", " < 2)", 12) + " = 1";
    for joint in [" and ", " or "] {
        let source = format!("{} -> (x - k)", vec![large.clone(); 240].join(joint));
        let before = Instant::now();
        take(&format!("state x\nmove k in 1..x where {source}"));
        assert!(before.elapsed() < Duration::from_secs(20), "{:?}", before.elapsed());
    }
    let constants: Vec<String> = (0..60)
        .map(|i| {
            let list: Vec<String> = (0..120).map(|j| (1_000 + 120 * i + j).to_string()).collect();
            format!("move k in 1..x where k in {{{}}} -> (x - k)", list.join(","))
        })
        .collect();
    take(&format!("state x\n{}", constants.join("\n")));
    take(&"x".repeat(1 << 20));
    take(&"move -> (0)\n".repeat(5_000));
    take(&format!("state {}\nmove -> (0)", vec!["x"; 30_000].join(",")));
    take(&"param a = 1 ".repeat(5_000));
    take(&"\u{0}".repeat(100));
    take(&"state x # ".repeat(100));
}
