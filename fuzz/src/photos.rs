//! Photos of strangers. In a file of its own, so that the tests of the photos themselves can try the inputs that are kept.

/// Bytes that somebody calls a photo: a picture that can be cleaned again and keeps its size, or words.
pub fn photos(data: &[u8]) {
    match photos::clean(data) {
        Ok(clean) => {
            assert!(clean.width.max(clean.height) <= photos::CLEAN_SIDE_MAX);
            assert!(clean.jpeg.len() <= photos::CLEAN_BYTES_MAX);
            match photos::clean(&clean.jpeg) {
                Ok(again) => assert_eq!((again.width, again.height), (clean.width, clean.height)),
                Err(unfit) => panic!("a photo of our own was refused: {unfit}"),
            }
        }
        Err(unfit) => assert!(!unfit.to_string().is_empty(), "a refusal has words"),
    }
}
