//! Limits of memory and time hold, whatever is asked. Every command line is run
//! in a process whose memory the system limits, so that a limit is tested by a
//! limit and not by trust: each must end by itself, with exit code 0, 1 or 2,
//! and without a panic.
//!
//! The suite runs a sample of the command lines that can be made from the lists
//! below. `NIMLAB_CAMPAIGN=20000 cargo test --test limits` runs a larger one;
//! `NIMLAB_SEED=7` another.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, reason = "a campaign tells what it finds at once")]

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The budget of every command here, and the address space that its process
/// may take: the budget, the program itself and its threads, and some room.
const BUDGET: [&str; 4] = ["--budget-memory", "100", "--budget-time", "1"];
const KILOBYTES: u64 = 600_000;

/// A command that takes longer than this is taken to hang. The limit is loose:
/// the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a command ended.
struct Ended {
    code: Option<i32>,
    message: String,
    seconds: f64,
}

impl Ended {
    /// What is wrong with it, if anything is.
    fn fault(&self) -> Option<String> {
        let Self { code, message, seconds } = self;
        let shown: String = message.chars().take(600).collect();
        match code {
            None => Some(format!("was ended by a signal after {seconds:.1} s: {shown}")),
            Some(0..=2) if !message.contains("panicked") => None,
            Some(code) => Some(format!("exit {code}: {shown}")),
        }
    }
}

/// Runs a command under the limit of the address space, its output thrown away.
fn run(words: &[String], input: &str) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    let started = Instant::now();
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {KILOBYTES}; exec \"$@\""))
        .arg("sh")
        .arg(env!("CARGO_BIN_EXE_nimlab"))
        .args(words)
        .current_dir(folder.path())
        // Threads reserve address space that they do not use.
        .env("MALLOC_ARENA_MAX", "1")
        .env("RAYON_NUM_THREADS", "2")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that ends before it has read everything is not at fault.
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    let mut stderr = child.stderr.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut message = Vec::new();
        let _ = stderr.by_ref().take(1 << 20).read_to_end(&mut message);
        let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        String::from_utf8_lossy(&message).into_owned()
    });
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ended { code, message: reader.join().unwrap(), seconds: started.elapsed().as_secs_f64() }
}

/// A command line in words, with the limit of memory. Time is not limited: how
/// far a busy machine comes within a second nobody knows.
fn line(text: &str) -> Vec<String> {
    text.split(' ').chain(["--budget-memory", "100"]).map(str::to_owned).collect()
}

/// Command lines that once took gigabytes, or minutes.
#[test]
fn questions_beyond_the_limits_are_refused_with_the_numbers() {
    let heaps = vec!["1000000"; 1000].join(",");
    for (text, expected) in [
        ("cold wythoff --value 1e6 --count 5", "100 MB"),
        ("cold r-wythoff --value 1e12 --count 5", "100 MB"),
        ("cold moore:2 --count 1e9 --budget-time 1", "1 second"),
        ("cold wythoff --count 1e15 --budget-time 1 --json", "1 second"),
        ("table nim --size 1x1e9 --format csv --budget-time 1", "1 second"),
        ("table wythoff --size 100000", "100 MB"),
        ("table wythoff --size 100000 -o table.npy", "100 MB"),
        ("table subtraction:1,2 --size 1e9 --format csv", "100 MB"),
        ("solve wythoff 1e8,2e8 --method recursive", "100 MB"),
        (&format!("solve nim {heaps} --method search"), "100 MB"),
    ] {
        let ended = run(&line(text), "");
        assert_eq!(ended.fault(), None, "{text}");
        assert_eq!(ended.code, Some(1), "{text}: {}", ended.message);
        assert!(ended.message.contains(expected), "{text}: {}", ended.message);
        assert!(ended.message.contains("--budget-"), "the message names no option: {text}: {}", ended.message);
    }
}

/// What needs little memory is answered, however long it is.
#[test]
fn long_answers_that_need_little_memory_are_written() {
    let heaps = vec!["7"; 1000].join(",");
    let heaps_and = |last: &str| format!("{heaps},{last}");
    for text in [
        "cold wythoff --value 20000 --count 5".to_owned(),
        "cold wythoff --value 65536 --count 2".to_owned(),
        "cold moore:2 --count 3000".to_owned(),
        "cold wythoff --count 2e6 --format csv".to_owned(),
        "cold wythoff --count 2e6 --format markdown".to_owned(),
        "cold wythoff --count 2e6 --format latex".to_owned(),
        "cold wythoff --count 2e6 --format bfile --column b".to_owned(),
        "table nim --size 1x1e6 --format csv".to_owned(),
        "table nim --size 1x1e6 --format bfile".to_owned(),
        "table nim --size 1e6x1 --json".to_owned(),
        "table wythoff --size 3000 --format csv".to_owned(),
        format!("solve nim {}", heaps_and("1e9")),
        format!("solve greedy {}", heaps_and("1e9")),
        format!("solve moore:3 {}", heaps_and("1e9")),
    ] {
        let ended = run(&line(&text), "");
        assert_eq!((ended.fault(), ended.code), (None, Some(0)), "{text}: {}", ended.message);
    }
}

