//! Text from outside, made fit to be shown.
//!
//! A certificate, a manifest or a rule file may be anybody's, and its names may
//! hold the control characters by which a terminal is told to change colours,
//! to move the cursor or to write from right to left. What is echoed passes
//! [`visible`] first.

use std::borrow::Cow;

/// A text whose control characters are written as JSON writes them, such as
/// `\u001b`; everything else, a tab included, is left as it is.
///
/// ```
/// use nimlab::text::visible;
/// assert_eq!(visible("Wythoff, ℛ"), "Wythoff, ℛ");
/// assert_eq!(visible("\u{1b}[31mred\n"), r"\u001b[31mred\u000a");
/// assert_eq!(visible("\u{202e}nim"), r"\u202enim");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    shown_but(text, '\t')
}

/// The same for a text of several lines, whose ends are kept.
///
/// ```
/// assert_eq!(nimlab::text::visible_lines("one\r\ntwo\u{7f}\n"), "one\\u000d\ntwo\\u007f\n");
/// ```
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    shown_but(text, '\n')
}

fn shown_but(text: &str, kept: char) -> Cow<'_, str> {
    let hidden = |letter: char| letter != kept && letter != '\t' && !is_printable(letter);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if hidden(letter) {
            // All of them are below 2^16.
            shown.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character may go to a terminal: it neither steers it nor changes
/// the direction of the text.
///
/// ```
/// use nimlab::text::is_printable;
/// assert!(is_printable('ℛ') && !is_printable('\u{1b}') && !is_printable('\u{202e}'));
/// ```
pub fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_left_and_the_text_is_valid_in_json() {
        for code in 0..0x1_0000 {
            let Some(letter) = char::from_u32(code) else { continue };
            let text = format!("a{letter}b");
            let shown = visible(&text);
            assert!(!shown.contains(|c: char| c != '\t' && !is_printable(c)), "{code:x}");
            assert_eq!(shown == text, letter == '\t' || is_printable(letter), "{code:x}");
            if shown != text {
                let read: String = serde_json::from_str(&format!("\"{shown}\"")).unwrap();
                assert_eq!(read, text);
            }
            assert_eq!(visible_lines(&text) == text, letter == '\n' || shown == text, "{code:x}");
        }
    }
}
