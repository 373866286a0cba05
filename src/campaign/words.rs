//! Words: enums that files write as one word each, and names in sentences.

/// Declares an enum, its words, and how it reads itself from one.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)+ }

        impl $name {
            /// All of them, in the order in which they are explained.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word of files.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                let found = $name::ALL.iter().find(|one| one.word() == text);
                found.copied().ok_or_else(|| {
                    let words: Vec<&str> = $name::ALL.iter().map(|one| one.word()).collect();
                    format!("needs one of {}", words.join(", "))
                })
            }
        }
    };
}

pub(super) use words;

/// A word with a capital.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_ascii_uppercase().to_string() + letters.as_str(),
        None => String::new(),
    }
}
