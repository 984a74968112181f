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
import java.util.concurrent.atomic.AtomicLong;
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

        /** As far as anybody has looked, and by which look. */
        @Nullable
        Money money;

        long look;

        /** Held from the look at the above until everyone was told of it. */
        final ReentrantLock telling = new ReentrantLock();

        synchronized boolean has(RunId run) {
            return runs.containsKey(run);
        }
    }

    private final Map<String, Activity> agents = new ConcurrentHashMap<>();
    private final List<Consumer<AgentStatus>> listeners = new CopyOnWriteArrayList<>();
    private final Purse purse;
    private final AtomicLong looks = new AtomicLong();

    public AgentStatuses(Collection<String> agents, Purse purse) {
        agents.forEach(agent -> this.agents.put(agent, new Activity()));
        this.purse = purse;
    }

    /** Hears of questions from now on. */
    public AgentStatuses watching(Approvals approvals) {
        approvals.subscribePrepared(approval -> {
            // Now, and not when everyone waits to be told of the question.
            agents.forEach((agent, activity) -> {
                if (!listeners.isEmpty() && activity.has(approval.run())) {
                    lookAtMoney(agent, activity);
                }
            });
            return this::heard;
        });
        return this;
    }

    private void heard(Approvals.Notice notice) {
        boolean asked = notice instanceof Approvals.Notice.Asked;
        agents.forEach((agent, activity) -> {
            boolean known;
            synchronized (activity) {
                known = activity.runs.replace(notice.approval().run(), asked) != null;
            }
            if (known) {
                tell(agent, activity, listeners);
            }
        });
    }

    public void began(String agent, RunId run) {
        var activity = activity(agent);
        if (!listeners.isEmpty()) {
            lookAtMoney(agent, activity);
        }
        change(agent, activity, () -> activity.runs.put(run, false));
    }

    /** @param end null if it was let go and begins again later */
    public void ended(String agent, RunId run, RunEvent.@Nullable Final end) {
        var activity = activity(agent);
        lookAtMoney(agent, activity);
        change(agent, activity, () -> {
            activity.runs.remove(run);
            if (end instanceof RunEvent.Failed failed) {
                activity.unreachable = UNREACHABLE.contains(failed.code());
                if (failed.code().equals(ErrorCode.BUDGET_EXCEEDED.wireName()) && activity.money != null) {
                    activity.spentUpIn = activity.money.period();
                }
            } else if (end instanceof RunEvent.Answered) {
                activity.unreachable = false;
            }
        });
    }

    /** Tells one who has subscribed what there is; nobody tells it anything older afterwards. */
    public void tellAll(Consumer<AgentStatus> listener) {
        new TreeMap<>(agents).forEach((agent, activity) -> {
            lookAtMoney(agent, activity);
            tell(agent, activity, List.of(listener));
        });
    }

    public AutoCloseable subscribe(Consumer<AgentStatus> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private Activity activity(String agent) {
        return agents.computeIfAbsent(agent, _ -> new Activity());
    }

    private void change(String agent, Activity activity, Runnable how) {
        synchronized (activity) {
            how.run();
        }
        if (!listeners.isEmpty()) {
            tell(agent, activity, listeners);
        }
    }

    /** Never while somebody waits to be told: it is a question to the store. Whoever has looked last counts. */
    private void lookAtMoney(String agent, Activity activity) {
        long look = looks.incrementAndGet();
        var money = money(agent);
        synchronized (activity) {
            if (look > activity.look) {
                activity.look = look;
                activity.money = money;
            }
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
        synchronized (activity) {
            var money = activity.money;
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
