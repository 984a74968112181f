package dev.switchboard.app.conformance;

import java.util.Locale;

/** One thing that is asked of the other side. Implemented by enums: their order is that of the table. */
public interface Requirement {
    String name();

    /** Says what the other side does when it does it right: "opens the URL". */
    String title();

    /** For machines; never changes. */
    default String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
