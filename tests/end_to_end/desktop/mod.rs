//! The desktop program on a virtual X server: keys, switches, picture, sound, exit.

mod checkers;
mod controllers;
mod debugger;
mod faults;
mod keys;
mod kills;
mod launcher;
mod menus;
mod options;
mod pace;
mod pads;
mod pause_save_rewind;
mod picture;
mod records;
mod save_key;
mod session;
mod shapes;
mod sound;
mod sources;
pub mod stage;
mod survival;
