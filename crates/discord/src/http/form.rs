//! An answer as it goes over the wire: JSON, or a form if there are files with it.

use twilight_model::http::attachment::Attachment;
use twilight_model::http::interaction::InteractionResponse;

/// The type of the content, and the content.
pub(super) fn written(answer: &InteractionResponse) -> Result<(String, Vec<u8>), serde_json::Error> {
    let json = serde_json::to_vec(answer)?;
    let files = answer.data.as_ref().and_then(|data| data.attachments.as_deref()).unwrap_or_default();
    if files.is_empty() {
        return Ok(("application/json".into(), json));
    }
    let boundary = boundary(&json, files);
    let mut out = Vec::with_capacity(json.len() + files.iter().map(|it| it.file.len() + 256).sum::<usize>());
    let head = |out: &mut Vec<u8>, about: &str| {
        let line = format!("--{boundary}\r\nContent-Disposition: form-data; {about}\r\n\r\n");
        out.extend_from_slice(line.as_bytes());
    };
    head(&mut out, "name=\"payload_json\"\r\nContent-Type: application/json");
    out.extend_from_slice(&json);
    out.extend_from_slice(b"\r\n");
    for Attachment { id, filename, file, .. } in files {
        let name = filename.replace(['"', '\\', '\r', '\n'], "_");
        head(&mut out, &format!("name=\"files[{id}]\"; filename=\"{name}\""));
        out.extend_from_slice(file);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
    Ok((format!("multipart/form-data; boundary={boundary}"), out))
}

/// A line that is in none of the parts.
fn boundary(json: &[u8], files: &[Attachment]) -> String {
    let mut boundary = String::from("parlor-part");
    let is_in = |part: &[u8], line: &str| part.windows(line.len()).any(|it| it == line.as_bytes());
    while is_in(json, &boundary) || files.iter().any(|it| is_in(&it.file, &boundary)) {
        boundary.push('-');
    }
    boundary
}

#[cfg(test)]
mod tests {
    use twilight_model::http::interaction::{InteractionResponseData, InteractionResponseType};

    use super::*;

    fn answer(files: Vec<Attachment>) -> InteractionResponse {
        let data = InteractionResponseData {
            content: Some("Drawn".into()),
            attachments: Some(files),
            ..InteractionResponseData::default()
        };
        InteractionResponse { kind: InteractionResponseType::ChannelMessageWithSource, data: Some(data) }
    }

    #[test]
    fn without_files_it_is_json() {
        let (content_type, body) = written(&answer(Vec::new())).unwrap();
        assert_eq!(content_type, "application/json");
        assert_eq!(body, br#"{"type":4,"data":{"attachments":[],"content":"Drawn"}}"#);
    }

    #[test]
    fn with_files_it_is_a_form_whose_boundary_is_in_no_part() {
        let file = Attachment::from_bytes("a\"b\r\n.png".into(), b"x\r\n--parlor-part\r\ny".to_vec(), 3);
        let (content_type, body) = written(&answer(vec![file])).unwrap();
        assert_eq!(content_type, "multipart/form-data; boundary=parlor-part-");
        let body = String::from_utf8(body).unwrap();
        assert!(body.contains(
            "name=\"files[3]\"; filename=\"a_b__.png\"\r\n\r\nx\r\n--parlor-part\r\ny\r\n--parlor-part---"
        ));
        assert_eq!(body.matches("--parlor-part-").count(), 3);
    }
}
