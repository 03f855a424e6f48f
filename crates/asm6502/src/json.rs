//! JSON objects and strings for messages and the map file.

/// Returns a JSON object. The members' values must already be JSON.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", string(name)))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// Returns a JSON value, or `null` if there is none.
pub(crate) fn optional(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_owned())
}

/// Returns a text as a JSON string, with quotes and escapes.
pub(crate) fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            control if control < ' ' => quoted.push_str(&format!("\\u{:04x}", control as u32)),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
