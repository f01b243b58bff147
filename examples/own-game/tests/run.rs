//! The program does what it says.

use std::process::Command;

#[test]
fn the_game_is_solved_listed_and_checked() {
    let run = Command::new(env!("CARGO_BIN_EXE_own-game")).output().expect("the program is built");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(text.contains("12 is won: the move to 7"), "{text}");
    assert!(text.contains("Lost: 0, 1, 3, 7, 15, 31"), "{text}");
    assert!(text.contains("powers agrees with search in 100 positions"), "{text}");
}
