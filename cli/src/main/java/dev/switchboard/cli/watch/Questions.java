package dev.switchboard.cli.watch;

import dev.switchboard.cli.approve.Question;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What waits for an answer in a session, the oldest first. A gateway tells it again when one comes back. */
final class Questions {
    private static final int MOST = 256;

    private final Map<String, Question> open = new LinkedHashMap<>();
    /** Those we answered, until the gateway has said that they are over. */
    private final Set<String> answered = new HashSet<>();

    /** False if it is there already, or was answered. */
    boolean add(Question question) {
        if (open.size() >= MOST || answered.contains(question.id())) {
            return false;
        }
        return open.putIfAbsent(question.id(), question) == null;
    }

    void answered(String id) {
        open.remove(id);
        if (answered.size() >= MOST) {
            answered.clear(); // the gateway never said so; at worst one is shown again
        }
        answered.add(id);
    }

    /** Null if we did not know of it, or answered it ourselves. */
    @Nullable
    Question resolved(String id) {
        answered.remove(id);
        return open.remove(id);
    }

    @Nullable
    Question first() {
        return open.isEmpty() ? null : open.values().iterator().next();
    }

    List<Question> all() {
        return List.copyOf(open.values());
    }
}
