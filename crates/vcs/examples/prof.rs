#[path = "../tests/common/mod.rs"]
mod common;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let frames: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    for (n, c) in common::programs() {
        if n.contains(&name) {
            let mut m = common::machine(&c);
            for _ in 0..frames { m.frame(); }
            println!("{n} {}", m.cycles());
        }
    }
}
