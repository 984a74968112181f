package dev.switchboard.testkit;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.tool.HeldOutput;
import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.PlanHolder;
import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.workspace.WorkFolder;
import java.nio.file.Path;
import java.util.Optional;

/** The surroundings of a call that needs none. */
public final class Contexts {
    private Contexts() {}

    public static ToolContext none() {
        var session = new SessionId("s");
        return new ToolContext(
                session,
                new RunId("r"),
                new WorkFolder(Path.of("."), null),
                new NoProcesses(),
                new NoPlan(),
                () -> false,
                new HeldOutput(new Total("tool output", 64 * 1024 * 1024), session));
    }

    private static final class NoProcesses implements ProcessJournal {
        @Override
        public void starting(ProcessGroup group) {
            throw new AssertionError("a call without surroundings starts no process");
        }

        @Override
        public void ended(ProcessGroup group) {
            throw new AssertionError("a call without surroundings ends no process");
        }
    }

    private static final class NoPlan implements PlanHolder {
        @Override
        public Optional<Plan> plan() {
            return Optional.empty();
        }

        @Override
        public void change(Plan plan) {
            throw new AssertionError("a call without surroundings changes no plan");
        }
    }
}
