#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| properties::mail::properties(bytes));
