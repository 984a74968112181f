package dev.switchboard.core.tool;

/** Remembers which process groups a run has started, so that the next gateway can end those of a dead one. */
public interface ProcessJournal {
    /** Returns after the commit; only then may the group begin its work. */
    void starting(ProcessGroup group);

    /** The group is gone. */
    void ended(ProcessGroup group);
}