#[test]
fn play_with_a_thousand_heaps_begins_and_ends() {
    let heaps = vec!["1000"; 1001].join(",");
    for game in ["nim", "greedy", "moore:2", "grundy", "octal:0.77", "subtraction:1,2,3"] {
        let mut words = line(&format!("play {game} {heaps}"));
        words.extend(["--budget-time", "1"].map(str::to_owned));
        let ended = run(&words, "hint\n1 from 1\nwhy\nquit\n");
        assert_eq!(ended.fault(), None, "{game}");
    }
}

/// A small generator of random numbers (xorshift), the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    /// One time in this many.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

const GAMES: &[&str] = &[
    "nim",
    "moore:1",
    "moore:2",
    "moore:3",
    "moore:1000000",
    "greedy",
    "building:1",
    "building:2",
    "building:3",
    "building:100",
    "subtraction:1,2,3",
    "subtraction:2,4,7",
    "subtraction:1,1000000000",
    "subtraction:5,9223372036854775807",
    "allbut:1",
    "allbut:2,3,4",
    "allbut:1000000000",
    "octal:0.77",
    "octal:0.007",
    "octal:4.7",
    "octal:0.6",
    "grundy",
    "wythoff",
    "wythoff:2",
    "wythoff:9999",
    "wythoff:1e9",
    "wythoff:1e30",
    "r-wythoff",
    "wythoff3:l1",
    "wythoff3:lex",
    "wythoff3:positive",
    "fibonacci",
    "fraenkel:3",
    "fraenkel:4",
];

const COUNTS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "20",
    "100",
    "1000",
    "3000",
    "1e5",
    "1e6",
    "65536",
    "1e9",
    "1e12",
    "9223372036854775807",
    "1e30",
];
const SIZES: &[&str] =
    &["1", "2", "5", "14", "100", "1000", "5000", "30000", "1e5", "1e6", "1e8", "4294967296", "1e12"];
const PILES: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "9",
    "17",
    "29",
    "100",
    "1000",
    "65536",
    "1e6",
    "1e9",
    "1e12",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "1e30",
    "1e1000",
    "1e100000",
];
const METHODS: &[&str] = &[
    "closed-form",
    "algebraic",
    "arithmetic",
    "recursive",
    "stream",
    "mex",
    "lacunae",
    "akiyama-1",
    "akiyama-2",
    "planes",
    "table",
    "search",
];

/// A position of a game, mostly of the right shape.
fn position(game: &str, random: &mut Random) -> String {
    let piles = match game.split(':').next().unwrap_or(game) {
        "wythoff" | "r-wythoff" => 2,
        "wythoff3" => 3,
        "fibonacci" => 1,
        "fraenkel" => game[9..].parse().unwrap_or(3),
        "building" => game[9..].parse().unwrap_or(3),
        _ => [1, 1, 2, 2, 3, 3, 4, 6, 12, 40, 1000][random.below(11)],
    };
    let piles = if random.once_in(30) { piles + 1 } else { piles };
    // Mostly numbers of about the same size, so that each size is met.
    let most = 1 + random.below(PILES.len());
    let numbers: Vec<&str> = (0..piles).map(|_| PILES[most.saturating_sub(1 + random.below(4))]).collect();
    let mut text = numbers.join(",");
    if game.starts_with("building") || (game == "fibonacci" && random.once_in(2)) {
        text = format!("{text}/{}", random.of(PILES));
    }
    text
}

