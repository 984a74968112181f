package dev.switchboard.core.tool;

/** Ends process groups, also those of a gateway that is gone. */
public interface ProcessGroups {
    /** Ends it at once if it is still the group that was recorded, and never one that has its number by chance. */
    void end(ProcessGroup group);
}
