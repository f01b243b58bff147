//! Certificates of heap games and of rows: what is written is confirmed, what
//! is altered is not, and nothing that stands in one can do any harm.

use nimlab::sequence::{Period, PeriodCertificate, PeriodVerdict, Sequence, verify};
use nimlab::solve::row;
use nimlab::{Budget, Cancel, Error, Limit, PairMoves, catalogue};
use std::sync::Arc;
use std::time::Duration;

fn period(name: &str) -> Arc<Period> {
    let mut sequence = Sequence::new(catalogue::heap_rule(name).unwrap());
    sequence.prove(10_000_000).unwrap().unwrap_or_else(|| panic!("{name}: nothing proved"))
}

fn row_certificate(a: u64, row: u64) -> row::RowCertificate {
    let answer = row::row_period(PairMoves::Band { width: a }, row, 10_000, Budget::default(), &|_, _| ()).unwrap();
    let row::RowAnswer::Proved(period) = answer else { panic!("wythoff:{a}, row {row}: nothing proved") };
    row::RowCertificate::of(&format!("wythoff:{a}"), &period)
}

#[test]
fn certificates_are_confirmed_and_every_altered_number_is_rejected() {
    for name in [
        "subtraction:2,4,7",
        "subtraction:3,6",
        "subtraction:1",
        "subtraction:1,2,4,...",
        "allbut:2,3,4",
        "allbut:1,5,7",
        "octal:0.77",
        "octal:0.3",
        "octal:4.1",
        "octal:0.137",
    ] {
        let text = PeriodCertificate::of(&period(name)).unwrap().to_json().unwrap();
        let certificate = PeriodCertificate::from_json(&text).unwrap();
        assert_eq!(verify(&certificate, Budget::default()).unwrap(), PeriodVerdict::Proved, "{name}");
        let claim = text.find("\"claim\"").unwrap();
        let mut altered = 0;
        for (at, byte) in text.bytes().enumerate().skip(claim) {
            // Numbers in words (names and statements) are compared as a whole.
            if !byte.is_ascii_digit() {
                continue;
            }
            for digit in b'0'..=b'9' {
                let mut changed = text.clone().into_bytes();
                changed[at] = digit;
                if digit == byte || changed == text.as_bytes() {
                    continue;
                }
                let changed = String::from_utf8(changed).unwrap();
                let accepted = PeriodCertificate::from_json(&changed).is_ok_and(|certificate| {
                    matches!(verify(&certificate, Budget::default()), Ok(PeriodVerdict::Proved))
                });
                assert!(!accepted, "{name}: {changed}");
                altered += 1;
            }
        }
        assert!(altered > 30);
    }
}

#[test]
fn periods_that_are_right_but_not_least_are_rejected() {
    for name in ["subtraction:2,4,7", "allbut:2,3,4", "octal:0.77"] {
        let period = period(name);
        let (l, p, s) = (period.preperiod, period.period, period.saltus);
        let honest = PeriodCertificate::of(&period).unwrap();
        for (l, p, s) in [(l, 2 * p, 2 * s), (l + 1, p, s), (l + p, p, s), (l, 3 * p, 3 * s)] {
            let values = period.first_values((l + p) as usize).into_iter().map(u64::from).collect();
            let last = period.theorem.values_needed(&period.rule, l, p).unwrap() - 1;
            let claimed = PeriodCertificate { preperiod: l, period: p, saltus: s, values, last, ..honest.clone() };
            let PeriodVerdict::Rejected(reason) = verify(&claimed, Budget::default()).unwrap() else {
                panic!("{name} ({l}, {p})")
            };
            assert!(reason.contains("not the least"), "{reason}");
        }
    }
}

