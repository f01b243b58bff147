//! What a theorem says about the Grundy value of a position, told to a student.

use super::proved::Theorem;
use crate::explain::{Explanation, formula, number, source, text};
use crate::number::UBig;
use crate::{Answer, Budget, Outcome, Play};

/// Longer numbers are not written out in digits.
const LONGEST: usize = 60;

impl Theorem {
    /// Adds why an answer has its Grundy value, or is at least so large, if this
    /// theorem says so.
    pub(crate) fn explain_value(&self, answer: &Answer, why: &mut Explanation) {
        let known = answer.grundy.as_ref().and_then(|value| u64::try_from(value).ok());
        let known = known.filter(|value| (1..=self.value()).contains(value));
        if answer.play != Play::Normal
            || self.rules.blocked > 0
            || (known.is_none() && answer.grundy_at_least.is_none())
        {
            return;
        }
        let proved = source("a theorem that was proved by machine");
        let digits = self.numbers.title();
        match (known, &answer.grundy_at_least) {
            (Some(value), _) => {
                let states = self.sets[value as usize].states();
                why.say([
                    text("The Grundy value is "),
                    number(value),
                    text(" by "),
                    proved,
                    text(format!(": an automaton of {states} states accepts exactly the positions of this value, and it accepts the {digits} of these piles, read side by side.")),
                ]);
            }
            (None, Some(least)) => {
                why.say([
                    text("The Grundy value is at least "),
                    number(least.clone()),
                    text(" by "),
                    proved,
                    text(format!(": none of the automata of the smaller values accepts the {digits} of these piles.")),
                ]);
            }
            (None, None) => {}
        }
        self.write_digits(answer, why);
    }

    /// Why an answer has its outcome, by this theorem.
    pub(crate) fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        let states = self.sets[0].states();
        let accepts = if answer.outcome == Outcome::P { "accepts" } else { "does not accept" };
        let digits = self.numbers.title();
        why.say([
            text("By "),
            source("a theorem that was proved by machine"),
            text(format!(" an automaton of {states} states accepts exactly the P-positions, and it {accepts} the {digits} of these piles, read side by side.")),
        ]);
        match answer.outcome == Outcome::N && self.value() > 0 {
            true => self.explain_value(answer, &mut why),
            false => self.write_digits(answer, &mut why),
        }
        why
    }

    fn write_digits(&self, answer: &Answer, why: &mut Explanation) {
        let numbers: Vec<&UBig> = answer.position.numbers().iter().collect();
        let words: Option<Vec<Vec<u32>>> =
            numbers.iter().map(|number| self.numbers.word_of(number, Budget::default()).ok()).collect();
        let Some(words) = words else { return };
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        if length > LONGEST {
            return;
        }
        let between = if self.numbers.digits() > 10 { "," } else { "" };
        let written = |(number, word): (&UBig, Vec<u32>)| {
            let digits: Vec<String> = word.iter().map(u32::to_string).collect();
            formula(format!("{number} = {}", digits.join(between)))
        };
        let mut said = vec![text("The digits: ")];
        for (index, number) in numbers.into_iter().zip(words).enumerate() {
            said.extend((index > 0).then(|| text(", ")));
            said.push(written(number));
        }
        said.push(text("."));
        why.say(said);
    }
}
