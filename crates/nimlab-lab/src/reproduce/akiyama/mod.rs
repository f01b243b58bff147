//! Akiyama's paper: L1-Nim, positive Nim and Wytlex(3), its theorems on the
//! P-positions, and the algebra of the expected limits.

mod limits;
mod positions;

use super::tools::{claim, floor_phi, listed, listed_by_all};
use super::{Computed, ItemCheck, check};
use nimlab::games::wythoff3::rule::Variant;
use serde_json::json;

pub(super) const CHECKS: &[ItemCheck] = &[
    check("property 2", "recursive, n up to 10^5", |_| {
        let rows = listed("wythoff", "recursive", 0, 100_000)?;
        // The source counts from n = 1.
        let mut steps: Vec<[u64; 2]> =
            rows[1..].windows(2).map(|pair| [0, 1].map(|i| pair[1][i] - pair[0][i])).collect();
        steps.sort_unstable();
        steps.dedup();
        Ok(Computed::new(json!(steps)))
    }),
    check("property 3", "recursive, n up to 10^5", |_| {
        let rows = listed("wythoff", "recursive", 0, 100_000)?;
        Ok(positions::occurrences(rows[1..].iter().flatten().copied(), rows[rows.len() - 1][0]))
    }),
    check("property 4", "recursive, n up to 10^5", |_| {
        let rows = listed("wythoff", "recursive", 0, 100_000)?;
        let steps: Vec<u64> = rows[1..].windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let image = steps.iter().flat_map(|&step| if step == 2 { &[2, 1][..] } else { &[2][..] });
        let wrong = image.zip(&steps).position(|(one, other)| one != other);
        Ok(claim("2 -> 21, 1 -> 2", wrong))
    }),
    check("property 5", "recursive against exact floors, n up to 10^5", |_| {
        let rows = listed("wythoff", "recursive", 0, 100_000)?;
        let wrong = (0..).zip(&rows).find(|(n, row)| row[..] != [floor_phi(*n), floor_phi(*n) + n]);
        Ok(claim("(floor(n omega), floor(n omega^2))", wrong.map(|(n, _)| n)))
    }),
    check("list of P-positions", "stream, mex, lacunae, akiyama-1, akiyama-2", |_| {
        let methods = ["stream", "mex", "lacunae", "akiyama-1", "akiyama-2"];
        Ok(Computed::new(json!(listed_by_all("wythoff3:lex", &methods, 40)?)))
    }),
    check("list of differences", "mex", |_| {
        let rows = listed("wythoff3:lex", "mex", 0, 40)?;
        let differences: Vec<[u64; 2]> = rows.iter().map(|row| [row[1] - row[0], row[2] - row[1]]).collect();
        Ok(Computed::new(json!(differences)))
    }),
    check("positive Nim", "stream, table, the rule", |_| positions::where_they_part()),
    check("positive Nim, differences", "table", |_| {
        let rows = listed("wythoff3:positive", "table", 0, 13)?;
        let pairs = [11, 12].map(|n: usize| [rows[n][1] - rows[n][0], rows[n][2] - rows[n][1]]);
        let shared = pairs[0].iter().find(|number| pairs[1].contains(number));
        Ok(Computed::new(json!([pairs[0], pairs[1], shared])))
    }),
    check("positive Nim, move", "the rules", |_| {
        let can = |variant: Variant| yes(variant.can_move(&[23, 39, 58], &[20, 37, 53]));
        Ok(Computed::new(json!([can(Variant::Positive), can(Variant::L1)])))
    }),
    check("Wytlex", "the rules", |_| {
        let (one, other) = ([0, 10, 30], [0, 9, 40]);
        let can = |from, to| [Variant::Lex, Variant::L1].map(|variant| yes(variant.can_move(&from, &to)));
        Ok(Computed::new(json!([can(one, other), can(other, one)])))
    }),
    check("theorem 1", "the rules alone, against mex", |_| positions::theorem_1()),
    check("corollary 1", "stream, n up to 3200000", |shared| {
        let all = shared.lex();
        Ok(positions::occurrences(all[1..].iter().flatten().copied(), all[all.len() - 1][0]))
    }),
    check("example, n = 11", "mex", |_| positions::sets(11)),
    check("example, n = 12", "mex", |_| positions::sets(12)),
    check("example, n = 13", "mex", |_| positions::sets(13)),
    check("example, n = 14", "mex", |_| positions::sets(14)),
    check("example, P-positions", "mex", |_| Ok(Computed::new(json!(listed("wythoff3:lex", "mex", 0, 15)?[12..])))),
    check("example, intervals", "mex, n = 11 to 14", |_| positions::intervals()),
    check("theorem 2", "mex, n up to 3000", |shared| Ok(positions::theorem_2(&shared.lex()[..3000]))),
    check("corollary 2", "stream, n up to 3200000", |shared| {
        let growth = |[i, j]: [usize; 2]| {
            shared.lex().windows(2).map(|pair| pair[1][i] - pair[1][j] - (pair[0][i] - pair[0][j])).min()
        };
        let growths = [[1, 0], [2, 1], [2, 0]].map(growth);
        Ok(Computed::new(json!(growths)))
    }),
    check("corollary 3", "stream, n up to 3200000", |shared| {
        let mut values: Vec<i64> = shared.lex().iter().map(|v| (v[0] + v[2]) as i64 - 2 * v[1] as i64).collect();
        values.sort_unstable_by(|one, other| other.cmp(one));
        values.dedup();
        Ok(Computed::new(json!(values)))
    }),
    check("simplified algorithm", "lacunae against mex, 100000 positions", |_| {
        let same = listed_by_all("wythoff3:lex", &["lacunae", "mex", "stream"], 100_000);
        Ok(Computed::new(if same.is_ok() { "v(0), v(1), ..." } else { "something else" }))
    }),
    check("theorem 3 (7)", "mex, n up to 3000", |shared| Ok(positions::longest_run(&shared.lex()[..3000]))),
    check("theorem 3 (8) to (11)", "stream, n up to 3200000", |shared| Ok(positions::steps(shared.lex()))),
    check("corollary 4, count", "stream, n up to 3200000", |shared| {
        Ok(Computed::new(shared.statistics()?.histogram.iter().filter(|&&count| count > 0).count()))
    }),
    check("corollary 4", "stream", |shared| {
        let first = shared.statistics()?.first;
        Ok(Computed::new(json!(first.iter().filter(|&&n| n > 0).collect::<Vec<_>>())))
    }),
    check("corollary 4, example", "stream", |shared| {
        let [one, other] = [shared.lex()[26184], shared.lex()[26185]];
        let difference = [0, 1, 2].map(|i| other[i] - one[i]);
        Ok(Computed::new(json!([one, other, difference])))
    }),
    check("corollary 4, next", "stream", |shared| {
        let pairs = (1u64..).zip(shared.lex().windows(2)).skip(26185);
        let steep = pairs.filter(|(_, pair)| [0, 1, 2].map(|i| pair[1][i] - pair[0][i]) == [4, 8, 12]);
        Ok(Computed::new(json!(steep.map(|(n, _)| n).take(5).collect::<Vec<_>>())))
    }),
    check("positive Nim, limits", "stream, number 1000000", |shared| Ok(limits::of_positive(shared.positive()?))),
    check("L1-Nim, limits", "stream, number 3200000", |shared| {
        let found = Computed::new(json!(limits::quotients(shared.lex(), 3_200_000)));
        Ok(found.with_note(
            "these are the quotients of the list that Akiyama's algorithm makes, wythoff3:lex; L1-Nim by its own rule has others (docs/results.md)",
        ))
    }),
    check("figure 1", "stream", |_| Ok(Computed::new(serde_json::Value::Null))),
    check("bounds of beta", "roots of cubics by bisection", |_| Ok(limits::bounds([0, 0]))),
    check("bounds of alpha", "roots of cubics by bisection", |_| Ok(limits::bounds([-1, -4]))),
    check("bounds of gamma", "roots of cubics by bisection", |_| Ok(limits::bounds([1, 4]))),
    check("remark after (16)", "kappa by its definition, n up to 3000", |shared| {
        Ok(positions::remark_after_16(&shared.lex()[..3000]))
    }),
    check("theorem 4, polynomial", "elimination", |_| {
        Ok(Computed::new(json!(limits::quintic().iter().rev().collect::<Vec<_>>())))
    }),
    check("theorem 4, Galois group", "signs; factors modulo primes", |_| Ok(limits::galois())),
    check("theorem 4", "root of the quintic by bisection", |_| Ok(limits::theorem_4())),
    check("theorem 4, alpha", "division by the quintic", |_| {
        Ok(claim("2d^4 - 8d^3 + (3/2)d^2 + 10d + 3", limits::alpha_fails()))
    }),
    check("after theorem 4, prediction", "root of the quintic by bisection", |_| Ok(limits::prediction())),
    check("after theorem 4, frequency", "stream", |shared| {
        let count = shared.lex()[1..=500_000].iter().filter(|[a, b, c]| b - a == c - b).count();
        Ok(Computed::new(super::decimal::cut(&count.into(), &500_000.into(), 4)))
    }),
    check("figure 2", "stream", |shared| Ok(positions::blocks(shared.lex()))),
];

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}
