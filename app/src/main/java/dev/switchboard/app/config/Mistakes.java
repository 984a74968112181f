package dev.switchboard.app.config;

import java.util.ArrayList;
import java.util.List;

/** Gathers what is wrong, so that a person hears all of it at once. Paths are relative to whoever gathers. */
final class Mistakes {
    private final List<Mistake> found = new ArrayList<>();

    Mistakes require(boolean holds, String path, String sentence) {
        if (!holds) {
            add(path, sentence);
        }
        return this;
    }

    Mistakes between(int low, int high, String path, int value) {
        if (value < low || value > high) {
            add(path, "must be between %d and %d, was %d".formatted(low, high, value));
        }
        return this;
    }

    /** One a place: what follows from the first mistake there would only confuse. */
    void add(String path, String sentence) {
        if (found.stream().noneMatch(earlier -> earlier.path().equals(path))) {
            found.add(new Mistake(path, sentence));
        }
    }

    void addAll(String parent, List<Mistake> others) {
        others.forEach(mistake -> add(Mistake.join(parent, mistake.path()), mistake.sentence()));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Mistake> all() {
        return List.copyOf(found);
    }

    /** The last words of a compact constructor. */
    void raise() {
        if (!found.isEmpty()) {
            throw new InvalidConfigException(found);
        }
    }
}
