package dev.switchboard.core.session;

import dev.switchboard.core.workspace.WorkFolder;
import java.nio.file.Path;
import java.util.List;

/** The agents, as far as sessions have to do with them. */
public interface SessionAgents {
    List<String> names();

    /** Who answers in it just now. */
    String answeringIn(Session session);

    /** @param agent one of {@link #names}; the usual one's name is {@link #usual} */
    Path workspaceOf(String agent);

    /** Where the runs of a session find its files. */
    default WorkFolder folderOf(Session session) {
        return WorkFolder.of(workspaceOf(answeringIn(session)), session.workingDir());
    }

    /** Who answers where nobody was chosen. */
    String usual();
}
