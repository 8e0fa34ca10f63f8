//! The catalogue of a face: every sentence that it shows of itself, each under a name and in one place, so that another
//! language is another such list, in which the compiler misses what is missing and finds what nobody uses.

/// Names the sentences of a face. One without slots is a `const`; one with slots is a function of what goes into them.
///
/// ```
/// mod says {
///     parlor_protocol::catalogue! {
///         NOBODY_IS_HERE = "Nobody is here.";
///         waits(who, since) = "{who} waits since {since}.";
///     }
/// }
/// assert_eq!(says::NOBODY_IS_HERE, "Nobody is here.");
/// assert_eq!(says::waits("Ada", 12), "Ada waits since 12.");
/// ```
#[macro_export]
macro_rules! catalogue {
    (@one $name:ident = $text:literal) => {
        pub(crate) const $name: &str = $text;
    };
    (@one $name:ident ($($slot:ident),+) = $text:literal) => {
        pub(crate) fn $name($($slot: impl ::std::fmt::Display),+) -> String {
            format!($text)
        }
    };
    ($($name:ident $(($($slot:ident),+))? = $text:literal;)*) => {
        $($crate::catalogue!(@one $name $(($($slot),+))? = $text);)*
    };
}
