// Loads an engine as CheckerBoard does, checks its name, protocol and game, and lets it play both
// sides of a game from the first position:  checkerboard-test ENGINE.dll
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct square { int x, y; };
struct move {
    int jumps, new_piece, old_piece;
    struct square from, to, path[12], taken[12];
    int taken_pieces[12];
};
typedef int board[8][8];
typedef int(WINAPI *getmove_function)(board, int, double, char *, int *, int, int, struct move *);
typedef int(WINAPI *command_function)(const char *, char *);

enum { WHITE = 1, BLACK = 2, MAN = 4, UNKNOWN = 3, PLIES = 40 };

static void must(int held, const char *what) {
    if (!held) {
        printf("engine: %s\n", what);
        exit(1);
    }
}

static void answers(command_function command, const char *question, const char *expected) {
    char reply[1024] = "";
    must(command(question, reply) == 1, question);
    must(strncmp(reply, expected, strlen(expected)) == 0, reply);
}

// Makes a move on the board `before`. Returns true if `after`, the engine's board, is the same.
static int is_move(board before, board after, const struct move *move) {
    before[move->from.x][move->from.y] = 0;
    before[move->to.x][move->to.y] = move->new_piece;
    for (int jump = 0; jump < move->jumps; jump++)
        before[move->taken[jump].x][move->taken[jump].y] = 0;
    return memcmp(before, after, sizeof(board)) == 0;
}

int main(int count, char **words) {
    must(count == 2, "name the engine");
    HMODULE library = LoadLibraryA(words[1]);
    must(library != NULL, "the library does not load");
    getmove_function getmove = (getmove_function)(void *)GetProcAddress(library, "getmove");
    command_function command = (command_function)(void *)GetProcAddress(library, "enginecommand");
    must(getmove != NULL && command != NULL, "a function is missing");
    answers(command, "name", "Video Checkers");
    answers(command, "get protocolversion", "2");
    answers(command, "get gametype", "21");
    answers(command, "set level 3", "level 3");

    board squares = {{0}};
    for (int y = 0; y < 8; y++)
        for (int x = y % 2; x < 8; x += 2)
            squares[x][y] = y < 3 ? BLACK | MAN : y > 4 ? WHITE | MAN : 0;
    int color = BLACK, ply = 0, result = UNKNOWN;
    char text[1024] = "";
    for (; ply < PLIES && result == UNKNOWN; ply++, color ^= BLACK | WHITE) {
        board before;
        int play_now = 0;
        struct move move;
        memcpy(before, squares, sizeof(board));
        result = getmove(squares, color, 5.0, text, &play_now, ply == 0, 0, &move);
        must(memcmp(before, squares, sizeof(board)) != 0, text);
        must(is_move(before, squares, &move), text);
    }
    must(ply > 20, text);
    printf("engine: %d plies, the last: %s\n", ply, text);
    return 0;
}
