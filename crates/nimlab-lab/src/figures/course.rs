//! One course of a play of Nim, heap by heap (Thesis-W, figure 1).

use crate::error::Result;
use nimlab::catalogue::game;
use nimlab::{Ask, RuleExt};
use nimlab_figures::{Axis, Colour, Figure, Layer, Panel, PanelShape};

/// The heaps after every move from a start on, each heap in its place. Who can
/// win moves as the theorem says; who cannot takes one token of a largest heap.
///
/// ```
/// use nimlab_lab::figures::course_of_play;
/// assert_eq!(course_of_play(&[1, 3])?, [[1, 3], [1, 1], [0, 1], [0, 0]]);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn course_of_play(start: &[u64]) -> Result<Vec<Vec<u64>>> {
    let nim = game("nim")?;
    let mut course = vec![start.to_vec()];
    while let Some(last) = course.last().filter(|heaps| heaps.iter().any(|&heap| heap > 0)).cloned() {
        let position = nim.position_of_words(&last);
        let answer = nim.solve(&position).run()?;
        let mut next = last.clone();
        match answer.winning_moves.list.first() {
            Some(to) => {
                let to = to.words()?;
                // One heap is not among the heaps of the other position: that one was changed.
                let count = |heaps: &[u64], size| heaps.iter().filter(|&&heap| heap == size).count();
                let lost = last.iter().position(|&heap| count(&last, heap) > count(&to, heap));
                let new = to.iter().find(|&&heap| count(&to, heap) > count(&last, heap));
                if let (Some(at), Some(&size)) = (lost, new) {
                    next[at] = size;
                }
            }
            None => {
                if let Some(largest) = next.iter_mut().rev().max_by_key(|heap| **heap) {
                    *largest -= 1;
                }
            }
        }
        course.push(next);
    }
    Ok(course)
}

/// The course of a play from some heaps, a column of tokens for each heap.
///
/// ```
/// assert!(nimlab_lab::figures::course(&[1, 3])?.svg()?.starts_with("<svg"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn course(start: &[u64]) -> Result<Figure> {
    let course = course_of_play(start)?;
    let heaps = start.len();
    let place = |step: usize, heap: usize| (step * (heaps + 1) + heap) as f64;
    let middle = |step: usize| place(step, 0) + (heaps as f64 - 1.0) / 2.0;
    let mover = |step: usize| if step == 0 { "start" } else { ["B", "A"][step % 2] };
    let ticks = (0..course.len()).map(|step| (middle(step), mover(step).to_owned())).collect();
    let x = Axis::new("who has just moved", -1.0, place(course.len(), 0)).ticks(ticks);
    let tallest = start.iter().copied().max().unwrap_or(0) as f64;
    let y = Axis::new("tokens", 0.0, tallest + 1.0).whole();
    let mut panel = Panel::new(x, y).shaped(PanelShape::Ratio(0.45));
    let colours = [Colour::VERMILION, Colour::BLUE, Colour::GREEN, Colour::ORANGE, Colour::PURPLE, Colour::SKY];
    for (heap, colour) in (0..heaps).zip(colours.into_iter().cycle()) {
        let tokens = course
            .iter()
            .enumerate()
            .flat_map(|(step, heaps)| (1..=heaps[heap]).map(move |token| [place(step, heap), token as f64]));
        panel = panel.with(Layer::discs(tokens.collect(), 3.4, colour).named(format!("heap {}", heap + 1)));
    }
    let named: Vec<String> = start.iter().map(u64::to_string).collect();
    Ok(Figure::new(format!("A play of Nim from {}", named.join(","))).with(panel))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_a_move_in_one_heap_and_the_first_player_ends_the_play() {
        let course = course_of_play(&[3, 4, 5]).unwrap();
        for pair in course.windows(2) {
            let changed: Vec<usize> = (0..3).filter(|&heap| pair[0][heap] != pair[1][heap]).collect();
            assert_eq!(changed.len(), 1, "{pair:?}");
            assert!(pair[1][changed[0]] < pair[0][changed[0]], "{pair:?}");
        }
        assert_eq!(course.last().unwrap(), &[0, 0, 0]);
        // The nim-sum of 3, 4, 5 is not 0: A takes the last token.
        assert!(course.len().is_multiple_of(2), "{course:?}");
    }
}
