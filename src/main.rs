//! `provost`: arguments to one command to an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    provost::cli::main()
}
