//! Any text as a certificate, checked with a tiny budget: what is confirmed
//! holds far beyond its range by the rule of the game, what is read is written
//! and read back, and no message holds a control character.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::sequence::{PeriodCertificate, PeriodVerdict, verify};
use nimlab::solve::row::{RowCertificate, verify_row};
use nimlab::{Budget, Error, catalogue, text};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

fuzz_target!(|text: &str| {
    // 1e1000000 is a number of a set, but it takes seconds.
    if text.contains(['e', 'E']) && text.contains("00000") {
        return;
    }
    let budget = Budget::default().in_bytes(1 << 20).within(Duration::from_millis(200));
    match RowCertificate::from_json(text) {
        Ok(claimed) => {
            assert_eq!(RowCertificate::from_json(&claimed.to_json().unwrap()).unwrap(), claimed);
            check_message(verify_row(&claimed, budget));
        }
        Err(error) => check_message(Err(error)),
    }
    match PeriodCertificate::from_json(text) {
        Ok(claimed) => {
            let verdict = verify(&claimed, budget);
            if verdict == Ok(PeriodVerdict::Proved) {
                assert_eq!(PeriodCertificate::from_json(&claimed.to_json().unwrap()).unwrap(), claimed);
                check_claim(&claimed);
            }
            check_message(verdict);
        }
        Err(error) => check_message(Err(error)),
    }
});

fn check_message(verdict: Result<PeriodVerdict, Error>) {
    let message = match verdict {
        Ok(PeriodVerdict::Proved) => return,
        Ok(PeriodVerdict::Rejected(reason)) => reason,
        Err(error) => error.to_string(),
    };
    assert!((1..2000).contains(&message.chars().count()), "{message}");
    assert_eq!(text::visible_lines(&message), message);
}

/// G(n + p) = G(n) + s, three times as far as the certificate looked.
fn check_claim(claimed: &PeriodCertificate) {
    let rule = catalogue::heap_rule(&claimed.game).unwrap();
    let far = (3 * claimed.last + 10).min(1500);
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..far {
        let mut reached = BTreeSet::new();
        let _ = rule.options(heap, &mut |left| {
            reached.insert(left.heaps().fold(0, |sum, heap| sum ^ values[heap as usize]));
            ControlFlow::Continue(())
        });
        values.push((0..).find(|value| !reached.contains(value)).unwrap());
    }
    let (l, p, s) = (claimed.preperiod, claimed.period, claimed.saltus);
    for n in l..far.saturating_sub(p) {
        assert_eq!(values[(n + p) as usize], values[n as usize] + s, "{claimed:?}");
    }
}
