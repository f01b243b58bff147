//! What a host calls, and what it is called for: numbers only.
//!
//! `unsafe` is needed only for the exported names, each of which must be unique in a
//! program, and for the functions that the host provides. No memory is read or written
//! through an address: the buffers are lists that this module owns, and the host, which
//! sees all memory anyway, is only told where they are.
#![allow(unsafe_code)]

use std::cell::RefCell;

thread_local! {
    /// The question and its answer. A module has one thread.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a question of this length; what was there is gone.
// SAFETY: no other function of a module that holds this one has the name.
#[unsafe(no_mangle)]
pub extern "C" fn nimlab_room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written, and gives the status.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn nimlab_ask() -> u32 {
    host::set_clock();
    let asked = QUESTION.take();
    let end = asked.iter().position(|&byte| byte == b'\n').unwrap_or(asked.len());
    let name = String::from_utf8_lossy(&asked[..end]);
    ANSWER.take();
    let (status, body) = crate::asked(&name, asked.get(end + 1..).unwrap_or_default(), host::progress);
    ANSWER.set(body);
    status.into()
}

/// Where the answer is.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn nimlab_answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// How long the answer is.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub extern "C" fn nimlab_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// The host of a module.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod host {
    use std::time::Duration;

    // SAFETY: both take and give numbers only, whatever they are.
    #[link(wasm_import_module = "nimlab")]
    unsafe extern "C" {
        #[link_name = "now"]
        safe fn host_now() -> f64;
        #[link_name = "progress"]
        safe fn host_progress(done: f64, all: f64);
    }

    /// Lets time be measured.
    pub fn set_clock() {
        // Only limits depend on it, and a time that is none counts as the beginning.
        nimlab::set_clock(|| Duration::try_from_secs_f64(host_now() / 1000.0).unwrap_or_default());
    }

    /// Says what is done.
    pub fn progress(done: u64, all: u64) {
        host_progress(done as f64, all as f64);
    }
}

/// A program that holds the module has a clock of its own and is told nothing.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod host {
    pub fn set_clock() {}
    pub fn progress(_: u64, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: &[u8]) -> (u32, String) {
        nimlab_room(question.len());
        QUESTION.with_borrow_mut(|room| room.copy_from_slice(question));
        let status = nimlab_ask();
        assert_eq!(nimlab_length(), ANSWER.with_borrow(Vec::len));
        (status, ANSWER.with_borrow(|answer| String::from_utf8(answer.clone()).unwrap()))
    }

    #[test]
    fn questions_are_answered_one_after_another() {
        let (status, answer) = ask(b"solve\n{\"game\": \"wythoff\", \"position\": [1, 2]}");
        assert!(status == 200 && answer.contains("\"outcome\":\"P\""), "{answer}");
        let (status, answer) = ask(b"chess\n{}");
        assert!(status == 404 && answer.contains("there is no question"), "{answer}");
        for bad in [&b""[..], b"solve", b"solve\n{", b"\n\n\n", b"\xff\xfe\n{}"] {
            assert!((400..500).contains(&ask(bad).0));
        }
        assert_eq!(ask(b"version\n{}").0, 200);
    }
}
