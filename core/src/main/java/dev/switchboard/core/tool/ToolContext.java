package dev.switchboard.core.tool;

import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.workspace.WorkFolder;
import java.util.function.BooleanSupplier;

/**
 * What a call knows of its surroundings.
 *
 * @param workspace the only folder file tools reach and the one commands start in
 * @param processes where a process group is recorded before it begins
 * @param plan the run's plan
 * @param killed true when what runs is to be ended at once, without time to clean up
 * @param held what this one call holds in memory
 */
public record ToolContext(
        SessionId session,
        RunId run,
        WorkFolder workspace,
        ProcessJournal processes,
        PlanHolder plan,
        BooleanSupplier killed,
        HeldOutput held) {

    /** The same for another call of the run, which holds nothing yet. */
    public ToolContext ofNextCall() {
        return new ToolContext(session, run, workspace, processes, plan, killed, held.ofNextCall());
    }
}
