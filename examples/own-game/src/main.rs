//! Solves, lists and checks the game.

use nimlab::prelude::*;
use own_game::Halving;
use std::io::{Write, stdout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = stdout().lock();
    let position = Halving.read("12")?;
    let answer = Halving.solve(&position).run()?;
    write!(out, "{}", Halving.explain(&answer))?;
    let lost: Vec<String> =
        Halving.positions().count(6).run()?.map(|found| Ok(found?.to_string())).collect::<nimlab::Result<_>>()?;
    writeln!(out, "Lost: {}", lost.join(", "))?;
    for compared in Halving.check(100).run()?.compared {
        writeln!(
            out,
            "{}: {} agrees with search in {} positions",
            compared.question, compared.method, compared.positions
        )?;
    }
    Ok(())
}
