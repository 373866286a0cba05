//! The commands, one file each; the doc comment of a command is its help.

mod accept;
mod audit;
mod battle;
mod blame;
mod check;
mod claim;
mod clock;
mod clock_terms;
mod compare;
mod completions;
mod copies;
mod correct;
mod demo;
mod dice;
mod dice_stats;
mod explain;
mod export;
mod form;
mod handover;
mod heap;
mod import;
mod log;
mod man;
mod map;
mod new;
mod noted;
mod odds;
mod post;
mod receive;
mod remind;
mod report;
mod resolve;
mod result;
mod rulings;
mod rulings_agreed;
mod scenario;
mod scenario_new;
mod score;
mod send;
mod shell;
mod show;
mod signing;
mod standings;
mod status;
mod takeover;
mod undo;

use crate::report::wrap;
use clap::{Parser, Subcommand, ValueEnum};
use shell::{Answer, Exit, Failure, Shell};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play-by-email adjudicator for hex-and-counter wargames.
///
/// Players exchange short YAML files of orders; provost replays them against the printed rules,
/// rolls dice that neither side can choose, and writes the position and a report. Without a
/// command it says whose turn it is and what to type next.
#[derive(Parser, Debug)]
#[command(name = "provost", version, max_term_width = 80)]
pub struct Provost {
    /// The campaign's folder [default: the current one, or one above it]
    #[arg(short = 'C', long, global = true, value_name = "DIR")]
    campaign: Option<PathBuf>,
    /// Where secret chains are kept [default: the user's state directory]
    #[arg(long, global = true, value_name = "DIR")]
    secrets: Option<PathBuf>,
    /// How results are printed
    #[arg(long, global = true, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// When colours are used
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto)]
    color: Colour,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// The same as JSON, as YAML.
    Yaml,
    /// For spreadsheets; of `score` and `standings`.
    Csv,
}

/// When colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    New(Box<new::New>),
    Accept(accept::Accept),
    Form(form::Form),
    Check(check::Check),
    Send(send::Send),
    Receive(receive::Receive),
    Resolve(resolve::Resolve),
    Show(show::Show),
    Map(map::Map),
    Report(report::Report),
    Log(log::Log),
    Explain(explain::Explain),
    Odds(odds::Odds),
    Blame(blame::Blame),
    Audit(audit::Audit),
    Compare(compare::Compare),
    Export(export::Export),
    Import(import::Import),
    Dice(dice::Dice),
    Clock(clock::ClockOf),
    Remind(remind::Remind),
    Claim(claim::Claim),
    Scenario(scenario::Scenario),
    Rulings(rulings::Rulings),
    Correct(correct::Correct),
    Undo(undo::Undo),
    Handover(handover::Handover),
    Takeover(takeover::Takeover),
    Result(result::GiveResult),
    Score(score::Score),
    Standings(standings::Standings),
    Demo(demo::Demo),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the command of the command line.
pub fn main() -> ExitCode {
    let arguments = match Provost::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and versions go to standard output and are no failure; clap knows which is which.
            let told = wrap::fit(&error.render().to_string());
            let _ = match error.use_stderr() && told != error.render().to_string() {
                // Long values of the command line do not fit otherwise.
                true => std::io::stderr().write_all(told.as_bytes()),
                false => error.print(),
            };
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let colour = match arguments.color {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
    };
    let shell = Shell::new(arguments.campaign, arguments.secrets, arguments.format, colour);
    let answer = run(&shell, arguments.command);
    finish(&shell, shell.with_told(answer))
}

fn run(shell: &Shell, command: Option<Command>) -> Result<Answer, Failure> {
    // Asked before anything is done: a command with another answer must not act and then be silent.
    let has_table = matches!(command, Some(Command::Score(_) | Command::Standings(_)));
    if shell.format == Format::Csv && !has_table {
        return Err(Failure::could_not(
            "only `score` and `standings` answer as csv; use `--format json` here",
        ));
    }
    match command {
        None => status::run(shell),
        Some(Command::New(command)) => command.run(shell),
        Some(Command::Accept(command)) => command.run(shell),
        Some(Command::Form(command)) => command.run(shell),
        Some(Command::Check(command)) => command.run(shell),
        Some(Command::Send(command)) => command.run(shell),
        Some(Command::Receive(command)) => command.run(shell),
        Some(Command::Resolve(command)) => command.run(shell),
        Some(Command::Show(command)) => command.run(shell),
        Some(Command::Map(command)) => command.run(shell),
        Some(Command::Report(command)) => command.run(shell),
        Some(Command::Log(command)) => command.run(shell),
        Some(Command::Explain(command)) => command.run(shell),
        Some(Command::Odds(command)) => command.run(shell),
        Some(Command::Blame(command)) => command.run(shell),
        Some(Command::Audit(command)) => command.run(shell),
        Some(Command::Compare(command)) => command.run(shell),
        Some(Command::Export(command)) => command.run(shell),
        Some(Command::Import(command)) => command.run(shell),
        Some(Command::Dice(command)) => command.run(shell),
        Some(Command::Clock(command)) => command.run(shell),
        Some(Command::Remind(command)) => command.run(shell),
        Some(Command::Claim(command)) => command.run(shell),
        Some(Command::Scenario(command)) => command.run(shell),
        Some(Command::Rulings(command)) => command.run(shell),
        Some(Command::Correct(command)) => command.run(shell),
        Some(Command::Undo(command)) => command.run(shell),
        Some(Command::Handover(command)) => command.run(shell),
        Some(Command::Takeover(command)) => command.run(shell),
        Some(Command::Result(command)) => command.run(shell),
        Some(Command::Score(command)) => command.run(shell),
        Some(Command::Standings(command)) => command.run(shell),
        Some(Command::Demo(command)) => command.run(shell),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::Man(command)) => command.run(),
    }
}

/// Prints the answer, or why there is none; a reader who has gone away is no failure.
fn finish(shell: &Shell, answer: Result<Answer, Failure>) -> ExitCode {
    match answer {
        Ok(answer) => {
            let text = shell.printed(&answer);
            let mut out = std::io::stdout();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                    let _ = writeln!(std::io::stderr(), "provost: cannot write: {error}");
                    ExitCode::from(Exit::CouldNot as u8)
                }
                _ => ExitCode::from(answer.exit as u8),
            }
        }
        Err(failure) => {
            let text = failure.printed(shell);
            let _ = match shell.format {
                Format::Text | Format::Csv => std::io::stderr().write_all(text.as_bytes()),
                _ => std::io::stdout().write_all(text.as_bytes()),
            };
            ExitCode::from(failure.exit as u8)
        }
    }
}
