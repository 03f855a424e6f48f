//! End-to-end tests of the program, the cartridge and the documents that describe them.
