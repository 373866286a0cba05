//! Who decided, in brackets: the section of the orders where there is one, else the plain word.

use super::super::events::Cause;
use crate::play::Source;

/// What was decided.
#[derive(Clone, Copy)]
pub enum Decision {
    /// Whether cavalry stands or goes.
    Cavalry,
    /// Where a unit retreats.
    Retreat(Cause),
    /// Who gives way, and where to.
    Push,
    /// Who is lost in an exchange.
    Exchange,
}

/// All causes of a retreat.
const CAUSES: [Cause; 3] = [Cause::Combat, Cause::FallBack, Cause::Train];

/// The items that stand in brackets for a decision by a source.
pub fn items(decision: Decision, source: Source) -> Vec<&'static str> {
    let word = source.word();
    match (decision, source) {
        (Decision::Cavalry, Source::Standing) => vec!["cavalry"],
        (Decision::Cavalry, Source::Any) => vec!["cavalry any"],
        (Decision::Retreat(Cause::Combat), Source::Order) => vec!["AR"],
        (Decision::Retreat(Cause::Combat), Source::Standing) => vec!["retreat"],
        (Decision::Retreat(Cause::Combat), Source::Any) => vec!["retreat any"],
        (Decision::Retreat(Cause::FallBack), Source::Order) => vec!["fall back"],
        (Decision::Retreat(Cause::FallBack), _) => vec!["fall back", word],
        (Decision::Retreat(Cause::Train), Source::Order) => vec!["train"],
        (Decision::Retreat(Cause::Train), _) => vec!["train", word],
        (Decision::Push, Source::Order) => vec!["push"],
        (Decision::Push, Source::Standing) => vec!["give way"],
        (Decision::Push, Source::Any) => vec!["give way any"],
        (Decision::Exchange, Source::Order) => vec!["EX"],
        _ => vec![word],
    }
}

/// The source for which [`items`] gives these items.
pub fn source(decision: Decision, read: &[String]) -> Option<Source> {
    Source::ALL.into_iter().find(|source| items(decision, *source) == read)
}

/// The cause of a retreat and the source for which [`items`] gives these items.
pub fn retreat(read: &[String]) -> Option<(Cause, Source)> {
    CAUSES
        .into_iter()
        .find_map(|cause| source(Decision::Retreat(cause), read).map(|source| (cause, source)))
}

/// The items for an advance by an instruction.
pub fn advance_items(by: &str, source: Source) -> Vec<&str> {
    match (by, source) {
        ("won" | "DR" | "DE", Source::Order) | ("advance", Source::Standing) => vec![by],
        ("advance", Source::Any) => vec!["advance any"],
        _ => vec![by, source.word()],
    }
}

/// The instruction and source for which [`advance_items`] gives these items.
pub fn advance(read: &[String]) -> Option<(String, Source)> {
    match read {
        [one] if one == "advance any" => Some(("advance".to_owned(), Source::Any)),
        [by] => {
            let source =
                Source::ALL.into_iter().find(|s| advance_items(by, *s) == [by.as_str()])?;
            Some((by.clone(), source))
        }
        [by, word] => {
            let source = Source::ALL.into_iter().find(|source| source.word() == word)?;
            Some((by.clone(), source))
        }
        _ => None,
    }
}
