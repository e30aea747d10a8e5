#![no_main]
use multise_fuzz::fuzz::frontend::TARGET;
libfuzzer_sys::fuzz_target!(init: TARGET.sow(), |bytes: &[u8]| (TARGET.run)(bytes));
