//! Allows linking the library without the interpreter, whose functions it finds when it is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
