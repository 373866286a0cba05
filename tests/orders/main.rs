//! The orders file: from a mail to typed orders and back, and everything that is refused.

mod battle;
mod echo;
mod head;
mod hostile;
mod lenient;
mod names;
mod productions;
mod records;
mod round_trip;
mod sample;
mod strict;

use battle::{SCENARIO, position};
use provost::document::Diagnostic;
use provost::games::blue_gray::answers::Orders;
use provost::games::blue_gray::grammar::{self, File, Names, Reading};
use provost::games::blue_gray::understood;

/// A file of a body under the usual head, which takes two lines.
pub fn file(body: &str) -> String {
    format!("orders: HL-07 turn 6 Confederate\nposition: bubble-gospel-43\n{body}")
}

/// Reads a whole mail.
pub fn mail(text: &str) -> Result<(File, Reading), Vec<Diagnostic>> {
    let file = grammar::open(text)?;
    let position = position();
    let names = Names::new(&SCENARIO, &position, file.head.army.value);
    let reading = file.read(&names)?;
    Ok((file, reading))
}

/// The orders of a mail that must be legible.
pub fn good(text: &str) -> Orders {
    reading(text).orders
}

/// Orders and repairs of a mail that must be legible.
pub fn reading(text: &str) -> Reading {
    mail(text).unwrap_or_else(|why| panic!("{text}\n{:#?}", told(&why))).1
}

/// The complaints about a mail that must be refused.
pub fn refused(text: &str) -> Vec<Diagnostic> {
    match mail(text) {
        Ok((_, reading)) => panic!("{text}\nread as {reading:#?}"),
        Err(complaints) => complaints,
    }
}

/// Place and headline of each complaint: `3:9 ...`.
pub fn told(complaints: &[Diagnostic]) -> Vec<String> {
    let tell = |c: &Diagnostic| format!("{}:{} {}", c.span.line, c.span.column, c.headline);
    complaints.iter().map(tell).collect()
}

/// Asserts that a mail is refused with exactly these complaints.
#[track_caller]
pub fn refuses(text: &str, complaints: &[&str]) {
    assert_eq!(told(&refused(text)), complaints, "{text}");
}

/// The help of the first complaint.
pub fn help(text: &str) -> String {
    refused(text).first().and_then(|c| c.help.clone()).unwrap_or_default()
}

/// Place and text of each repair.
pub fn repairs(text: &str) -> Vec<String> {
    let tell = |r: &provost::mail::extract::Repair| {
        format!("{}:{} {}", r.span.line, r.span.column, r.what)
    };
    reading(text).repairs.iter().map(tell).collect()
}

/// The echo of a mail.
pub fn echoed(text: &str) -> String {
    let (file, reading) = mail(text).unwrap_or_else(|why| panic!("{:#?}", told(&why)));
    let position = position();
    let names = Names::new(&SCENARIO, &position, file.head.army.value);
    understood::echo(&file, &reading, None, &names)
}
