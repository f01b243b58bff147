//! The language by its definition: an interpreter that walks the tree and
//! tries every value of every variable, with which the compiled rules are
//! compared on random programs.
//!
//! It knows two ways. The *strict* one computes in 64 bits and reads a
//! condition from left to right, and any error counts. The *lenient* one
//! computes exactly, and a condition is decided if any of its parts decides
//! it. The compiled rules must agree with the lenient way, or fail where the
//! strict way fails too.

use super::ast::{Arith, Expr, ExprKind, Id, ParameterValue, Program, Set, VariableRange};
use crate::RuleExt;
use std::collections::{BTreeSet, HashMap};

#[derive(Clone, Copy, PartialEq)]
enum Strictness {
    Strict,
    Lenient,
}

struct Failed;
type Maybe<T> = Result<T, Failed>;
type OptionSet = BTreeSet<Vec<Vec<i64>>>;

struct Naive<'p> {
    program: &'p Program,
    way: Strictness,
    names: HashMap<String, i128>,
    options: OptionSet,
}

/// The options of a position, each as its parts.
fn options(program: &Program, position: &[i64], way: Strictness) -> Maybe<OptionSet> {
    let mut naive = Naive { program, way, names: HashMap::new(), options: OptionSet::new() };
    let state = program.state.as_ref().unwrap();
    for (name, &x) in state.names.iter().zip(position) {
        naive.names.insert(name.text.clone(), x.into());
    }
    for param in &program.params {
        if let ParameterValue::Number(value) = param.value {
            naive.names.insert(param.name.text.clone(), value.into());
        }
    }
    let before = naive.measure()?;
    for number in 0..program.moves.len() {
        naive.choose(number, 0)?;
    }
    for parts in &naive.options.clone() {
        for part in parts {
            let names = naive.names.clone();
            for (name, &x) in state.names.iter().zip(part) {
                naive.names.insert(name.text.clone(), x.into());
            }
            if !program.decreasing.is_empty() && (!naive.is_less(&before)? || before.iter().any(|&x| x < 0)) {
                return Err(Failed);
            }
            naive.names = names;
        }
    }
    Ok(naive.options)
}

