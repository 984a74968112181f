package dev.switchboard.edge.http;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path with variables, such as {@code /api/channels/{channel_id}/events}. It is compared with segments that were split
 * first and decoded after, so a variable takes any text, a slash or {@code ..} included, and never more than one
 * segment. It takes no empty text. A slash at the end counts.
 */
public record PathPattern(String text) implements Comparable<PathPattern> {

    public PathPattern {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("a path starts with a slash: " + text);
        }
        var names = new HashSet<String>();
        var pieces = pieces(text);
        for (int i = 0; i < pieces.size(); i++) {
            var piece = pieces.get(i);
            var isEmptyInside = piece.isEmpty() && i < pieces.size() - 1;
            if (isEmptyInside || (isVariable(piece) && !names.add(piece))) {
                throw new IllegalArgumentException("an empty piece or a name used twice: " + text);
            }
        }
    }

    /** The variables by name, if these decoded segments fit. */
    Optional<Map<String, String>> match(List<String> segments) {
        var pieces = pieces(text);
        var asked = segments.equals(List.of("")) ? List.<String>of() : segments;
        if (pieces.size() != asked.size()) {
            return Optional.empty();
        }
        var variables = new HashMap<String, String>();
        for (int i = 0; i < pieces.size(); i++) {
            var piece = pieces.get(i);
            var segment = asked.get(i);
            if (isVariable(piece) && !segment.isEmpty()) {
                variables.put(piece.substring(1, piece.length() - 1), segment);
            } else if (!piece.equals(segment) || isVariable(piece)) {
                return Optional.empty();
            }
        }
        return Optional.of(Map.copyOf(variables));
    }

    /** The same paths fit both, whatever their variables are called. */
    String shape() {
        return pieces(text).stream()
                .map(piece -> isVariable(piece) ? "/{}" : "/" + piece)
                .collect(Collectors.joining());
    }

    /** The one that names more, from the left, comes first. */
    @Override
    public int compareTo(PathPattern other) {
        var ours = pieces(text);
        var theirs = other.pieces(other.text);
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            var difference = Boolean.compare(isVariable(ours.get(i)), isVariable(theirs.get(i)));
            if (difference != 0) {
                return difference;
            }
        }
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isVariable(String piece) {
        return piece.startsWith("{") && piece.endsWith("}");
    }

    private static List<String> pieces(String text) {
        return text.equals("/") ? List.of() : Arrays.asList(text.substring(1).split("/", -1));
    }
}
