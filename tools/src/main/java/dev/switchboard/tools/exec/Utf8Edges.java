package dev.switchboard.tools.exec;

/** Where a text of UTF-8 can be cut without cutting a character. */
final class Utf8Edges {
    private Utf8Edges() {}

    /** How many of the first {@code length} bytes, four at least, make whole characters. */
    static int withoutBrokenEnd(byte[] bytes, int length) {
        int following = 0;
        while (following < 3 && isFollowing(bytes[length - 1 - following])) {
            following++;
        }
        int first = length - 1 - following;
        return following + 1 < lengthOf(bytes[first]) ? first : length;
    }

    /** How many bytes belong to a character that began before. */
    static int brokenStart(byte[] bytes) {
        int start = 0;
        while (start < Math.min(3, bytes.length) && isFollowing(bytes[start])) {
            start++;
        }
        return start;
    }

    private static boolean isFollowing(byte b) {
        return (b & 0xc0) == 0x80;
    }

    /** How many bytes a character has that begins so. */
    private static int lengthOf(byte first) {
        int value = first & 0xff;
        return value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : value >= 0xc0 ? 2 : 1;
    }
}
