package dev.switchboard.core.run;

import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.journal.Injection.Mode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Messages sent to a run that it has not taken up, in order. The store has them too: this only saves asking it.
 *
 * <p>Thread: any.
 */
final class Injections {
    private final Map<String, Injection> waiting = new LinkedHashMap<>();
    private final List<String> taken = new ArrayList<>();

    synchronized void add(Injection injection) {
        if (!taken.contains(injection.messageId())) {
            waiting.putIfAbsent(injection.messageId(), injection);
        }
    }

    /** Whether all of these are here, or were. */
    synchronized boolean knows(Collection<String> messageIds) {
        return messageIds.stream().allMatch(id -> waiting.containsKey(id) || taken.contains(id));
    }

    /** Whether the run was ever told anything beside its message. */
    synchronized boolean anyTaken() {
        return !taken.isEmpty();
    }

    /** Those that are meant for the very next model call. */
    synchronized List<Injection> steering() {
        return take(injection -> injection.mode() == Mode.STEER);
    }

    /** What the next turn is about: all that was collected, else the oldest one. */
    synchronized List<Injection> nextTurn() {
        var collected = take(injection -> injection.mode() == Mode.COLLECT);
        if (!collected.isEmpty() || waiting.isEmpty()) {
            return collected;
        }
        var oldest = waiting.values().iterator().next();
        return take(injection -> injection.equals(oldest));
    }

    private List<Injection> take(Predicate<Injection> wanted) {
        var found = waiting.values().stream().filter(wanted).toList();
        found.forEach(injection -> {
            waiting.remove(injection.messageId());
            taken.add(injection.messageId());
        });
        return found;
    }
}
