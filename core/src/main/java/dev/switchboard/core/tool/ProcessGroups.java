package dev.switchboard.core.tool;

import java.time.Duration;
import java.util.Optional;

/** Knows and ends process groups, also those of a gateway that is gone. */
public interface ProcessGroups {
    /** The group that a process leads, together with the session that began with it; empty if it is gone. */
    Optional<ProcessGroup> of(long pid);

    /** Ends it at once if it is still the group that was recorded, and never one that has its number by chance. */
    void end(ProcessGroup group);

    /**
     * Tells all members that their terminal is gone, and ends those that stay for longer than {@code grace}.
     *
     * @return whether all are gone; not so if the system itself holds one
     */
    boolean hangUp(ProcessGroup group, Duration grace);
}
