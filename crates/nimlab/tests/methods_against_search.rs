//! Every method of every game against plain search, over boxes.

use nimlab::{Ask, Budget, catalogue};

fn agrees(name: &str, size: u64, heaps: usize) {
    let game = catalogue::game(name).unwrap();
    let check = game.check(size).heaps(heaps).run().unwrap();
    for compared in &check.compared {
        assert_eq!(
            compared.differing, 0,
            "{name}, {} by {}: {:?}",
            compared.question, compared.method, compared.first_difference
        );
    }
    assert!(check.compared.iter().any(|compared| compared.positions > 0), "{name}: nothing was compared");
}

#[test]
fn nim_agrees_with_search() {
    agrees("nim", 40, 1);
    agrees("nim", 16, 2);
    agrees("nim", 8, 3);
    agrees("nim", 5, 4);
    agrees("nim", 3, 6);
}

#[test]
fn moore_agrees_with_search() {
    for k in 1..=4 {
        let name = format!("moore:{k}");
        agrees(&name, 12, 2);
        agrees(&name, 7, 3);
        agrees(&name, 4, 4);
        agrees(&name, 3, 5);
        agrees(&name, 2, 7);
    }
}

#[test]
fn greedy_agrees_with_search() {
    agrees("greedy", 30, 1);
    agrees("greedy", 12, 2);
    agrees("greedy", 9, 3);
    agrees("greedy", 6, 4);
    agrees("greedy", 3, 6);
}

#[test]
fn building_agrees_with_search() {
    agrees("building:1", 9, 1);
    agrees("building:2", 8, 2);
    agrees("building:3", 6, 3);
    agrees("building:4", 4, 4);
    agrees("building:5", 3, 5);
}

#[test]
fn wythoff_agrees_with_search_for_many_parameters() {
    for a in [1, 2, 3, 4, 5, 7, 10, 100] {
        agrees(&format!("wythoff:{a}"), 40, 2);
    }
}

#[test]
fn r_wythoff_agrees_with_search() {
    agrees("r-wythoff", 60, 2);
}

#[test]
fn fibonacci_agrees_with_search() {
    agrees("fibonacci", 60, 1);
}

/// Heap games list positions of values that never occur until patience runs
/// out, so that a modest budget is enough here.
fn heaps_agree(name: &str, size: u64, heaps: usize, patience: u64) {
    let game = catalogue::game(name).unwrap();
    let check = game.check(size).heaps(heaps).budget(Budget::of_positions(patience)).run().unwrap();
    for compared in &check.compared {
        assert_eq!(
            compared.differing, 0,
            "{name}, {} by {}: {:?}",
            compared.question, compared.method, compared.first_difference
        );
    }
}

#[test]
fn heap_games_agree_with_search() {
    for name in [
        "subtraction:2,4,7",
        "subtraction:1,2,3",
        "subtraction:3,6",
        "subtraction:1,2,4,...",
        "allbut:2,3,4",
        "allbut:1",
        "allbut:3,7",
        "octal:0.77",
        "octal:0.137",
        "octal:4.4",
        "octal:0.6",
        "octal:0.033",
        "grundy",
    ] {
        heaps_agree(name, 20, 1, 30_000);
        heaps_agree(name, 9, 2, 30_000);
        heaps_agree(name, 5, 3, 30_000);
    }
    // A heap of a hexadecimal code takes a step for each smaller heap.
    for name in ["hex:0.8", "hex:8.3", "hex:0.f", "hex:0.9c"] {
        heaps_agree(name, 13, 1, 1000);
        heaps_agree(name, 7, 2, 1000);
    }
}

#[test]
fn three_piles_agree_with_search() {
    agrees("wythoff3:l1", 10, 3);
    agrees("wythoff3:positive", 16, 3);
    agrees("wythoff3:lex", 40, 3);
}

#[test]
fn fraenkels_game_agrees_with_search() {
    agrees("fraenkel:2", 20, 2);
    agrees("fraenkel:3", 18, 3);
}
