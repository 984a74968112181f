package dev.switchboard.edge.hud;

import dev.switchboard.core.channel.Acknowledgement.Invalid;
import dev.switchboard.core.channel.Acknowledgement.Judged;
import dev.switchboard.core.channel.Admission;
import dev.switchboard.core.channel.AdmissionTerms;
import dev.switchboard.core.channel.Draft;
import dev.switchboard.core.channel.MessageRules;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.identity.Scope;
import dev.switchboard.core.identity.SessionId;
import dev.switchboard.core.journal.Injection;
import dev.switchboard.core.ledger.FinishReason;
import dev.switchboard.edge.auth.Credential;
import dev.switchboard.protocol.hud.FromHud;
import dev.switchboard.protocol.hud.ToHud;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What somebody who looks at a session says in it. An id is the session's: whoever sends it again, from wherever and in
 * whatever mode, sends the same message again.
 */
final class ChatDesk {
    private static final int MAX_UNFINISHED = 64;

    private final Huds huds;
    private final SessionId session;
    private final Credential credential;
    private final Consumer<ToHud> out;

    ChatDesk(Huds huds, SessionId session, Credential credential, Consumer<ToHud> out) {
        this.huds = huds;
        this.session = session;
        this.credential = credential;
        this.out = out;
    }

    void say(FromHud.Message message) {
        var talking = huds.talking(session);
        talking.lock();
        try {
            sayAlone(message);
        } finally {
            talking.unlock();
        }
    }

    private void sayAlone(FromHud.Message message) {
        var mode = mode(message.mode());
        var id = message.messageId();
        var text = message.text();
        var complaint = MessageRules.required("message_id", id)
                .or(() -> text == null || text.isBlank() ? Optional.of("text is required") : Optional.empty())
                .or(() -> MessageRules.tooLong("text", String.valueOf(text), Huds.MAX_TEXT));
        if (id == null || text == null || complaint.isPresent()) {
            out.accept(new ToHud.Failure("invalid", complaint.orElse("text is required"), id));
            return;
        }
        var words = MessageRules.wellFormed(text);
        var injected = huds.services().runtime().injected(session, id, words);
        if (injected.isPresent()) {
            out.accept(ack(id, injected.get()));
        } else if (mode.isEmpty() || !steer(id, words, mode.get())) {
            admit(id, words);
        }
    }

    private void admit(String id, String words) {
        var terms = new AdmissionTerms(
                MAX_UNFINISHED,
                AdmissionTerms.DedupeScope.SESSION,
                huds.home(session).orElse(null));
        var draft = new Draft(peer(), id, words, null, null, session, null, null, terms);
        try (var acknowledgement = huds.services().runtime().acceptInbound(huds.settings(), draft)) {
            switch (acknowledgement) {
                case Invalid(var why) -> out.accept(new ToHud.Failure("invalid", why, id));
                case Judged(var inbound, var admission, var _) -> out.accept(ack(inbound.messageId(), admission));
            }
        }
    }

    /** Into what runs just now; false if nothing does, or no longer: then it is a message like any other. */
    private boolean steer(String id, String words, Injection.Mode mode) {
        var running = huds.services().controls().running(session);
        if (running.isEmpty() || huds.services().runtime().knows(session, id)) {
            return false;
        }
        var injection = new Injection(id, mode, words, credential.allows(Scope.APPROVAL_RESPOND));
        return switch (huds.services().controls().inject(session, running.get(), injection)) {
            case TAKEN -> {
                out.accept(ack(id, true, null, null, null));
                yield true;
            }
            case DUPLICATE -> {
                out.accept(ack(id, false, true, true, null));
                yield true;
            }
            case NOT_RUNNING -> false;
        };
    }

    private static Optional<Injection.Mode> mode(@Nullable String name) {
        if (name == null) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(Injection.Mode.values())
                .filter(mode -> mode.wireName().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new SwitchboardException(ErrorCode.INVALID, "mode must be steer, followup or collect")));
    }

    /** Who says it; the id alone decides whether it is new. */
    private String peer() {
        var browser = credential.browserSession();
        return browser == null ? credential.token().id() : browser;
    }

    private ToHud ack(String id, Admission admission) {
        return switch (admission) {
            case Admission.Accepted _ -> ack(id, true, null, null, null);
            case Admission.Running(var _, var reused, var _) -> ack(id, false, true, true, reused ? "id_reused" : null);
            case Admission.Answered answered ->
                new ToHud.Ack(
                        id,
                        session.value(),
                        false,
                        true,
                        false,
                        answered.reply(),
                        answered.run().value(),
                        answered.finishReason().wireName(),
                        answered.idReused() ? "id_reused" : null,
                        null);
            case Admission.Forgotten _ ->
                new ToHud.Ack(
                        id,
                        session.value(),
                        false,
                        true,
                        false,
                        Admission.Forgotten.REPLY,
                        null,
                        FinishReason.ERROR.wireName(),
                        "forgotten",
                        null);
            case Admission.Refused(var code, var why) ->
                new ToHud.Ack(id, session.value(), false, null, null, null, null, null, code.wireName(), why);
        };
    }

    private ToHud ack(
            String id,
            boolean accepted,
            @Nullable Boolean duplicate,
            @Nullable Boolean pending,
            @Nullable String code) {
        return new ToHud.Ack(id, session.value(), accepted, duplicate, pending, null, null, null, code, null);
    }
}
