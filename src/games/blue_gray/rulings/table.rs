//! The table of open readings: those of the standard rules and of Fredericksburg, then those of the
//! other battles.

use super::RulingEntry;

macro_rules! rulings {
    (
        $($name:ident $id:literal $rule:literal [$($choice:literal),+]
            $question:literal $why:literal)+
    ) => {
        /// An open reading by its id: `Ruling::BgFriendzoc` is `BG-friendzoc`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Ruling {
            $(#[doc = concat!("(", $rule, ") ", $question)] $name,)+
        }

        impl Ruling {
            /// All of them, in the order of [`RULINGS`].
            pub const ALL: &[Ruling] = &[$(Ruling::$name),+];
        }

        /// All open readings, in the order of the rules that they concern.
        pub const RULINGS: &[RulingEntry] =
            &[$(RulingEntry::new($id, $rule, &[$($choice),+], $question, $why)),+];
    };
}

common!(battles);