#[test]
fn certificates_with_a_field_twice_are_refused() {
    let period = period("subtraction:2,4,7");
    let text = PeriodCertificate::of(&period).unwrap().to_json().unwrap();
    let twice = [
        (r#""period":3"#, r#""period":999,"period":3"#),
        (r#""game":"#, r#""game":"octal:0.156" , "game" :"#),
        (r#""theorem":"#, r#""th\u0065orem":"x","theorem":"#),
    ];
    for (once, twice) in twice {
        let altered = text.replacen(once, twice, 1);
        assert_ne!(altered, text);
        assert!(
            PeriodCertificate::from_json(&altered).unwrap_err().to_string().contains("duplicate field"),
            "{altered}"
        );
    }
}

#[test]
fn truncated_and_foreign_certificates_are_refused() {
    let text = PeriodCertificate::of(&period("subtraction:2,4,7")).unwrap().to_json().unwrap();
    for end in 0..text.trim_end().len() {
        if text.is_char_boundary(end) {
            assert!(PeriodCertificate::from_json(&text[..end]).is_err(), "{end}");
        }
    }
    assert!(PeriodCertificate::from_json(&text.replace("period 1", "period 2")).is_err());
    assert!(PeriodCertificate::from_json(&text.replacen("{", "{\"extra\":1,", 1)).is_err());
    let other = PeriodCertificate::from_json(&text.replace("2,4,7\"", "2,4,8\"")).unwrap();
    assert!(matches!(verify(&other, Budget::default()).unwrap(), PeriodVerdict::Rejected(_)));
    let unknown = PeriodCertificate::from_json(&text.replace("subtraction:2,4,7", "wythoff")).unwrap();
    assert!(verify(&unknown, Budget::default()).is_err());
    let endless = PeriodCertificate::from_json(&text.replace("subtraction:2,4,7", "grundy")).unwrap();
    assert!(matches!(verify(&endless, Budget::default()).unwrap(), PeriodVerdict::Rejected(_)));
}

/// A certificate whose check needs many values, though it is short.
fn far_reaching() -> PeriodCertificate {
    PeriodCertificate {
        game: "subtraction:1,1073000000".into(),
        preperiod: 0,
        period: 2,
        saltus: 0,
        values: vec![0, 1],
        theorem: "subtraction-window".into(),
        first: 0,
        last: 1_073_000_001,
    }
}

#[test]
fn a_check_keeps_to_its_memory_and_its_time() {
    let limit = |checked: Result<PeriodVerdict, Error>| match checked {
        Err(Error::OverBudget { limit, .. }) => limit,
        other => panic!("{other:?}"),
    };
    let small = Budget::default().in_bytes(1 << 20);
    assert_eq!(limit(verify(&far_reaching(), small)), Limit::Memory(1 << 20));
    let short = Budget::default().within(Duration::from_millis(1));
    assert!(matches!(limit(verify(&far_reaching(), short)), Limit::Time(_)));
    let cancel = Cancel::new();
    cancel.cancel();
    let cancelled = Budget::default().cancelled_by(&cancel);
    assert_eq!(limit(verify(&far_reaching(), cancelled)), Limit::Cancelled);
    // A claim that is soon seen to be false needs no memory for its range.
    let soon_false = PeriodCertificate { values: vec![0, 2], ..far_reaching() };
    assert!(matches!(verify(&soon_false, small).unwrap(), PeriodVerdict::Rejected(_)));
    let beyond = PeriodCertificate { game: "subtraction:1,2000000000".into(), last: 2_000_000_001, ..far_reaching() };
    assert!(matches!(verify(&beyond, small), Err(Error::TooLarge { .. })));

    let claimed = row::RowCertificate { state: 1_000_000, ..row_certificate(2, 4) };
    assert_eq!(limit(row::verify_row(&claimed, small)), Limit::Memory(1 << 20));
    assert!(matches!(limit(row::verify_row(&claimed, short)), Limit::Time(_)));
    assert_eq!(limit(row::verify_row(&claimed, cancelled)), Limit::Cancelled);
}

#[test]
fn the_search_for_the_period_of_a_row_keeps_to_its_memory_and_its_time() {
    let cancel = Cancel::new();
    cancel.cancel();
    let budgets = [
        Budget::default().in_bytes(1 << 20),
        Budget::default().within(Duration::from_millis(20)),
        Budget::default().cancelled_by(&cancel),
    ];
    for budget in budgets {
        for (a, row) in [(9, 1718), (4000, 4000), (1, 400)] {
            let answer = row::row_period(PairMoves::Band { width: a }, row, 1_000_000, budget, &|_, _| ());
            assert!(matches!(answer, Err(Error::OverBudget { .. })), "{answer:?}");
        }
    }
}

#[test]
fn a_certificate_with_an_earlier_wording_of_its_theorem_is_confirmed() {
    let text = r#"{"certificate":"nimlab row period 1","game":"wythoff","row":1,"claim":{"preperiod":0,"period":3,"saltus":3,"values":[1,2,0]},"theorem":"row-state","statement":"Let S(b) be, for the rows 0 to r, the values used before column b and those of the cells from which column b is reached diagonally, all less b. If S(c + P) = S(c), c behind the reach of the edge, then G(i, b + P) = G(i, b) + P for all i <= r and b >= c.","state":{"column":1,"returns_after":3}}"#;
    let old = row::RowCertificate::from_json(text).unwrap();
    let new = row::RowCertificate { game: "wythoff".into(), ..row_certificate(1, 1) };
    assert_eq!(old, new);
    assert_eq!(row::verify_row(&old, Budget::default()).unwrap(), PeriodVerdict::Proved);
    assert!(new.to_json().unwrap().contains("does not have before column b"));
    assert!(row::RowCertificate::from_json(&text.replace("used before", "used after")).is_err());
}

#[test]
fn a_certificate_too_long_to_be_read_is_not_written() {
    let long = PeriodCertificate { values: vec![u64::MAX; PeriodCertificate::MOST_BYTES / 20], ..far_reaching() };
    assert!(matches!(long.to_json(), Err(Error::TooLarge { .. })));
    let spaces = " ".repeat(PeriodCertificate::MOST_BYTES + 1);
    assert!(matches!(PeriodCertificate::from_json(&spaces), Err(Error::TooLarge { .. })));
    // One period of a set with a large common divisor has a billion values.
    assert!(matches!(PeriodCertificate::of(&period("subtraction:500000000")), Err(Error::TooLarge { .. })));
}

/// Every string of a JSON text, replaced one after another by another text, and
/// every name of a field.
fn with_each_string_replaced(text: &str, by: &str) -> Vec<String> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let by = serde_json::to_string(by).unwrap();
    quotes.chunks_exact(2).map(|pair| format!("{}{by}{}", &text[..pair[0]], &text[pair[1] + 1..])).collect()
}

#[test]
fn control_characters_of_a_certificate_reach_no_message() {
    let certificates = [
        PeriodCertificate::of(&period("allbut:2,3,4")).unwrap().to_json().unwrap(),
        row_certificate(2, 3).to_json().unwrap(),
    ];
    let mut hostile: Vec<String> = (0..0xa0).filter_map(char::from_u32).map(|c| format!("a{c}[31m")).collect();
    hostile.extend(["\u{202e}".into(), "\u{1b}]0;title\u{7}".repeat(100), "subtraction:\u{1b}[2J".into()]);
    hostile.extend(["octal:0.\u{9b}".into(), "\u{1b}".into(), "wythoff:\u{7f}".into(), "allbut(\u{8}".into()]);
    let mut messages = 0;
    for text in &certificates {
        for word in &hostile {
            for altered in with_each_string_replaced(text, word) {
                let message = match (row::RowCertificate::from_json(&altered), PeriodCertificate::from_json(&altered)) {
                    (Ok(claimed), _) => told(row::verify_row(&claimed, Budget::default())),
                    (_, Ok(claimed)) => told(verify(&claimed, Budget::default())),
                    (Err(row), Err(heap)) => format!("{row}{heap}"),
                };
                let unseen = |c: char| !matches!(c, '\n' | '\t') && c.is_control() || c == '\u{202e}';
                assert!(!message.contains(unseen), "{message:?}");
                assert!(message.chars().count() < 1200, "{message}");
                messages += 1;
            }
        }
    }
    assert!(messages > 4000, "{messages}");
    assert!(catalogue::game("\u{1b}[31m").is_err_and(|error| error.to_string().contains("\\u001b[31m")));
}

fn told(checked: Result<PeriodVerdict, Error>) -> String {
    match checked {
        Ok(PeriodVerdict::Proved) => panic!("another name, and still the same certificate"),
        Ok(PeriodVerdict::Rejected(reason)) => reason,
        Err(error) => error.to_string(),
    }
}

#[test]
fn certificates_about_rule_files_are_not_read_and_are_told_so() {
    let game = "rules:my-game.rules".to_owned();
    let heaps = PeriodCertificate { game: game.clone(), ..PeriodCertificate::of(&period("octal:0.77")).unwrap() };
    let row = row::RowCertificate { game, ..row_certificate(1, 2) };
    for refused in [verify(&heaps, Budget::default()), row::verify_row(&row, Budget::default())] {
        let told = refused.unwrap_err().to_string();
        assert!(told.contains("rules:my-game.rules, and certificates about rule files are not read"), "{told}");
        assert!(!told.contains("did you mean"), "{told}");
    }
}

#[test]
fn one_column_is_not_called_columns() {
    let twice = row::RowCertificate { distance: 2, ..row_certificate(1, 0) };
    let told = row::verify_row(&twice, Budget::default()).unwrap();
    assert_eq!(told, PeriodVerdict::Rejected("the state comes back after 1 column already".into()));
}
