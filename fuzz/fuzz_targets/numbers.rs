//! Any text as a number: what is accepted is read back from its plain digits,
//! and what is refused is refused with a message.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::number::{parse, shown};

fuzz_target!(|text: &str| {
    // 1e1000000 is a number, but it takes seconds.
    if text.rsplit(['e', 'E']).next().is_some_and(|exponent| exponent.trim().len() > 4) && text.contains(['e', 'E']) {
        return;
    }
    match parse(text) {
        Ok(number) => {
            assert_eq!(parse(&number.to_string()).unwrap(), number);
            assert!(shown(&number).chars().count() < 100);
        }
        Err(error) => assert!((1..1000).contains(&error.to_string().chars().count())),
    }
});