impl Naive<'_> {
    fn measure(&self) -> Maybe<Vec<i128>> {
        self.program.decreasing.iter().map(|&id| self.number(id)).collect()
    }

    /// Whether the measure is less: the first number that differs decides.
    fn is_less(&self, before: &[i128]) -> Maybe<bool> {
        if self.way == Strictness::Strict {
            return Ok(self.measure()? < before.to_vec());
        }
        for (&id, &before) in self.program.decreasing.iter().zip(before) {
            let after = self.number(id)?;
            if after != before {
                return Ok(after < before);
            }
        }
        Ok(false)
    }

    fn choose(&mut self, number: usize, depth: usize) -> Maybe<()> {
        let clause = &self.program.moves[number];
        let Some((name, range)) = clause.ranges.get(depth) else { return self.finish(number) };
        let bounds = match range {
            VariableRange::Between(low, high) => self.number(*low).and_then(|low| Ok((low, self.number(*high)?))),
            VariableRange::In(set) => {
                self.members(set).map(|list| (*list.iter().min().unwrap(), *list.iter().max().unwrap()))
            }
        };
        let (low, high) = match bounds {
            Ok(bounds) => bounds,
            // A range that cannot be computed does no harm where a part of the
            // condition that is known already excludes the move.
            Err(Failed)
                if self.way == Strictness::Lenient && clause.condition.map(|id| self.truth(id)) == Some(Ok(false)) =>
            {
                return Ok(());
            }
            Err(Failed) => return Err(Failed),
        };
        for value in low..=high {
            self.names.insert(name.text.clone(), value);
            let member = match range {
                VariableRange::In(set) => self.members(set)?.contains(&value),
                VariableRange::Between(..) => true,
            };
            if member {
                self.choose(number, depth + 1)?;
            }
        }
        self.names.remove(&name.text);
        Ok(())
    }

    fn finish(&mut self, number: usize) -> Maybe<()> {
        let clause = &self.program.moves[number];
        if let Some(condition) = clause.condition
            && !self.truth(condition)?
        {
            return Ok(());
        }
        let state = self.program.state.as_ref().unwrap();
        let sorted = if state.symmetric { state.names.len() - usize::from(state.tail) } else { 0 };
        let mut parts = Vec::new();
        for (tuple, _) in &clause.parts {
            let numbers = tuple.iter().map(|&id| self.number(id)).collect::<Maybe<Vec<i128>>>()?;
            let mut part: Vec<i64> = Vec::new();
            for number in numbers {
                part.push(i64::try_from(number).ok().filter(|&x| x >= 0).ok_or(Failed)?);
            }
            part[..sorted].sort_unstable();
            parts.push(part);
        }
        parts.sort_unstable();
        self.options.insert(parts);
        Ok(())
    }

    fn members(&self, set: &Set) -> Maybe<Vec<i128>> {
        match set {
            Set::Listed(list, _) => list.iter().map(|&id| self.number(id)).collect(),
            Set::Named(name, _) => {
                let param = self.program.params.iter().find(|param| param.name.text == *name).unwrap();
                match &param.value {
                    ParameterValue::Set(list) => Ok(list.iter().map(|&x| x.into()).collect()),
                    ParameterValue::Number(_) => Err(Failed),
                }
            }
        }
    }

    fn fits(&self, number: Option<i128>) -> Maybe<i128> {
        let number = number.ok_or(Failed)?;
        match self.way == Strictness::Strict && i64::try_from(number).is_err() {
            true => Err(Failed),
            false => Ok(number),
        }
    }

    fn number(&self, id: Id) -> Maybe<i128> {
        let Expr { kind, .. } = self.program.expr(id);
        match kind {
            ExprKind::Number(value) => Ok((*value).into()),
            // A variable that is not chosen yet.
            ExprKind::Name(name) => self.names.get(name).copied().ok_or(Failed),
            ExprKind::Negative(a) => self.fits(Some(-self.number(*a)?)),
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(*a)?, self.number(*b)?);
                self.arith(*op, a, b)
            }
            ExprKind::Call(name, _, arguments) if name == "count" => {
                arguments.iter().try_fold(0, |sum, &id| Ok(sum + i128::from(self.truth(id)?)))
            }
            ExprKind::Call(name, _, arguments) => {
                let numbers = arguments.iter().map(|&id| self.number(id)).collect::<Maybe<Vec<i128>>>()?;
                let fold = |op| numbers[1..].iter().try_fold(numbers[0], |a, &b| self.arith(op, a, b));
                match name.as_str() {
                    "min" => fold(Arith::Min),
                    "max" => fold(Arith::Max),
                    "xor" => fold(Arith::Xor),
                    "pow" => fold(Arith::Pow),
                    "gcd" => self.arith(Arith::Gcd, 0, fold(Arith::Gcd)?),
                    _ => self.fits(Some(numbers[0].abs())),
                }
            }
            _ => Err(Failed),
        }
    }

    fn arith(&self, op: Arith, a: i128, b: i128) -> Maybe<i128> {
        let gcd = |mut a: i128, mut b: i128| {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.abs()
        };
        self.fits(match op {
            Arith::Add => a.checked_add(b),
            Arith::Sub => a.checked_sub(b),
            Arith::Mul => a.checked_mul(b),
            Arith::Div | Arith::Mod if b == 0 => None,
            Arith::Div => Some(a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
            Arith::Mod => Some(a - b * self.arith(Arith::Div, a, b)?),
            Arith::Min => Some(a.min(b)),
            Arith::Max => Some(a.max(b)),
            Arith::Gcd => Some(gcd(a, b)),
            Arith::Xor => Some(a ^ b),
            Arith::Pow => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        })
    }

    fn truth(&self, id: Id) -> Maybe<bool> {
        let Expr { kind, .. } = self.program.expr(id);
        match kind {
            ExprKind::Compare(cmp, a, b) => Ok(cmp.holds(self.number(*a)?, self.number(*b)?)),
            ExprKind::Not(a) => Ok(!self.truth(*a)?),
            ExprKind::And(list) => self.decided(list, false),
            ExprKind::Or(list) => self.decided(list, true),
            ExprKind::In(a, set) => {
                let number = self.number(*a)?;
                Ok(self.members(set)?.contains(&number))
            }
            ExprKind::Call(name, _, arguments) => {
                let numbers = arguments.iter().map(|&id| self.number(id)).collect::<Maybe<Vec<i128>>>()?;
                Ok(match name.as_str() {
                    "prime" => numbers[0] >= 2 && (2..numbers[0]).all(|d| numbers[0] % d != 0),
                    _ => {
                        if numbers[0] == 0 {
                            numbers[1] == 0
                        } else {
                            numbers[1] % numbers[0] == 0
                        }
                    }
                })
            }
            _ => Err(Failed),
        }
    }

    /// Whether one of a list has the deciding truth, or all have the other.
    fn decided(&self, list: &[Id], deciding: bool) -> Maybe<bool> {
        let mut failed = false;
        for &id in list {
            match self.truth(id) {
                Ok(truth) if truth == deciding => return Ok(deciding),
                Ok(_) => {}
                Err(Failed) if self.way == Strictness::Strict => return Err(Failed),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(!deciding) }
    }
}

impl PartialEq for Failed {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

mod tests {
    use super::*;
    use crate::Game;
    use crate::rules::{compile, parse::parse};
    use crate::solve::Search;
    use crate::{Budget, Values};
    use proptest::prelude::*;

    /// An expression that is a number, in the names given.
    fn number(names: Vec<&'static str>) -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            4 => prop::sample::select(names.clone()).prop_map(str::to_owned),
            2 => (0i64..5).prop_map(|n| n.to_string()),
            1 => prop::sample::select(vec!["4000000000", "9223372036854775807"]).prop_map(str::to_owned),
        ];
        leaf.prop_recursive(3, 12, 2, move |inner| {
            let pair = (inner.clone(), inner.clone());
            prop_oneof![
                (pair.clone(), prop::sample::select(vec!["+", "-", "*", "/", "mod"]))
                    .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
                (pair.clone(), prop::sample::select(vec!["min", "max", "gcd", "xor"]))
                    .prop_map(|((a, b), f)| format!("{f}({a}, {b})")),
                inner.clone().prop_map(|a| format!("abs({a})")),
                inner.clone().prop_map(|a| format!("-({a})")),
                inner.prop_map(|a| format!("pow(2, {a} mod 5)")),
            ]
        })
    }

    /// A condition in the names given.
    fn condition(names: Vec<&'static str>) -> impl Strategy<Value = String> {
        let n = number(names.clone()).boxed();
        let linear =
            prop::collection::vec((prop::sample::select(vec!["+", "-"]), 0i64..4, prop::sample::select(names)), 1..4)
                .prop_map(|terms| {
                    let terms: Vec<String> = terms.iter().map(|(sign, c, name)| format!("{sign} {c}*{name}")).collect();
                    format!("0 {}", terms.join(" "))
                })
                .boxed();
        let cmp = prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
        let leaf = prop_oneof![
            4 => (linear.clone(), cmp.clone(), linear.clone()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
            2 => (linear.clone(), linear.clone(), cmp.clone()).prop_map(|(a, b, c)| format!("({a}) * ({b}) {c} 0")),
            2 => (linear.clone(), linear.clone(), cmp.clone()).prop_map(|(a, b, c)| format!("abs({a}) {c} {b}")),
            1 => (linear.clone(), linear.clone(), cmp.clone()).prop_map(|(a, b, c)| format!("max({a}, {b}) {c} 2")),
            1 => (linear.clone(), linear.clone(), cmp.clone()).prop_map(|(a, b, c)| format!("3 {c} min({a}, {b})")),
            1 => (linear.clone(), linear.clone(), 0..3, cmp.clone())
                .prop_map(|(a, b, n, c)| format!("count({a} > 0, {b} = 1, {a} < {b}) {c} {n}")),
            2 => (n.clone(), cmp, n.clone()).prop_map(|(a, c, b)| format!("{a} {c} {b}")),
            1 => n.clone().prop_map(|a| format!("{a} in {{0, 2, 3, 7}}")),
            1 => n.clone().prop_map(|a| format!("prime({a} mod 50)")),
            1 => (n.clone(), n).prop_map(|(a, b)| format!("divides({a}, {b})")),
            1 => (linear.clone(), linear).prop_map(|(a, b)| format!("0 <= {a} < {b}")),
        ];
        leaf.prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 2..4).prop_map(|list| format!("({})", list.join(" and "))),
                prop::collection::vec(inner.clone(), 2..4).prop_map(|list| format!("({})", list.join(" or "))),
                inner.prop_map(|a| format!("not ({a})")),
            ]
        })
    }

    fn any_program() -> impl Strategy<Value = String> {
        let names = vec!["x", "y", "k", "l"];
        let target = prop_oneof![
            4 => Just("x - k".to_owned()),
            2 => Just("y + k - l".to_owned()),
            2 => number(names.clone()).prop_map(|e| format!("max(0, min(9, {e}))")),
            2 => number(names.clone()).prop_map(|e| format!("abs({e}) mod 9")),
            1 => number(names.clone()),
        ]
        .boxed();
        let high = prop_oneof![
            3 => Just("x".to_owned()),
            1 => Just("3".to_owned()),
            1 => number(vec!["x", "y"]).prop_map(|e| format!("({e}) mod 7")),
        ];
        let symmetric = prop::sample::select(vec!["", " symmetric"]);
        let decreasing = prop_oneof![
            3 => Just(String::new()),
            1 => Just("decreasing x + y".to_owned()),
            1 => number(vec!["x", "y"]).prop_map(|e| format!("decreasing x + y, {e}")),
        ];
        let parts = prop::collection::vec((target.clone(), target), 1..3).prop_map(|parts| {
            let parts: Vec<String> = parts.iter().map(|(a, b)| format!("({a}, {b})")).collect();
            parts.join(" + ")
        });
        (symmetric, high, condition(names), parts, decreasing).prop_map(
            |(symmetric, high, condition, parts, decreasing)| {
                format!(
                    "state x, y{symmetric}\n{decreasing}\nmove k in 0..{high}, l in -1..y where {condition}\n-> {parts}"
                )
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1500))]

        #[test]
        fn compiled_rules_agree_with_the_naive_interpreter(source in any_program()) {
            let program = parse(&source).unwrap();
            // A division by a constant zero is refused at once.
            let Ok(game) = compile(&source) else { return Ok(()) };
            for x in 0..4i64 {
                for y in 0..4i64 {
                    let position = if source.contains("symmetric") { [x.min(y), x.max(y)] } else { [x, y] };
                    let found = (&game as &dyn Game).option_list(&position.map(|x| x as u64));
                    let lenient = options(&program, &position, Strictness::Lenient);
                    match (found, lenient) {
                        (Ok(found), Ok(expected)) => {
                            let expected: Vec<Vec<u64>> = expected
                                .iter()
                                .map(|parts| parts.concat().iter().map(|&x| x as u64).collect())
                                .collect::<BTreeSet<Vec<u64>>>()
                                .into_iter()
                                .collect();
                            prop_assert_eq!(found, expected, "{:?} of\n{}", position, source);
                        }
                        (Err(_), Err(Failed)) => {}
                        (Err(error), Ok(_)) => {
                            let strict = options(&program, &position, Strictness::Strict);
                            prop_assert!(strict.is_err(), "{:?} of\n{}\nfails: {}", position, source, error);
                        }
                        (Ok(found), Err(Failed)) => {
                            prop_assert!(false, "{:?} of\n{}\nshould fail, but gives {:?}", position, source, found);
                        }
                    }
                }
            }
        }
    }

    /// Rules of taking away, whose games end.
    fn taking() -> impl Strategy<Value = String> {
        let clause = |piles: usize| {
            let names: Vec<&'static str> = if piles == 1 { vec!["k"] } else { vec!["k", "l"] };
            let seen: Vec<&'static str> = if piles == 1 { vec!["k", "x"] } else { vec!["k", "l", "x", "y"] };
            let condition = prop_oneof![2 => condition(names).boxed(), 1 => condition(seen).boxed()];
            let split = prop::sample::select(vec!["", " + (k)", " + (x / 2)"]);
            let bound = prop::sample::select(vec!["x", "3", "min(x, 4)"]);
            (condition, split, bound).prop_map(move |(condition, split, bound)| match piles {
                1 if split.is_empty() => format!("move k in 1..{bound} where k <= x and {condition} -> (x - k)"),
                1 => format!("move k in 1..x - 1 where {condition} -> (x - k){split}"),
                _ => format!("move k in 0..x, l in 0..y where k + l > 0 and {condition} -> (x - k, y - l)"),
            })
        };
        (1usize..=2, prop::sample::select(vec!["", " symmetric"])).prop_flat_map(move |(piles, symmetric)| {
            let state = if piles == 1 { "state x".to_owned() } else { format!("state x, y{symmetric}") };
            prop::collection::vec(clause(piles), 1..3).prop_map(move |moves| format!("{state}\n{}", moves.join("\n")))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn dense_tables_agree_with_search(source in taking()) {
            let Ok(game) = compile(&source) else { return Ok(()) };
            let side = if game.state().len() == 1 { 40 } else { 9 };
            let corner = vec![side; game.state().len()];
            let positions = all(&corner, source.contains("symmetric"));
            let mut search = Search::for_values(&game, Budget::default());
            let Some(mut dense) = game.dense_values(&corner, Budget::default()) else {
                // The rules fail somewhere in the box, or a part is not less.
                prop_assert!(positions.into_iter().any(|position| search.value(&position).is_err()), "{}", source);
                return Ok(());
            };
            for position in positions {
                let Ok(expected) = search.value(&position) else {
                    prop_assert!(false, "search fails, the table does not:\n{}", source);
                    continue;
                };
                prop_assert_eq!(dense.value(&position).unwrap(), expected, "{:?} of\n{}", position, source);
            }
        }
    }

    /// All canonical positions up to a corner.
    fn all(corner: &[u64], sorted: bool) -> Vec<Vec<u64>> {
        match corner {
            [x] => (0..=*x).map(|x| vec![x]).collect(),
            [x, y] => (0..=*x).flat_map(|x| (if sorted { x } else { 0 }..=*y).map(move |y| vec![x, y])).collect(),
            _ => Vec::new(),
        }
    }
}
