package dev.switchboard.core.session;

import dev.switchboard.core.identity.Scope;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Where a session was made, and by that which scopes it takes to read it and to write into it. */
public enum SessionKind {
    /** Made by hand, to talk to an agent in. */
    AGENT(Scope.TASK_READ, Scope.TASK_WRITE),
    /** Made by the first message a channel's peer sent. */
    CHAT(Scope.TASK_READ, Scope.TASK_WRITE),
    /** Made by a task that was given no other. */
    TASK(Scope.TASK_READ, Scope.TASK_WRITE),
    /** A foreign program that talks for itself. */
    HEADLESS(Scope.TERMINAL_READ, Scope.TERMINAL_WRITE),
    TERMINAL(Scope.TERMINAL_READ, Scope.TERMINAL_WRITE);

    private final Scope reading;
    private final Scope writing;

    SessionKind(Scope reading, Scope writing) {
        this.reading = reading;
        this.writing = writing;
    }

    public Scope reading() {
        return reading;
    }

    public Scope writing() {
        return writing;
    }

    /** Whether what is said in it is the gateway's to keep and to forget; a foreign program keeps its own. */
    public boolean isConversation() {
        return switch (this) {
            case AGENT, CHAT, TASK -> true;
            case HEADLESS, TERMINAL -> false;
        };
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<SessionKind> named(String wireName) {
        return Arrays.stream(values())
                .filter(kind -> kind.wireName().equals(wireName))
                .findFirst();
    }

    /** What may be read with these scopes. */
    public static Set<SessionKind> readable(Predicate<Scope> allowed) {
        var kinds = EnumSet.noneOf(SessionKind.class);
        for (var kind : values()) {
            if (allowed.test(kind.reading)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
