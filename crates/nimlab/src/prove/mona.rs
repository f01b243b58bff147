//! A theorem for MONA, which decides WS1S, the logic of finite sets of positions.
//!
//! A number is a set for each bit of its digits: position 0 is the last digit. An
//! automaton reads the first digit first. That it accepts is said by a run, whose states
//! are written in binary too: the state at position p is the one to which the state at
//! p + 1 and the digits at p lead. The start has code 0 and stays there on
//! zeros, so that runs are finite sets as well.

use super::certificate::Automaton;
use super::statement::{Claim, Formula, Simple, Statement};
use crate::automata::Name;
use std::fmt::Write;

impl Statement {
    /// The text of a file for MONA, which answers `Formula is valid`.
    ///
    /// ```
    /// use nimlab::prove::{Found, Goal, Statement, Subject, prove};
    /// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
    /// let subject = Subject::named("wythoff", None)?;
    /// let Found::Proved(proved) = prove(&subject, &goal, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
    /// let (_, certificate) = *proved;
    /// assert!(Statement::new(&subject, &certificate)?.mona().contains("pred less"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn mona(&self) -> String {
        let mona = Mona { statement: self, bits: bits(self.numbers.digits() as usize) };
        mona.text()
    }
}

/// How many bits tell this many things apart.
fn bits(things: usize) -> u32 {
    things.saturating_sub(1).checked_ilog2().map_or(1, |bits| bits + 1)
}

struct Mona<'s> {
    statement: &'s Statement,
    /// The bits of a digit.
    bits: u32,
}

/// That position p has this code in the sets.
fn code(value: u32, sets: &[String], p: &str) -> String {
    let bit = |(place, set): (usize, &String)| {
        let word = if value >> place & 1 == 1 { "in" } else { "notin" };
        format!("{p} {word} {set}")
    };
    sets.iter().enumerate().map(bit).collect::<Vec<_>>().join(" & ")
}

fn listed(list: &[String], between: &str, nothing: &str) -> String {
    match list {
        [] => nothing.to_owned(),
        [one] => one.clone(),
        _ => format!("({})", list.join(between)),
    }
}

