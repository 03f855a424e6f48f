//! Allows linking the library without the interpreter. The library finds the interpreter's
//! functions when it is loaded.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
