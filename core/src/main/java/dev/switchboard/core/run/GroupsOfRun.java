package dev.switchboard.core.run;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;

/** Records the process groups of one run. */
record GroupsOfRun(RunId run, RunJournal journal) implements ProcessJournal {
    @Override
    public void starting(ProcessGroup group) {
        journal.groupBegins(run, group);
    }

    @Override
    public void ended(ProcessGroup group) {
        journal.groupEnded(group);
    }
}