impl Mona<'_> {
    fn text(&self) -> String {
        let numbers = &self.statement.numbers;
        let mut text = String::from("ws1s;\n");
        for line in self.statement.theorem.lines() {
            let _ = writeln!(text, "# {line}.");
        }
        let _ = writeln!(text, "# Written by nimlab; `mona FILE` answers 'Formula is valid'.\n");
        text.push_str(BINARY);
        let _ =
            writeln!(text, "\n# Numbers in {}: a set for each bit of a digit, the last digit at 0.", numbers.name());
        text.push_str(&self.order());
        text.push_str(&self.run("number", 1, &Automaton::from(numbers.valid())));
        text.push_str(&self.run("follows", 2, &self.statement.successor));
        text.push_str(&self.run("plus", 3, &self.statement.sum));
        for (m, automaton) in &self.statement.multiples {
            text.push_str(&self.run(&format!("multiple{m}"), 1, automaton));
        }
        text.push_str("\n# The positions.\n");
        for (number, set) in self.statement.sets.iter().enumerate() {
            text.push_str(&self.run(&format!("set{number}"), self.statement.position.len(), set));
        }
        let position: Vec<Name> = (0..self.statement.position.len() as Name).collect();
        let _ = writeln!(text, "\n# What is claimed.\nvar2 {};", self.tracks(&position, false));
        for claim in &self.statement.claims {
            let _ = writeln!(text, "\n# {}\n{};", claim.says, self.claim(claim, &position));
        }
        text
    }

    /// The order of numbers, and equality: the first digit that differs decides.
    fn order(&self) -> String {
        let (x, y) = (self.formal(0), self.formal(1));
        let digits = self.statement.numbers.digits();
        let mut less = Vec::new();
        for large in 1..digits {
            let small: Vec<String> = (0..large).map(|digit| format!("({})", code(digit, &x, "p"))).collect();
            less.push(format!("({} & {})", code(large, &y, "p"), listed(&small, " | ", "false")));
        }
        let same: Vec<String> = x.iter().zip(&y).map(|(x, y)| format!("(q in {x} <=> q in {y})")).collect();
        let equal: Vec<String> = x.iter().zip(&y).map(|(x, y)| format!("{x} = {y}")).collect();
        let of = self.formals(2);
        let (x, y) = (x.join(", "), y.join(", "));
        format!(
            "pred less(var2 {of}) = ex1 p: {} & (all1 q: q > p => {});\npred equal(var2 {of}) = {};\npred atmost(var2 {of}) = less({x}, {y}) | equal({x}, {y});\n",
            listed(&less, " | ", "false"),
            listed(&same, " & ", "true"),
            equal.join(" & "),
        )
    }

    /// The sets of a number of a predicate.
    fn formal(&self, number: usize) -> Vec<String> {
        (0..self.bits).map(|bit| format!("n{number}${bit}")).collect()
    }

    fn formals(&self, numbers: usize) -> String {
        (0..numbers).flat_map(|number| self.formal(number)).collect::<Vec<_>>().join(", ")
    }

    /// The predicate that an automaton accepts.
    fn run(&self, name: &str, numbers: usize, automaton: &Automaton) -> String {
        let states: Vec<String> = (0..bits(automaton.states.len())).map(|bit| format!("run${bit}")).collect();
        let digits = self.statement.numbers.digits();
        let formals: Vec<Vec<String>> = (0..numbers).map(|number| self.formal(number)).collect();
        let letter = |mut letter: u32| {
            let column = formals.iter().map(|sets| {
                let digit = letter % digits;
                letter /= digits;
                code(digit, sets, "p")
            });
            format!("({})", column.collect::<Vec<_>>().join(" & "))
        };
        let mut from = Vec::new();
        for (state, (_, row)) in (0u32..).zip(&automaton.states) {
            let steps: Vec<(u32, u32)> = row.chunks_exact(2).map(|step| (step[0], step[1])).collect();
            let mut targets: Vec<u32> = steps.iter().map(|step| step.1).collect();
            targets.sort_unstable();
            targets.dedup();
            let to = targets.iter().map(|&target| {
                let letters: Vec<String> =
                    steps.iter().filter(|step| step.1 == target).map(|step| letter(step.0)).collect();
                format!("({} & {})", code(target, &states, "p"), listed(&letters, " | ", "false"))
            });
            let to = listed(&to.collect::<Vec<_>>(), " |\n     ", "false");
            from.push(format!("({} &\n     {to})", code(state, &states, "p+1")));
        }
        let accepting = (0u32..).zip(&automaton.states).filter(|(_, (accepts, _))| *accepts == 1);
        let accepting: Vec<String> = accepting.map(|(state, _)| format!("({})", code(state, &states, "0"))).collect();
        format!(
            "pred {name}(var2 {}) = ex2 {}:\n  (all1 p:\n    {}) &\n  {};\n",
            self.formals(numbers),
            states.join(", "),
            listed(&from, " |\n    ", "false"),
            listed(&accepting, " | ", "false"),
        )
    }

    /// The sets of names.
    fn tracks(&self, names: &[Name], binary: bool) -> String {
        let tracks = names.iter().flat_map(|&name| self.track(name, binary));
        tracks.collect::<Vec<_>>().join(", ")
    }

    fn track(&self, name: Name, binary: bool) -> Vec<String> {
        let own = self.statement.position.get(name as usize).map_or_else(|| format!("${name}"), String::clone);
        (0..if binary { 1 } else { self.bits }).map(|bit| format!("{own}${bit}")).collect()
    }

    /// A claim; one about all positions has them as its free variables, so that
    /// MONA shows a position where it fails.
    fn claim(&self, claim: &Claim, position: &[Name]) -> String {
        let formula = self.formula(&claim.holds, claim.binary);
        let of = &claim.of;
        match claim.binary {
            true => format!("all2 {}: {formula}", self.tracks(of, true)),
            false if of == position && matches!(claim.holds, Formula::Iff(_) | Formula::Then(_)) => {
                format!("{} => {formula}", self.numbers(of))
            }
            false => format!("all2 {}: {} => {formula}", self.tracks(of, false), self.numbers(of)),
        }
    }

    /// That names are numbers.
    fn numbers(&self, names: &[Name]) -> String {
        let each: Vec<String> = names.iter().map(|&name| format!("number({})", self.tracks(&[name], false))).collect();
        listed(&each, " & ", "true")
    }

    fn formula(&self, formula: &Formula, binary: bool) -> String {
        let each = |list: &[Formula]| list.iter().map(|part| self.formula(part, binary)).collect::<Vec<_>>();
        match formula {
            Formula::Is(relation, names) => self.relation(relation, names, binary),
            Formula::All(list) => listed(&each(list), " & ", "true"),
            Formula::Any(list) => listed(&each(list), " | ", "false"),
            Formula::Not(part) => format!("~{}", self.closed(part, binary)),
            Formula::Iff(parts) => {
                format!("({} <=> {})", self.closed(&parts.0, binary), self.closed(&parts.1, binary))
            }
            Formula::Then(parts) => {
                format!("({} => {})", self.closed(&parts.0, binary), self.closed(&parts.1, binary))
            }
            Formula::Some(names, part) => {
                let body = self.formula(part, binary);
                let tracks = self.tracks(names, binary);
                match binary {
                    true => format!("(ex2 {tracks}: {body})"),
                    false => format!("(ex2 {tracks}: {} & {body})", self.numbers(names)),
                }
            }
        }
    }

    /// A formula that can stand beside an operator.
    fn closed(&self, formula: &Formula, binary: bool) -> String {
        let text = self.formula(formula, binary);
        if text.starts_with('(') { text } else { format!("({text})") }
    }

    fn relation(&self, relation: &Simple, names: &[Name], binary: bool) -> String {
        let tracks = self.tracks(names, binary);
        let own = if binary { "2" } else { "" };
        match relation {
            Simple::Sum => format!("plus{own}({tracks})"),
            Simple::AtMost => format!("atmost{own}({tracks})"),
            Simple::Less => format!("less{own}({tracks})"),
            Simple::Equal => format!("equal{own}({tracks})"),
            Simple::Follows => format!("follows({tracks})"),
            Simple::Multiple(m) => format!("multiple{m}({tracks})"),
            Simple::Set(number) => format!("set{number}({tracks})"),
            Simple::Constant(c) => {
                let name = names.first().copied().unwrap_or(0);
                self.constant(*c, &self.track(name, binary), binary)
            }
        }
    }

    /// That a number is c: where the bits of its digits are.
    fn constant(&self, c: u64, sets: &[String], binary: bool) -> String {
        let word = match binary {
            true => (0..64 - c.leading_zeros()).rev().map(|bit| (c >> bit & 1) as u32).collect(),
            false => self.statement.numbers.word(c.into(), 0).unwrap_or_default(),
        };
        let set = |(bit, set): (usize, &String)| {
            let places = word.iter().rev().enumerate().filter(|(_, digit)| **digit >> bit & 1 == 1);
            let places: Vec<String> = places.map(|(place, _)| place.to_string()).collect();
            let value = if places.is_empty() { "empty".to_owned() } else { format!("{{{}}}", places.join(", ")) };
            format!("{set} = {value}")
        };
        listed(&sets.iter().enumerate().map(set).collect::<Vec<_>>(), " & ", "true")
    }
}

/// Numbers in binary: a number is the set of its ones.
const BINARY: &str = "# Binary: a number is the set of the places of its ones.
pred plus2(var2 x, y, z) = ex2 carry: 0 notin carry & (all1 p:
  (p in z <=> (p in x <=> (p in y <=> p in carry))) &
  (p+1 in carry <=> ((p in x & p in y) | (p in x & p in carry) | (p in y & p in carry))));
pred less2(var2 x, y) = ex1 p: p notin x & p in y & (all1 q: q > p => (q in x <=> q in y));
pred equal2(var2 x, y) = x = y;
pred atmost2(var2 x, y) = less2(x, y) | equal2(x, y);
";
