//! American checkers on paper: board, legal moves, notation and game records.
