//! How large and how deep a mail may be. All of it is looked at before any library sees a byte;
//! how large a text may be that holds orders, `extract` says.

/// Bytes of a mail: orders take a few hundred, photographs of a map some millions.
pub const MAIL: usize = 16 * 1024 * 1024;

/// Bytes of the header of one part: relays and lists add lines, but no page of them.
pub const HEADER: usize = 64 * 1024;

/// Parts inside each other, multiparts and mails together: a forwarded mail that was forwarded
/// twice comes to eight.
pub const DEPTH: usize = 16;

/// Parts of a mail.
pub const PARTS: usize = 256;

/// Mails of one mailbox that are read at once.
pub const MAILS: usize = 1000;
