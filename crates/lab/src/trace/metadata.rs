//! The first line of a trace: a description of the cartridge and the settings.

use std::fmt::{self, Write};
use vcs::{PowerOn, cartridge::ArmOptions};

/// The cartridge and settings of a traced run: enough to reproduce the trace.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Metadata {
    /// SHA-256 of the cartridge image in hexadecimal.
    pub sha256: String,
    /// Size of the image in bytes.
    pub size: usize,
    /// Name of the bank-switch scheme.
    pub scheme: String,
    /// The options for the cartridge's ARM processor; all `None` if there is none.
    pub arm: ArmOptions,
    /// Television standard.
    pub tv: String,
    /// The state at power-on.
    pub power_on: PowerOn,
    /// SHA-256 of the input script, if there was one.
    pub script: Option<String>,
}

impl Metadata {
    /// Writes the two lines before a table. Both begin with `# `. The first contains the metadata
    /// as JSON, the second the column headings.
    pub fn write_table(
        &self,
        out: &mut impl Write,
        format: &str,
        version: u32,
        headings: &str,
    ) -> fmt::Result {
        out.write_str("# ")?;
        self.write_fields(out, format, version)?;
        let names = headings.split_whitespace();
        let names: Vec<String> = names.map(|name| format!("\"{name}\"")).collect();
        writeln!(out, r#","columns":[{}]}}"#, names.join(","))?;
        writeln!(out, "# {headings}")
    }

    /// Writes one line of JSON.
    pub fn write_json(&self, out: &mut impl Write, format: &str, version: u32) -> fmt::Result {
        self.write_fields(out, format, version)?;
        writeln!(out, "}}")
    }

    /// Writes the JSON object without its closing brace.
    fn write_fields(&self, out: &mut impl Write, format: &str, version: u32) -> fmt::Result {
        let state = self.power_on.state.name();
        write!(
            out,
            r#"{{"format":"{format}","version":{version},"cartridge":{{"sha256":"{}","size":{},"scheme":"{}"}},"tv":"{}","power_on":"{state}","seed":{}"#,
            self.sha256, self.size, self.scheme, self.tv, self.power_on.seed
        )?;
        if let Some(time) = self.arm.time {
            write!(out, r#","arm_time":"{}""#, time.name())?;
        }
        if let Some(kilohertz) = self.arm.kilohertz {
            write!(out, r#","arm_kilohertz":{kilohertz}"#)?;
        }
        #[cfg(feature = "arm-extra")]
        {
            if self.arm.driver == Some(vcs::cartridge::ArmDriver::Run) {
                write!(out, r#","arm_driver":"run""#)?;
            }
            if self.arm.compat == Some(true) {
                write!(out, r#","arm_compat":true"#)?;
            }
        }
        if let Some(script) = &self.script {
            write!(out, r#","script":"{script}""#)?;
        }
        write!(
            out,
            r#","program":"crownhead {}""#,
            env!("CARGO_PKG_VERSION")
        )
    }
}
