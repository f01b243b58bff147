use super::*;
use serde_json::Number;

/// A value that is not the given one, of the same kind.
fn altered(value: &Value) -> Value {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            let last = if text.ends_with('7') { "8" } else { "7" };
            Value::Number(Number::from_string_unchecked(format!("{}{last}", &text[..text.len() - 1])))
        }
        Value::String(text) => Value::String(format!("{text}1")),
        other => panic!("{other} is not a leaf"),
    }
}

/// Copies of a value in each of which one leaf is altered, or one element of a
/// list left out.
fn alterations(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(list) => {
            let mut all = Vec::new();
            for (i, item) in list.iter().enumerate() {
                let mut shorter = list.clone();
                shorter.remove(i);
                all.push(Value::Array(shorter));
                for item in alterations(item) {
                    let mut copy = list.clone();
                    copy[i] = item;
                    all.push(Value::Array(copy));
                }
            }
            // Leaving out one of equal neighbours changes only the length.
            all.dedup();
            all
        }
        Value::Object(map) => {
            let each = |(key, item): (&String, &Value)| {
                let with = |item: Value| {
                    let mut copy = map.clone();
                    copy[key] = item;
                    Value::Object(copy)
                };
                alterations(item).into_iter().map(with).collect::<Vec<_>>()
            };
            map.iter().flat_map(each).collect()
        }
        leaf => vec![altered(leaf)],
    }
}

/// Computes every item once, then alters everything that is printed.
#[test]
fn every_item_agrees_and_every_altered_value_is_found() {
    let items = items(&Source::ALL).unwrap();
    let shared = Shared::default();
    let found: Vec<_> = items.par_iter().with_max_len(1).map(|item| compute(item, &shared).unwrap()).collect();
    let (mut tried, mut slips) = (0, 0);
    for (item, found) in items.iter().zip(found) {
        let name = format!("{}, {}", item.source.name(), item.label);
        let verdict = |item: &Item| judge(item, Ok(found.clone())).verdict;
        let expected = match (&item.slip, item.printed.is_null()) {
            (Some(_), _) => ItemVerdict::Slip,
            (None, true) => ItemVerdict::Shown,
            (None, false) => ItemVerdict::Agrees,
        };
        assert_eq!(verdict(item), expected, "{name}: {:?} is printed, {:?} computed", item.printed, found.0.value);
        if item.printed.is_null() {
            continue;
        }
        for printed in alterations(&item.printed) {
            let changed = Item { printed, ..item.clone() };
            assert_eq!(verdict(&changed), ItemVerdict::Differs, "{name}: {} was not noticed", changed.printed);
            tried += 1;
        }
        if let Some(slip) = &item.slip {
            slips += 1;
            for right in alterations(&slip.right) {
                let changed = Item { slip: Some(Slip { right, ..slip.clone() }), ..item.clone() };
                assert_eq!(verdict(&changed), ItemVerdict::Differs, "{name}: {:?} was not noticed", changed.slip);
                tried += 1;
            }
            let mended = Item { printed: slip.right.clone(), ..item.clone() };
            assert_eq!(verdict(&mended), ItemVerdict::Differs, "{name}: a slip that is none must not stand");
            let unknown = Item { slip: None, ..item.clone() };
            assert_eq!(verdict(&unknown), ItemVerdict::Differs, "{name}: an unknown slip is a difference");
        }
    }
    assert!(tried > 1500 && slips >= 15, "{tried} alterations, {slips} slips");
}

/// Named moves are asked of the game, so that they must be altered in the data.
#[test]
fn every_altered_position_of_the_cases_is_found() {
    let shared = Shared::default();
    let mut tried = 0;
    for item in items(&Source::ALL).unwrap().iter().filter(|item| !item.cases.is_empty()) {
        for i in 0..item.cases.len() {
            let mut alter = |change: &dyn Fn(&mut Case)| {
                let mut changed = item.clone();
                change(&mut changed.cases[i]);
                changed.printed = cases::printed(&changed.cases);
                let verdict = judge(&changed, compute(&changed, &shared)).verdict;
                assert_eq!(verdict, ItemVerdict::Differs, "{}: {:?} was not noticed", item.label, changed.cases[i]);
                tried += 1;
            };
            alter(&|case| case.outcome = if case.outcome == "P" { "N".into() } else { "P".into() });
            if item.cases[i].grundy.is_some() {
                alter(&|case| case.grundy = case.grundy.map(|value| value + 1));
            }
            for k in 0..item.cases[i].wins.len() {
                alter(&|case| case.wins[k].push('9'));
            }
            for k in 0..item.cases[i].loses.len() {
                alter(&|case| case.loses[k].push('9'));
            }
        }
    }
    assert!(tried > 130, "{tried}");
}

#[test]
fn an_altered_copy_of_the_data_is_found_and_named() {
    let text = Source::Handout.printed();
    for (from, to) in [("\"B B\"", "\"B A\""), ("12 = 8+3+1", "12 = 8+4"), ("[13, 5, 2]", "[13, 4, 3]")] {
        let items = parse(Source::Handout, &text.replacen(from, to, 1)).unwrap();
        let lines = run(&items, &|_, _| {});
        let wrong: Vec<&str> = lines
            .iter()
            .filter(|line| line.verdict == ItemVerdict::Differs)
            .map(|line| line.item.label.as_str())
            .collect();
        assert_eq!(wrong.len(), 1, "{from}: {wrong:?}");
    }
    assert!(parse(Source::Handout, "items = 3").is_err());
    assert!(parse(Source::Handout, &text.replace("label = \"table\"", "label = \"tabel\"")).is_ok());
}

#[test]
fn every_item_has_one_computation_and_every_computation_an_item() {
    for source in Source::ALL {
        let items = items(&[source]).unwrap();
        let mut labels: Vec<&str> = items.iter().map(|item| item.label.as_str()).collect();
        labels.sort_unstable();
        let all = labels.len();
        labels.dedup();
        assert_eq!(labels.len(), all, "{source:?}: a label occurs twice");
        let mut known: Vec<&str> = source.checks().iter().map(|check| check.label).collect();
        known.extend(items.iter().filter(|item| !item.cases.is_empty()).map(|item| item.label.as_str()));
        known.sort_unstable();
        assert_eq!(labels, known, "{source:?}");
    }
}

#[test]
fn every_figure_that_is_drawn_belongs_to_an_item() {
    let items = items(&Source::ALL).unwrap();
    for figure in crate::figures::SOURCES.iter().filter(|figure| !figure.number.is_empty()) {
        let label = format!("figure {}", figure.number);
        assert!(items.iter().any(|item| item.source.name() == figure.source && item.label == label), "{label}");
    }
    for item in items.iter().filter(|item| item.label.starts_with("figure ")) {
        assert!(can_draw(item.source, &item.label), "{}", item.label);
    }
}
