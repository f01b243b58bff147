//! Any text through the parser, the checker and the compiler: every problem has
//! a place inside the text and can be shown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nimlab::rules;

fuzz_target!(|source: &str| {
    for problem in rules::problems(source) {
        assert!(problem.line >= 1 && problem.column >= 1 && problem.width >= 1);
        assert!((problem.end_line, problem.end_column) > (problem.line, problem.column));
        assert!(!problem.to_string().is_empty());
    }
    if let Err(problems) = rules::parameters(source) {
        assert!(!problems.to_string().is_empty());
    }
});
