package dev.switchboard.edge.hud;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.edge.api.ApprovalAnswers;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.ToHud;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody who looks at a session does to it beside talking. What is done shows as an event; only what cannot be done
 * is answered.
 */
final class ControlDesk {
    private final Huds huds;
    private final Huds.Services services;
    private final SessionId session;
    private final Credential credential;
    private final Consumer<ToHud> out;

    ControlDesk(Huds huds, SessionId session, Credential credential, Consumer<ToHud> out) {
        this.huds = huds;
        this.services = huds.services();
        this.session = session;
        this.credential = credential;
        this.out = out;
    }

    void stop(boolean kill) {
        if (services.controls().stop(session, kill, null).isEmpty()) {
            refuse("nothing_runs", "Nothing runs in this session just now.");
        }
    }

    void reset() {
        var found = services.sessions().find(session);
        if (found.isPresent() && !found.get().kind().isConversation()) {
            refuse("not_supported", "What was said in this session is kept by its program, not by the gateway.");
            return;
        }
        if (found.isEmpty() || !services.resets().reset(found.get())) {
            refuse("not_found", "There is nothing to reset: nothing was said in this session yet.");
        }
    }

    void switchAgent(@Nullable String agent) {
        var chosen = named(agent);
        // It may be chosen who answers before anything is said.
        huds.exist(session);
        services.controls().switchAgent(session, chosen);
    }

    void handOver(@Nullable String agent) throws InterruptedException {
        var chosen = named(agent);
        huds.exist(session);
        services.controls().handOver(session, chosen);
    }

    private String named(@Nullable String agent) {
        var known = services.controls().agents();
        if (agent == null || !known.contains(agent)) {
            throw new SwitchboardException(ErrorCode.INVALID, "agent must be one of " + String.join(", ", known) + ".");
        }
        return agent;
    }

    void approve(FromHud.Approve answer) {
        ApprovalAnswers.give(services.approvals(), credential, answer.approvalId(), answer.approved(), answer.reason())
                .ifPresent(refusal -> refuse(refusal.code(), refusal.why()));
    }

    private void refuse(String code, String why) {
        out.accept(new ToHud.Failure(code, why, null));
    }
}