/// A random command line.
fn command(random: &mut Random) -> (Vec<String>, String) {
    let game = random.of(GAMES);
    let mut input = String::new();
    let mut words: Vec<String> = Vec::new();
    let mut push = |texts: &[&str]| words.extend(texts.iter().map(|text| (*text).to_owned()));
    match random.below(14) {
        0..=3 => {
            push(&["cold", game, "--count", random.of(COUNTS)]);
            if random.once_in(3) {
                push(&["--from", random.of(COUNTS)]);
            }
            if random.once_in(3) {
                push(&["--value", random.of(COUNTS)]);
            }
            if random.once_in(3) {
                push(&[
                    "--heaps",
                    random.of(&["0", "1", "2", "4", "5", "8", "16", "17", "1000", "1e9", "9223372036854775807"]),
                ]);
            }
            if random.once_in(3) {
                push(&["--format", random.of(&["csv", "json", "table", "markdown", "latex", "bfile"])]);
            }
            if random.once_in(6) {
                push(&["-o", random.of(&["list.parquet", "list.npy", "list.csv", "list.tex", "b000201.txt"])]);
            }
        }
        4..=6 => {
            let size = match random.below(3) {
                0 => random.of(SIZES).to_owned(),
                1 => format!("{}x{}", random.of(SIZES), random.of(SIZES)),
                _ => format!("{}x{}", random.of(&SIZES[..5]), random.of(SIZES)),
            };
            push(&["table", game, "--size", &size]);
            if random.once_in(4) {
                push(&["--value", random.of(COUNTS)]);
            }
            if random.once_in(2) {
                push(&["--format", random.of(&["csv", "json", "table", "markdown", "latex", "bfile"])]);
            } else if random.once_in(4) {
                push(&["-o", random.of(&["table.parquet", "table.npy", "table.svg", "table.png"])]);
            }
        }
        7..=9 => {
            push(&["solve", game, &position(game, random)]);
            if random.once_in(4) {
                let other = random.of(GAMES);
                push(&["+", other, &position(other, random)]);
            }
            if random.once_in(3) {
                push(&["--explain"]);
            }
            if random.once_in(3) {
                push(&["--json"]);
            }
        }
        10 => {
            push(&["check", game, "--size", random.of(SIZES)]);
            push(&["--heaps", random.of(&["1", "2", "3", "5", "8", "100", "1000000000", "9223372036854775807"])]);
        }
        11 => match random.below(3) {
            0 => push(&["plot", "heat", game, "--size", random.of(SIZES), "-o", random.of(&["a.svg", "a.png"])]),
            1 => push(&["plot", "board", game, "--size", random.of(SIZES), "-o", random.of(&["a.svg", "a.png"])]),
            _ => {
                push(&["plot", "board", game, "--from", &position(game, random), "-o", random.of(&["a.svg", "a.png"])])
            }
        },
        12 => {
            let system = random.of(&["zeckendorf", "p:1", "p:2", "q:3", "q:1e9", "p:1e1000"]);
            let number = random.of(&["0", "1", "17", "1e9", "1e30", "1e1000", "1e20000", "1e999999999"]);
            push(&["represent", system, number]);
        }
        _ => {
            push(&["play", game, &position(game, random), "--level", random.of(&["perfect", "casual", "random"])]);
            if random.once_in(2) {
                push(&["--computer", "first"]);
            }
            for _ in 0..random.below(6) {
                let typed = random.of(&[
                    "hint",
                    "why",
                    "undo",
                    "new",
                    "1 from 1",
                    "3 from 2",
                    "1 from both",
                    "1",
                    "2 from 1",
                    "0,0",
                ]);
                input.push_str(typed);
                input.push('\n');
            }
            input.push_str("quit\n");
        }
    }
    if matches!(words[0].as_str(), "cold" | "solve") && random.once_in(4) {
        words.extend(["--method".to_owned(), random.of(METHODS).to_owned()]);
    }
    if matches!(words[0].as_str(), "cold" | "solve" | "play") && random.once_in(4) {
        words.push("--misere".to_owned());
    }
    if words[0] != "represent" {
        words.extend(BUDGET.map(str::to_owned));
    }
    (words, input)
}

#[test]
fn every_command_ends_by_itself_within_its_limits() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let campaign = number("NIMLAB_CAMPAIGN");
    let count = campaign.unwrap_or(60u64);
    let mut random = Random(number("NIMLAB_SEED").unwrap_or(13u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let commands: Vec<(Vec<String>, String)> = (0..count).map(|_| command(&mut random)).collect();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let faults = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((words, input)) = commands.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let ended = run(words, input);
                    let shown: Vec<String> = words.iter().map(|word| word.chars().take(100).collect()).collect();
                    if campaign.is_some() && ended.seconds > 4.0 {
                        eprintln!("{:.1} s: {}", ended.seconds, shown.join(" "));
                    }
                    if let Some(fault) = ended.fault() {
                        eprintln!("FAULT: {}\n  {fault}", shown.join(" "));
                        faults.lock().unwrap().push(format!("{} {fault}", words.join(" ")));
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {count} commands:\n{}", faults.len(), faults.join("\n"));
}
