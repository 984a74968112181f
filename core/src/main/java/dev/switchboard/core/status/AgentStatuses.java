package dev.switchboard.core.status;

import dev.switchboard.core.approval.Approvals;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.status.AgentStatus.State;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what agents are doing and tells of every change. It is told by the runs and their approvals and remembers
 * nothing across a restart.
 *
 * <p>Thread: any. Whoever listens is called on the thread that caused the change, for one agent never on two at once, so
 * that the last status told is the last there was: be quick.
 */
public final class AgentStatuses {
    private static final Logger log = LoggerFactory.getLogger(AgentStatuses.class);
    private static final Set<String> UNREACHABLE =
            Set.of(ErrorCode.MODEL_UNAVAILABLE.wireName(), ErrorCode.MODEL_TIMEOUT.wireName());

    /** What an agent has spent, and may spend, in the present period. */
    public record Money(String period, long spentMicros, long limitMicros) {}

    /** Asked whenever a status is made. */
    public interface Purse {
        /** Null for an agent without a budget. */
        @Nullable
        Money of(String agent);
    }

    private static final class Activity {
        /** The runs under way, oldest first, and whether each waits for an approval. */
        final LinkedHashMap<RunId, Boolean> runs = new LinkedHashMap<>();

        boolean unreachable;
        /** The period in which a run ended for want of money. */
        @Nullable
        String spentUpIn;

        /** Held from the look at the above until everyone was told of it. */
        final ReentrantLock telling = new ReentrantLock();
    }

    private final Map<String, Activity> agents = new ConcurrentHashMap<>();
    private final List<Consumer<AgentStatus>> listeners = new CopyOnWriteArrayList<>();
    private final Purse purse;

    public AgentStatuses(Collection<String> agents, Purse purse) {
        agents.forEach(agent -> this.agents.put(agent, new Activity()));
        this.purse = purse;
    }

    /** Hears of questions from now on. */
    public AgentStatuses watching(Approvals approvals) {
        approvals.subscribe(notice -> {
            boolean asked = notice instanceof Approvals.Notice.Asked;
            agents.forEach((agent, activity) -> {
                boolean known;
                synchronized (activity) {
                    known = activity.runs.replace(notice.approval().run(), asked) != null;
                }
                if (known) {
                    tell(agent, activity);
                }
            });
        });
        return this;
    }

    public void began(String agent, RunId run) {
        change(agent, activity -> activity.runs.put(run, false));
    }

    /** @param end null if it was let go and begins again later */
    public void ended(String agent, RunId run, RunEvent.@Nullable Final end) {
        var money = money(agent);
        change(agent, activity -> {
            activity.runs.remove(run);
            if (end instanceof RunEvent.Failed failed) {
                activity.unreachable = UNREACHABLE.contains(failed.code());
                if (failed.code().equals(ErrorCode.BUDGET_EXCEEDED.wireName()) && money != null) {
                    activity.spentUpIn = money.period();
                }
            } else if (end instanceof RunEvent.Answered) {
                activity.unreachable = false;
            }
        });
    }

    /** Tells one who has subscribed what there is; nobody tells it anything older afterwards. */
    public void tellAll(Consumer<AgentStatus> listener) {
        new TreeMap<>(agents).forEach((agent, activity) -> tell(agent, activity, List.of(listener)));
    }

    public AutoCloseable subscribe(Consumer<AgentStatus> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void change(String agent, Consumer<Activity> how) {
        var activity = agents.computeIfAbsent(agent, _ -> new Activity());
        synchronized (activity) {
            how.accept(activity);
        }
        tell(agent, activity);
    }

    private void tell(String agent, Activity activity) {
        if (!listeners.isEmpty()) {
            tell(agent, activity, listeners);
        }
    }

    private void tell(String agent, Activity activity, List<Consumer<AgentStatus>> whom) {
        activity.telling.lock();
        try {
            var status = status(agent, activity);
            for (var listener : whom) {
                try {
                    listener.accept(status);
                } catch (RuntimeException | Error e) {
                    log.warn("somebody who watches the agents failed", e);
                }
            }
        } finally {
            activity.telling.unlock();
        }
    }

    private AgentStatus status(String agent, Activity activity) {
        var money = money(agent);
        synchronized (activity) {
            var newest =
                    activity.runs.isEmpty() ? null : activity.runs.lastEntry().getKey();
            return new AgentStatus(
                    agent,
                    state(activity, newest, money),
                    newest,
                    money == null ? null : money.spentMicros(),
                    money == null ? null : money.limitMicros());
        }
    }

    /** Null also while the store cannot say: a status is no reason for a run to fail. */
    private @Nullable Money money(String agent) {
        try {
            return purse.of(agent);
        } catch (SwitchboardException e) {
            log.warn("what {} has spent is not known: {}", agent, e.getMessage());
            return null;
        }
    }

    private static State state(Activity activity, @Nullable RunId newest, @Nullable Money money) {
        if (newest != null) {
            return Boolean.TRUE.equals(activity.runs.get(newest)) ? State.PAUSED : State.RUNNING;
        }
        if (money != null
                && (money.spentMicros() >= money.limitMicros() || money.period().equals(activity.spentUpIn))) {
            return State.PAUSED;
        }
        return activity.unreachable ? State.ERROR : State.IDLE;
    }
}
