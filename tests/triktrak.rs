//! The Triktrak cartridge, driven on the console through its joystick and switches, with the rules
//! of `triktrak` as the judge.

#[path = "triktrak/build.rs"]
mod build;
#[path = "triktrak/facts.rs"]
mod facts;
#[path = "triktrak/games.rs"]
mod games;
#[path = "triktrak/referee.rs"]
mod referee;
#[path = "triktrak/table.rs"]
mod table;
#[path = "triktrak/timing.rs"]
mod timing;
#[path = "triktrak/vectors.rs"]
mod vectors;
