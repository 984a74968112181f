package dev.switchboard.tools.files;

import dev.switchboard.tools.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One block of a text replaced by another.
 *
 * <p>Models write {@code \n} whatever a file has. So in a file with {@code \r\n} each line break of the old block stands
 * for either, unless the model shows by a {@code \r} that it means it to the letter; and the new block gets the line
 * breaks of the place it comes to.
 *
 * @param text the whole, after the change
 * @param area the new block in it; of a deleted block the line where it was
 */
record Edit(String text, @Nullable Area area) {
    private static final int LINES_NAMED = 5;

    /** From {@code start} to before {@code end}. */
    private record Block(int start, int end) {}

    static Edit replace(String path, String text, String old, String replacement) throws Refused {
        if (old.isEmpty()) {
            throw new Refused("old must not be empty: give the text to be replaced, or use write or append");
        }
        if (old.equals(replacement)) {
            throw new Refused("old and new are the same, so there is nothing to change");
        }
        var exact = text.contains("\r\n") && old.indexOf('\r') < 0 ? List.<Block>of() : exactly(text, old);
        var found = exact.isEmpty() && text.contains("\r\n") ? withEitherBreak(text, old) : exact;
        if (found.isEmpty()) {
            throw absent(path, text, old);
        }
        if (found.size() > 1) {
            throw ambiguous(path, text, found);
        }
        var block = found.getFirst();
        return exact.isEmpty()
                ? put(text, block, localBreaks(text, block, replacement))
                : put(text, block, replacement);
    }

    private static Edit put(String text, Block block, String replacement) {
        var result = text.substring(0, block.start()) + replacement + text.substring(block.end());
        long all = Lines.in(result);
        if (all == 0) {
            return new Edit(result, null);
        }
        long first = Math.min(all, Lines.at(result, block.start()));
        long last = Math.min(all, first + Math.max(1, Lines.in(replacement)) - 1);
        return new Edit(result, new Area(first, last));
    }

    private static List<Block> exactly(String text, String old) {
        var found = new ArrayList<Block>();
        // Overlapping ones count as well: which of them is meant is just as unclear.
        for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) {
            found.add(new Block(at, at + old.length()));
        }
        return found;
    }

    /** Looks in the text without its {@code \r} before {@code \n}, and gives the blocks as they are in the text. */
    private static List<Block> withEitherBreak(String text, String old) {
        var plain = new StringBuilder(text.length());
        var origin = new int[text.length() + 1];
        for (int i = 0; i < text.length(); i++) {
            boolean dropped = text.charAt(i) == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (!dropped) {
                // A line break begins with its \r.
                boolean pair = text.charAt(i) == '\n' && i > 0 && text.charAt(i - 1) == '\r';
                origin[plain.length()] = pair ? i - 1 : i;
                plain.append(text.charAt(i));
            }
        }
        origin[plain.length()] = text.length();
        return exactly(plain.toString(), old.replace("\r\n", "\n")).stream()
                .map(block -> new Block(origin[block.start()], origin[block.end()]))
                .toList();
    }

    /** The first line break from the block on says which kind is in use there, else the last before it. */
    private static String localBreaks(String text, Block block, String replacement) {
        int after = text.indexOf('\n', block.start());
        int near = after >= 0 ? after : text.lastIndexOf('\n', block.start());
        boolean pairs = near > 0 && text.charAt(near - 1) == '\r';
        return pairs ? replacement.replace("\r\n", "\n").replace("\n", "\r\n") : replacement;
    }

    private static Refused absent(String path, String text, String old) {
        var firstLine = old.strip().lines().findFirst().orElse("");
        int near = firstLine.isEmpty() ? -1 : text.indexOf(firstLine.strip());
        return new Refused(
                "old is not in %s%s: read it and give the text exactly as it stands there, with its indentation"
                        .formatted(path, near < 0 ? "" : "; only its first line is, at line " + Lines.at(text, near)));
    }

    private static Refused ambiguous(String path, String text, List<Block> found) {
        var lines = found.stream()
                .limit(LINES_NAMED)
                .map(block -> String.valueOf(Lines.at(text, block.start())))
                .collect(Collectors.joining(", "));
        return new Refused(
                "old is %d times in %s, at lines %s%s: give more of the text around it, so that it is there once"
                        .formatted(found.size(), path, lines, found.size() > LINES_NAMED ? " and more" : ""));
    }
}
