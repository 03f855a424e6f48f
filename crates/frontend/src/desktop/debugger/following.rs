//! Runs the debugger's machine alongside the game, to notice breakpoints.

use super::base::WindowDebugger;
use debugger::Stop;
use play::session::Session;

impl WindowDebugger {
    /// Repeats, with the same input, the frame that the session has just run. Returns `Some` if a
    /// breakpoint or a trap stops the debugger's machine in the middle of this frame. The session
    /// itself is then already at the end of the frame.
    ///
    /// If the session was rewound or has loaded a state, this frame does not follow the previous
    /// one. The debugger then takes over the session again, and ignores breakpoints in this frame.
    pub fn follow(&mut self, session: &Session) -> Option<Stop> {
        let is_next = self.followed_frame + 1 == session.frames();
        self.followed_frame = session.frames();
        if !is_next {
            self.take_over_again(session);
            return None;
        }
        let input = *session.machine().input();
        let stop = self.commander.debugger.follow_frame(input, false);
        self.take_log();
        if stop.is_some() {
            return stop;
        }
        let (debugged, played) = (self.debugger().machine(), session.machine());
        if debugged.cycles() != played.cycles() || debugged.ram() != played.ram() {
            self.take_over_again(session);
        }
        None
    }
}
