//! `provost`: arguments to one command to an exit code.

use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A campaign is many small trees of text; it halves what allocating them takes.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    provost::cli::main()
}
