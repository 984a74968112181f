package dev.switchboard.core.identity;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a credential allows. Always read from the server's record, never from what a client claims. */
public enum Scope {
    TASK_READ("task:read"),
    TASK_WRITE("task:write"),
    APPROVAL_RESPOND("approval:respond"),
    TERMINAL_READ("terminal:read"),
    TERMINAL_WRITE("terminal:write"),
    STATUS_READ("status:read"),
    ADMIN("admin");

    private final String wireName;

    Scope(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<Scope> named(String wireName) {
        return Arrays.stream(values())
                .filter(scope -> scope.wireName.equals(wireName))
                .findFirst();
    }

    public static Set<Scope> all() {
        return EnumSet.allOf(Scope.class);
    }
}
