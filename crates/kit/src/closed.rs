//! Closed lists of words: each an enum with its names on the wire and for people, all of them in order, and the next ones up and down.

/// Declares closed lists: for each its words, from the lowest to the highest where they have an order.
#[macro_export]
macro_rules! closed {
    ($($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? })+) => {$(
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them, from the lowest to the highest.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// Its word, on the wire and for people.
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The one that is so many steps higher, or lower, or the last before the end.
            #[must_use]
            pub fn moved(self, steps: i64) -> $name {
                let at = self as i64 + steps;
                let last = $name::ALL.len() as i64 - 1;
                $name::ALL[usize::try_from(at.clamp(0, last)).unwrap_or(0)]
            }
        }

        impl ::engine::OneOf for $name {
            const ALL: &'static [$name] = $name::ALL;

            fn choices() -> Vec<::engine::Choice> {
                $name::ALL.iter().map(|it| ::engine::Choice::word(it.word())).collect()
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }
    )+};
}
pub use closed;
