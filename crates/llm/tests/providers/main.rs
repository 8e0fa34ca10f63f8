//! Every provider against its strict fake: one suite for all wires, and what is peculiar to each.

#![allow(clippy::expect_used, reason = "tests, and what they are made of")]

// Tests see their own crate by the name of its package; here it has its short name, as everywhere.
extern crate parlor_llm as llm;

mod broken;
mod cache;
mod faults;
mod peculiar;
mod photos;
mod proxy;
mod stage;
mod talk;
mod thinking;

/// Runs each test of the suite over every wire.
macro_rules! suite {
    ($($file:ident :: $test:ident),+ $(,)?) => {
        suite!(@wire openai, crate::stage::OpenAi, $($file::$test),+);
        suite!(@wire llama_cpp, crate::stage::LlamaCpp, $($file::$test),+);
        suite!(@wire ollama, crate::stage::Ollama, $($file::$test),+);
        suite!(@wire anthropic, crate::stage::Anthropic, $($file::$test),+);
        suite!(@wire gemini, crate::stage::Gemini, $($file::$test),+);
    };
    (@wire $wire:ident, $subject:ty, $($file:ident :: $test:ident),+) => {
        mod $wire {
            $(
                #[tokio::test]
                async fn $test() {
                    crate::$file::$test::<$subject>().await;
                }
            )+
        }
    };
}

suite!(
    talk::text_is_heard_and_replied,
    talk::text_comes_piece_by_piece,
    talk::bytes_may_come_one_by_one,
    talk::a_tool_is_called,
    talk::only_what_is_allowed_may_be_called_and_the_tools_stay_the_same,
    talk::tools_are_called_side_by_side,
    talk::an_answer_fits_a_schema,
    talk::one_of_several_answers_fits_a_schema,
    talk::numbers_lists_and_rows_fit_a_schema,
    talk::results_go_back,
    talk::what_went_wrong_goes_back,
    talk::settings_are_sent,
    talk::models_are_listed,
    cache::what_was_told_stays_as_it_was,
    cache::only_what_stays_is_marked,
    photos::photos_come_with_what_is_asked_and_after_what_was_told,
    photos::photos_of_one_turn_are_in_every_call_of_it_and_in_no_other,
    photos::what_is_no_photo_is_not_accepted,
    faults::a_refusal_is_told,
    faults::an_answer_is_cut_off,
    thinking::thoughts_and_answer_have_a_limit_each_and_the_sum_is_sent,
    thinking::an_answer_that_thinking_left_no_room_for_is_told_apart_from_one_that_is_too_long,
    faults::too_many_requests,
    faults::a_key_is_not_accepted,
    faults::a_request_is_not_accepted,
    faults::a_server_fails,
    faults::another_content_type_is_named,
    faults::a_huge_reply_is_left,
    faults::endless_thought_is_left,
    faults::garbage_is_named,
    faults::a_stream_fails_in_its_middle,
    faults::a_redirect_is_not_followed,
    faults::nobody_is_there,
    faults::a_dropped_call_hangs_up,
    broken::a_stream_breaks_at_every_byte,
);
