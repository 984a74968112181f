package dev.switchboard.core.journal;

import dev.switchboard.core.approval.Approval;
import dev.switchboard.core.identity.RunId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was recorded for runs that are under way, by whomever. It says what there is, and not what is new: looking again
 * finds the same again.
 *
 * @param begunAnew those whose session was begun anew since they were taken up: nothing they do counts any more
 * @param stops oldest first
 * @param sent the ids of messages that wait for each run to take them up
 * @param answered questions with their answers
 */
public record News(Set<RunId> begunAnew, List<Stop> stops, Map<RunId, List<String>> sent, List<Approval> answered) {
    public static final News NONE = new News(Set.of(), List.of(), Map.of(), List.of());

    /** @param kill its processes get no time to clean up */
    public record Stop(RunId run, boolean kill, @Nullable String reason) {}
}
