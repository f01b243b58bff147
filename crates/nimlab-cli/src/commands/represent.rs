//! `nimlab represent`: a number in Zeckendorf's, the p- or the q-system.

use crate::arguments::RepresentArguments;
use crate::commands::{big, cost};
use crate::output::{Output, aligned, wrapped};
use nimlab::number::{UBig, shown};
use nimlab::numeration::{NamedSystem, Representation, System, zeckendorf};
use nimlab::{Budget, json};
use std::io::Write;
use std::process::ExitCode;

/// Representations longer than this are not drawn with their weights.
const MOST_WEIGHTS: usize = 40;

pub fn run(asked: &RepresentArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let system = NamedSystem::parse(&asked.system)?;
    let number = big(&asked.number)?;
    system.holds(&number)?;
    let budget = cost(&asked.cost)?.started();
    match &system {
        NamedSystem::Zeckendorf => write_zeckendorf(&number, budget, out)?,
        NamedSystem::P(system) => write_digits(system, &number, remark_p, budget, out)?,
        NamedSystem::Q(system) => write_digits(system, &number, remark_q, budget, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_zeckendorf(number: &UBig, budget: Budget, out: &mut Output) -> anyhow::Result<()> {
    let digits = System::p(UBig::ONE).represent_within(number, budget)?;
    let parts = zeckendorf(number);
    if out.json {
        return Ok(out.value(&json::zeckendorf(number, &parts, &digits))?);
    }
    let sum: Vec<String> = parts.iter().map(UBig::to_string).collect();
    let sum = if sum.is_empty() { "0, the empty sum".into() } else { sum.join(" + ") };
    writeln!(out, "{}", wrapped(&format!("{number} = {sum}")))?;
    Ok(())
}

fn write_digits(
    system: &System,
    number: &UBig,
    remark: fn(&System, &UBig, &Representation) -> String,
    budget: Budget,
    out: &mut Output,
) -> anyhow::Result<()> {
    let digits = system.represent_within(number, budget)?;
    if out.json {
        return Ok(out.value(&json::digits(system, number, &digits))?);
    }
    writeln!(out, "{} in the {system}-system is {digits}", shown(number))?;
    let length = digits.digits().len();
    if (1..=MOST_WEIGHTS).contains(&length) {
        let row = |label: &str, numbers: Vec<String>| std::iter::once(label.to_owned()).chain(numbers).collect();
        let weights = system.weights(length).iter().rev().map(UBig::to_string).collect();
        let values = digits.digits().iter().rev().map(UBig::to_string).collect();
        let columns: Vec<usize> = (1..=length).collect();
        write!(out, "{}", aligned(&[row("weight", weights), row("digit", values)], &columns))?;
    }
    if !number.is_zero() {
        writeln!(out, "{}", wrapped(&remark(system, number, &digits)))?;
    }
    Ok(())
}

fn counted(zeros: usize) -> String {
    if zeros == 1 { "1 zero".into() } else { format!("{zeros} zeros") }
}

/// Property 3: what the zeros at the end say of a pile of Wythoff's game.
fn remark_p(system: &System, number: &UBig, digits: &Representation) -> String {
    let zeros = digits.trailing_zeros();
    let (parity, kind) = if zeros.is_multiple_of(2) { ("even", "an A") } else { ("odd", "a B") };
    let a = system.a();
    format!(
        "It ends in {}, an {parity} number, so that {} is {kind} of wythoff:{a} (Thesis-W, property 3).",
        counted(zeros),
        shown(number)
    )
}

/// Property 1: what the q-representation says of the pair of that number.
fn remark_q(system: &System, number: &UBig, digits: &Representation) -> String {
    let zeros = digits.trailing_zeros();
    let p = System::p(system.a().clone());
    let read = p.interpret(digits).unwrap_or_default();
    let (parity, lower) = if zeros.is_multiple_of(2) { ("even", read.clone()) } else { ("odd", &read - UBig::ONE) };
    let a = system.a();
    format!(
        "It ends in {}, an {parity} number, and read in the p:{a}-system it is {}: so A_n = {} for n = {} in wythoff:{a} (Thesis-W, property 1).",
        counted(zeros),
        shown(&read),
        shown(&lower),
        shown(number)
    )
}
