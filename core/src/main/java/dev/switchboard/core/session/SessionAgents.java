package dev.switchboard.core.session;

import java.nio.file.Path;
import java.util.List;

/** The agents, as far as sessions have to do with them. */
public interface SessionAgents {
    List<String> names();

    /** Who answers in it just now. */
    String answeringIn(Session session);

    /** @param agent one of {@link #names}; the usual one's name is {@link #usual} */
    Path workspaceOf(String agent);

    /** Who answers where nobody was chosen. */
    String usual();
}
