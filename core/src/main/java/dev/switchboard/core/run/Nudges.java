package dev.switchboard.core.run;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionEpoch;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.RunJournal;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings to the runs of this gateway what people have recorded for them: stops, messages, answers. A nudge makes one look
 * at once; beside that all are looked at every second, so that a lost nudge, or somebody who records without one, costs a
 * second and not an answer.
 *
 * <p>Thread: {@code nudged} on that of who nudges; a virtual thread of its own for the rest.
 */
final class Nudges implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final StopRequest BEGUN_ANEW = new StopRequest(true, "The conversation was begun anew.", null);
    private static final Logger log = LoggerFactory.getLogger(Nudges.class);

    private final LiveRuns live;
    private final RunJournal journal;
    private final Approvals approvals;
    private final Thread watch;

    Nudges(LiveRuns live, RunJournal journal, Approvals approvals) {
        this.live = live;
        this.journal = journal;
        this.approvals = approvals;
        this.watch = Thread.ofVirtual().name("nudges").start(this::watch);
    }

    /** Something is on record for what runs in this session, if that is here. */
    void nudged(SessionId session) {
        live.in(session).ifPresent(run -> look(List.of(run)));
    }

    private void watch() {
        while (true) {
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                return;
            }
            try {
                look(live.all());
            } catch (RuntimeException | Error e) {
                // The next look is in a second. Without one a lost nudge would be a lost answer.
                log.warn("what was recorded for runs could not be read: {}", e.toString());
            }
        }
    }

    private void look(Collection<LiveRuns.Live> looking) {
        var runs = new HashMap<RunId, LiveRuns.Live>();
        looking.forEach(run -> runs.put(run.run(), run));
        if (runs.isEmpty()) {
            return;
        }
        var at = new HashMap<RunId, SessionEpoch>();
        runs.forEach((id, run) -> at.put(id, run.at()));
        var news = journal.news(at, approvals.waitingFor(runs.keySet()));
        // Stops first: what was approved in the same second is not begun any more.
        runs.forEach((id, run) -> {
            if (news.begunAnew().contains(id)) {
                run.control().stop(BEGUN_ANEW);
            }
            take(run, news.sent().getOrDefault(id, List.of()));
        });
        for (var stop : news.stops()) {
            var run = runs.get(stop.run());
            if (run != null) {
                run.control().stop(new StopRequest(stop.kill(), stop.reason(), null));
            }
        }
        approvals.hear(news.answered());
    }

    /** The ids come with every look, the texts only once. */
    private void take(LiveRuns.Live run, List<String> messages) {
        if (!run.injections().knows(messages)) {
            journal.waiting(run.run()).forEach(run.injections()::add);
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
