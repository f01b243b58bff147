//! What `prove` finds: a theorem, or what was tried.

use crate::Play;
use crate::prove::{KnownTheorem, Pattern, Progress, Theorem};
use serde_json::{Value, json};

/// A theorem that is proved, with the pattern of its last set and how long the
/// search took.
///
/// ```
/// use nimlab::prove::{Found, Goal, Subject, prove};
/// use nimlab::{Budget, Play, json};
/// let goal = Goal { play: Play::Normal, value: 0, system: None, states: 1000 };
/// let Found::Proved(found) = prove(&Subject::named("wythoff", None)?, &goal, Budget::default(), &mut |_| ())? else {
///     panic!("Wythoff's theorem has a proof");
/// };
/// let value = json::theorem(&found.0, &found.0.pattern(Budget::default())?, 0.5);
/// assert_eq!((&value["proved"], &value["system"]), (&true.into(), &"zeckendorf".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn theorem(theorem: &Theorem, pattern: &Pattern, seconds: f64) -> Value {
    let states: Vec<usize> = theorem.sets.iter().map(|set| set.states()).collect();
    let first: Vec<Vec<u64>> = theorem
        .first_positions(8)
        .iter()
        .map(|position| position.iter().map(|&number| number as u64).collect())
        .collect();
    json!({
        "game": theorem.game, "play": theorem.play.to_string(), "value": theorem.value(),
        "system": theorem.numbers.name(), "proved": true, "states": states.last(), "states_by_value": states,
        "theorem": theorem.statement(), "first_positions": first, "pattern": super::pattern(pattern),
        "seconds": seconds,
    })
}

/// A theorem that is kept with the library; nothing if it cannot be read.
///
/// ```
/// use nimlab::{json, prove::THEOREMS};
/// let wythoff = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
/// assert_eq!(json::kept_theorem(wythoff).unwrap()["states_by_value"][0], 7);
/// ```
pub fn kept_theorem(known: &KnownTheorem) -> Option<Value> {
    let theorem = known.theorem()?;
    let states: Vec<usize> = theorem.sets.iter().map(|set| set.states()).collect();
    Some(json!({
        "name": known.name, "game": theorem.game, "play": theorem.play.to_string(), "value": theorem.value(),
        "system": theorem.numbers.name(), "digits": theorem.numbers.title(), "names": theorem.names,
        "states_by_value": states, "theorem": theorem.statement(),
    }))
}

/// A search that found no theorem, with what was tried last in each system and the
/// limit that ended it, if one did.
///
/// ```
/// use nimlab::{Play, json};
/// let value = json::no_theorem("euclid", Play::Normal, 0, &[], Some("the time was over"), 60.0);
/// assert_eq!((&value["proved"], &value["stopped"]), (&false.into(), &"the time was over".into()));
/// ```
pub fn no_theorem(
    game: &str,
    play: Play,
    value: u64,
    tried: &[Progress],
    stopped: Option<&str>,
    seconds: f64,
) -> Value {
    let tried = tried.iter().map(|tried| {
        json!({"system": tried.system, "value": tried.value, "digits": tried.digits,
            "states": tried.states, "refuted": tried.refuted})
    });
    json!({
        "game": game, "play": play.to_string(), "value": value, "proved": false,
        "tried": tried.collect::<Vec<_>>(), "stopped": stopped, "seconds": seconds,
    })
}
