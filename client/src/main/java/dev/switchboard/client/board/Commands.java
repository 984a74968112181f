package dev.switchboard.client.board;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages about tasks that the gateway has not answered. They are sent again after a cut, under the same ids: a gateway
 * takes each once. Thread: the client's.
 */
final class Commands {
    static final int MOST = 256;

    private final Map<String, Command> unanswered = new LinkedHashMap<>();

    /** @param about the task or approval whose end answers it too */
    private record Command(String about, String frame) {}

    /** False if there are too many. */
    boolean add(String id, String about, String frame) {
        return unanswered.size() < MOST && unanswered.put(id, new Command(about, frame)) == null;
    }

    void answered(String id) {
        unanswered.remove(id);
    }

    void over(String about) {
        unanswered.values().removeIf(command -> command.about().equals(about));
    }

    boolean isEmpty() {
        return unanswered.isEmpty();
    }

    void clear() {
        unanswered.clear();
    }

    Collection<String> frames() {
        return unanswered.values().stream().map(Command::frame).toList();
    }
}
