package dev.switchboard.core.task;

import dev.switchboard.core.identity.RunId;
import java.util.List;
import java.util.Optional;

/** All runs, whatever channel their message came through. */
public interface Tasks {
    Optional<Task> find(RunId run);

    /** Those without an end, oldest first. A message that is no task has a run only when it has begun. */
    List<Task> open(int limit);

    /** Those that were submitted as tasks and have ended, newest first. */
    List<Task> ended(int limit);
}
