//! A stream that breaks.

use fakes::models::{Fake, Script, Turn};
use llm::{CallFault, connect};

use crate::stage::{Subject, ask_with_tools, hear, http, target, text_of};

pub(crate) async fn a_stream_breaks_at_every_byte<S: Subject>() {
    let text = "Äh 😀, so.";
    let turn = Turn::calls([("vote", r#"{"target":"Ben"}"#)]).saying(text).thinking("Hm.");
    let recorded = Fake::<S::Api>::recorded(&turn);
    let whole = S::whole_at(&recorded);
    let mut cut = 0;
    let script = Script::by(move |_| {
        cut += 1;
        turn.clone().cut_at(cut - 1)
    });
    let fake = Fake::<S::Api>::start(script).await;
    let (target, request) = (target::<S>(&fake), ask_with_tools());
    let provider = connect(&http(), target.clone());
    let (mut longest, mut replies) = (0, 0);
    for cut in 0..=recorded.len() {
        // A connection that brought a whole answer might be used again, just when it breaks.
        let (reply, heard) = match cut < whole {
            true => hear(&*provider, &request).await,
            false => hear(&*connect(&http(), target.clone()), &request).await,
        };
        match reply {
            Ok(reply) => {
                assert!(cut >= whole, "{cut} bytes are no whole answer: {reply:?}");
                assert_eq!((reply.text.as_str(), reply.calls.len()), (text, 1));
                replies += 1;
            }
            Err(failed) => {
                assert!(cut < whole, "{cut} bytes are a whole answer: {failed:?}");
                assert!(
                    matches!(&failed.fault, CallFault::Unreachable { .. }),
                    "{cut} bytes: {:?}",
                    failed.fault
                );
                assert!(text.starts_with(&failed.text), "{cut} bytes: {:?}", failed.text);
                assert_eq!(failed.text, text_of(&heard));
                assert!(failed.text.len() >= longest, "more bytes, less text");
                longest = failed.text.len();
            }
        }
    }
    assert_eq!((longest, replies), (text.len(), recorded.len() - whole + 1));
    assert_eq!(fake.complaints(), []);
}
