//! The Debug Adapter Protocol's published JSON schema. Every message from the adapter is checked
//! against it.
//!
//! The schema is part of the Python package debugpy, which the README's test command installs.

use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};

/// Returns the schema, if the package is installed.
pub fn schema() -> Option<&'static Value> {
    static SCHEMA: OnceLock<Option<Value>> = OnceLock::new();
    let read = || serde_json::from_slice(&std::fs::read(schema_path()?).ok()?).ok();
    SCHEMA.get_or_init(read).as_ref()
}

fn schema_path() -> Option<PathBuf> {
    let environment = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python");
    let programs = ["bin/python3", "Scripts/python.exe"].map(|name| environment.join(name));
    let mut programs = programs.into_iter().filter(|program| program.exists());
    let program = programs.next().unwrap_or("python3".into());
    let script = "import importlib.util as u; print(u.find_spec('debugpy').origin)";
    let output = Command::new(program).args(["-c", script]).output().ok()?;
    let package = String::from_utf8(output.stdout).ok()?;
    let folder = Path::new(package.trim()).parent()?;
    let file = "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json";
    Some(folder.join(file)).filter(|path| path.is_file())
}

/// Panics if a response or an event violates the schema. The schema has no definitions for this
/// adapter's own requests and events, so they are only checked against the schema's general
/// definitions of a response and an event.
pub fn check(message: &Value) {
    let Some(schema) = schema() else {
        return;
    };
    let (name, general) = match message["type"].as_str() {
        Some("response") if message["success"] == false => ("Error", "Response"),
        Some("response") => (message["command"].as_str().unwrap(), "Response"),
        _ => (message["event"].as_str().unwrap(), "Event"),
    };
    let name = name[..1].to_uppercase() + &name[1..] + general;
    let definition = match schema["definitions"].get(&name) {
        Some(definition) => definition,
        None => &schema["definitions"][general],
    };
    if let Err(fault) = check_value(definition, message, schema) {
        panic!("{name}{fault}: {message}");
    }
}

/// Checks a value against a definition in the schema. The error says where the first violation is
/// and what is wrong there. Supports only the keywords that occur in this schema.
fn check_value(definition: &Value, value: &Value, schema: &Value) -> Result<(), String> {
    if let Some(reference) = definition["$ref"].as_str() {
        let target = schema.pointer(reference.trim_start_matches('#')).unwrap();
        return check_value(target, value, schema);
    }
    for part in array_items(&definition["allOf"]) {
        check_value(part, value, schema)?;
    }
    let mut choices = array_items(&definition["oneOf"]).peekable();
    if choices.peek().is_some() && choices.all(|choice| check_value(choice, value, schema).is_err())
    {
        return Err(" fits no choice".into());
    }
    let types: Vec<&Value> = match &definition["type"] {
        Value::Null => Vec::new(),
        Value::Array(types) => types.iter().collect(),
        one => vec![one],
    };
    if !types.is_empty()
        && !types
            .iter()
            .any(|name| has_type(value, name.as_str().unwrap()))
    {
        return Err(format!(" is not {types:?}"));
    }
    if let Some(values) = definition["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!(" is not one of {values:?}"));
    }
    for name in array_items(&definition["required"]).filter_map(Value::as_str) {
        if value.get(name).is_none() {
            return Err(format!(" has no {name}"));
        }
    }
    for (name, property) in definition["properties"].as_object().into_iter().flatten() {
        if let Some(value) = value.get(name) {
            check_value(property, value, schema).map_err(|fault| format!(".{name}{fault}"))?;
        }
    }
    for item in array_items(value).filter(|_| definition["items"].is_object()) {
        check_value(&definition["items"], item, schema).map_err(|fault| format!("[]{fault}"))?;
    }
    Ok(())
}

fn array_items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        _ => panic!("the schema has the type {name}"),
    }
}

#[test]
fn the_schema_check_rejects_invalid_messages() {
    let Some(schema) = schema() else {
        support::ignore("debugpy is missing; the README's test command installs it");
        return;
    };
    let check = |name: &str, text: &str| {
        let value: Value = serde_json::from_str(text).unwrap();
        check_value(&schema["definitions"][name], &value, schema)
    };
    let variable = r#"{"name":"a","value":"1","variablesReference":0}"#;
    assert_eq!(check("Variable", variable), Ok(()));
    let null = variable.replace('}', r#","indexedVariables":null}"#);
    assert!(
        check("Variable", &null)
            .unwrap_err()
            .contains("indexedVariables")
    );
    assert!(check("Variable", r#"{"name":"a"}"#).is_err());
    assert!(
        check(
            "StoppedEvent",
            r#"{"seq":1,"type":"event","event":"stopped"}"#
        )
        .is_err()
    );
}
