package dev.switchboard.cli.watch;

/** What a person presses. */
enum Key {
    UP,
    DOWN,
    ENTER,
    YES,
    NO,
    QUIT,
    OTHER;

    static Key of(int character) {
        return switch (character) {
            case '\r', '\n' -> ENTER;
            case 'y', 'Y' -> YES;
            case 'n', 'N' -> NO;
            case 'k' -> UP;
            case 'j' -> DOWN;
            case 'q', 'Q', 4 -> QUIT; // 4 is Ctrl-D
            default -> OTHER;
        };
    }
}
