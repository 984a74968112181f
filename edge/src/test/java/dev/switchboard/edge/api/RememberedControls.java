package dev.switchboard.edge.api;

import dev.switchboard.core.control.RunControls;
import dev.switchboard.core.identity.RunId;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One run that can be stopped and steered, and what was asked of it. */
final class RememberedControls implements RunControls {
    static final RunId RUN = new RunId("run-1");

    final List<String> done = new ArrayList<>();
    final List<Injection> injected = new ArrayList<>();
    boolean runs = true;

    @Override
    public Optional<RunId> stop(SessionId session, boolean kill, @Nullable String reason) {
        if (!runs) {
            return Optional.empty();
        }
        done.add("%s %s: %s".formatted(kill ? "kill" : "stop", session, reason));
        return Optional.of(RUN);
    }

    @Override
    public void stop(SessionId session, RunId run, @Nullable String reason) {
        done.add("stop %s of %s: %s".formatted(run, session, reason));
    }

    @Override
    public Injected inject(SessionId session, RunId run, Injection injection) {
        if (!runs || !run.equals(RUN)) {
            return Injected.NOT_RUNNING;
        }
        var line = "%s %s: %s".formatted(injection.mode().wireName(), injection.messageId(), injection.text());
        if (done.contains(line)) {
            return Injected.DUPLICATE;
        }
        done.add(line);
        injected.add(injection);
        return Injected.TAKEN;
    }

    @Override
    public Optional<RunId> running(SessionId session) {
        return runs ? Optional.of(RUN) : Optional.empty();
    }

    @Override
    public List<String> agents() {
        return List.of("default", "coder");
    }

    @Override
    public boolean switchAgent(SessionId session, String agent) {
        return known("switch", session, agent);
    }

    @Override
    public boolean handOver(SessionId session, String agent) {
        return known("handover", session, agent);
    }

    private boolean known(String how, SessionId session, String agent) {
        if (!agents().contains(agent)) {
            return false;
        }
        done.add("%s %s: %s".formatted(how, session, agent));
        return true;
    }
}
