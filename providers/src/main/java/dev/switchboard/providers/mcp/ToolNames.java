package dev.switchboard.providers.mcp;

import dev.switchboard.core.identity.Sha256;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/** Gives each tool a name that models accept and no other tool has; the same one as long as the tools are the same. */
final class ToolNames {
    private static final int LONGEST = 64;
    private static final int MARK = 8;

    private final Set<String> taken;

    ToolNames(Set<String> taken) {
        this.taken = new HashSet<>(taken);
    }

    String name(String server, String tool) {
        String plain = (server + "_" + tool).replaceAll("[^a-zA-Z0-9_-]", "_");
        if (plain.length() <= LONGEST && taken.add(plain)) {
            return plain;
        }
        // Not a number: that would depend on which tools came before.
        String mark = mark(server + "\0" + tool);
        String marked = marked(plain, mark);
        // Two halves of characters are one byte sequence and so one mark, and a model refuses two tools of one name.
        while (!taken.add(marked)) {
            mark = mark(mark);
            marked = marked(plain, mark);
        }
        return marked;
    }

    private static String mark(String of) {
        return HexFormat.of().formatHex(Sha256.of(of)).substring(0, MARK);
    }

    private static String marked(String plain, String mark) {
        return plain.substring(0, Math.min(plain.length(), LONGEST - MARK - 1)) + "_" + mark;
    }
}
