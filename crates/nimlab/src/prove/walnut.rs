//! A theorem for Walnut, which decides formulas about numbers by automata that
//! read the most significant digit first, as ours do.
//!
//! Walnut reads a folder: numeration systems in `Custom Bases` (the valid words,
//! then addition; the order is that of the alphabet), automata in
//! `Automata Library`, and commands in `Command Files`. It has Zeckendorf's
//! system, as `msd_fib`, Tribonacci and all bases itself. Names are n0, n1, …; the
//! numbers of the position come first.

use super::certificate::Automaton;
use super::statement::{Claim, Formula, Simple, Statement};
use crate::automata::Name;
use std::fmt::Write;

impl Statement {
    /// The files of a folder for Walnut, by their paths in it. The commands are
    /// in `Command Files/theorem.txt`, and each of them answers TRUE.
    pub fn walnut(&self) -> Vec<(String, String)> {
        let system = self.system();
        let own = format!("msd_{system}");
        let mut files = Vec::new();
        if !self.is_known_to_walnut() {
            let valid = Automaton::from(self.numbers.valid());
            files.push((format!("Custom Bases/{own}.txt"), self.automaton(&valid, 1, None)));
            files.push((format!("Custom Bases/{own}_addition.txt"), self.automaton(&self.sum, 3, None)));
        }
        let mut library = |name: String, automaton: &Automaton, numbers: usize| {
            files.push((format!("Automata Library/{name}.txt"), self.automaton(automaton, numbers, Some(&own))));
        };
        library("follows".into(), &self.successor, 2);
        for (number, set) in self.sets.iter().enumerate() {
            library(format!("set{number}"), set, self.position.len());
        }
        let commands = self.claims.iter().zip(1..).map(|(claim, number)| command(claim, number, &own));
        files.push(("Command Files/theorem.txt".into(), commands.collect()));
        files.push(("README.txt".into(), self.readme()));
        files
    }

    /// Walnut's name of the numeration system.
    fn system(&self) -> String {
        match self.numbers.name().as_str() {
            "zeckendorf" => "fib".into(),
            "tribonacci" => "trib".into(),
            // Any other character of the name becomes _: words_012_22.
            name => name.strip_prefix("base:").map_or_else(|| plain(name), str::to_owned),
        }
    }

    fn is_known_to_walnut(&self) -> bool {
        let name = self.numbers.name();
        name == "zeckendorf" || name == "tribonacci" || name.starts_with("base:")
    }

    /// An automaton as a text: the alphabet or the system of each number, then
    /// each state, whether it accepts, and its letters as columns of digits.
    fn automaton(&self, automaton: &Automaton, numbers: usize, system: Option<&str>) -> String {
        let digits = self.numbers.digits();
        let alphabet = || {
            let all: Vec<String> = (0..digits).map(|digit| digit.to_string()).collect();
            format!("{{{}}}", all.join(","))
        };
        let head = system.map_or_else(alphabet, str::to_owned);
        let mut text = vec![head; numbers].join(" ") + "\n";
        for (state, (accepts, row)) in automaton.states.iter().enumerate() {
            let _ = writeln!(text, "\n{state} {accepts}");
            for step in row.chunks_exact(2) {
                let mut letter = step[0];
                for _ in 0..numbers {
                    let _ = write!(text, "{} ", letter % digits);
                    letter /= digits;
                }
                let _ = writeln!(text, "-> {}", step[1]);
            }
        }
        text
    }

    fn readme(&self) -> String {
        let mut text = format!("{}.\n\n", self.theorem);
        for (number, name) in self.position.iter().enumerate() {
            let _ = writeln!(text, "n{number} is {name}.");
        }
        let _ = writeln!(
            text,
            "\nCopy the folders over those of Walnut and give it the command\n\n  load theorem.txt;\n\nEvery claim must come out as TRUE:\n"
        );
        for (claim, number) in self.claims.iter().zip(1..) {
            let _ = writeln!(text, "claim{number}  {}", claim.says);
        }
        text
    }
}

/// A name of letters and digits.
fn plain(name: &str) -> String {
    match name.starts_with("words:") {
        true => name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"),
        false => name.replace(':', ""),
    }
}

/// The command that decides a claim.
fn command(claim: &Claim, number: usize, own: &str) -> String {
    let system = if claim.binary { "msd_2" } else { own };
    format!("eval claim{number} \"?{system} A{} {}\":\n", names(&claim.of), formula(&claim.holds))
}

fn names(names: &[Name]) -> String {
    names.iter().map(|name| format!("n{name}")).collect::<Vec<_>>().join(",")
}

fn joined(list: &[Formula], between: &str, nothing: &str) -> String {
    match list {
        [] => nothing.to_owned(),
        _ => format!("({})", list.iter().map(formula).collect::<Vec<_>>().join(between)),
    }
}

fn formula(of: &Formula) -> String {
    match of {
        Formula::Is(relation, list) => simple(relation, list),
        Formula::All(list) => joined(list, " & ", "(0=0)"),
        Formula::Any(list) => joined(list, " | ", "(0=1)"),
        Formula::Not(part) => format!("(~{})", formula(part)),
        Formula::Iff(parts) => format!("({} <=> {})", formula(&parts.0), formula(&parts.1)),
        Formula::Then(parts) => format!("({} => {})", formula(&parts.0), formula(&parts.1)),
        Formula::Some(list, part) => format!("(E{} {})", names(list), formula(part)),
    }
}

fn simple(relation: &Simple, list: &[Name]) -> String {
    match (relation, list) {
        (Simple::Sum, [x, y, z]) => format!("(n{x}+n{y}=n{z})"),
        (Simple::AtMost, [x, y]) => format!("(n{x}<=n{y})"),
        (Simple::Less, [x, y]) => format!("(n{x}<n{y})"),
        (Simple::Equal, [x, y]) => format!("(n{x}=n{y})"),
        (Simple::Constant(c), [x]) => format!("(n{x}={c})"),
        (Simple::Multiple(m), [x]) => format!("(Em n{x}={m}*m)"),
        (Simple::Follows, _) => format!("$follows({})", names(list)),
        (Simple::Set(number), _) => format!("$set{number}({})", names(list)),
        _ => "(0=1)".into(),
    }
}
