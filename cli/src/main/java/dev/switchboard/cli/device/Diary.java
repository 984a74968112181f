package dev.switchboard.cli.device;

import dev.switchboard.cli.console.Printable;
import dev.switchboard.client.DeviceProtocol.State;
import dev.switchboard.client.Notice;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What happens on a pipe, told on stderr: a plain line each, with the ids one asks about later. */
final class Diary {
    private final PrintWriter err;
    private final String answering;

    /** @param answering the command that answers what a message waits for */
    Diary(PrintWriter err, String answering) {
        this.err = err;
        this.answering = answering;
    }

    void write(Notice notice) {
        switch (notice) {
            case Notice.Connected(var session) -> note("connected session_id=" + session);
            case Notice.StateChanged(var state, long inMillis) -> {
                if (state == State.DISCONNECTED) {
                    note("not connected; trying again in " + Times.inWords(Duration.ofMillis(inMillis)));
                }
            }
            case Notice.Acknowledged(var id, boolean duplicate) ->
                note((duplicate ? "known already" : "accepted") + about(id, null));
            case Notice.Answered(var id, var text, var run, boolean failed, boolean again) -> {
                if (again) {
                    note("its answer may have been printed before" + about(id, run));
                }
                note(failed ? "failed" + about(id, run) + ": " + text : "answered" + about(id, run));
            }
            case Notice.Word(var id, var code, var text, var approval, var _) ->
                note(
                        code.equals(Notice.Word.WAITING)
                                ? "waits until somebody allows it%s; %s shows it and takes the answer"
                                        .formatted(about(id, null) + approval(approval), answering)
                                : text + about(id, null) + approval(approval));
            case Notice.Refused(var id, var error) -> note("refused" + about(id, null) + ": " + error);
            case Notice.Trouble(var sentence, var id) -> note(sentence + about(id, null));
            case Notice.NotLetIn(var _, var sentence) -> note(sentence);
            case Notice.Stopped _ -> {} // the last sentence says why
        }
    }

    void note(String sentence) {
        err.println("switchboard: " + Printable.line(sentence));
    }

    private static String approval(@Nullable String id) {
        return id == null ? "" : " approval_id=" + id;
    }

    private static String about(@Nullable String message, @Nullable String run) {
        return (message == null ? "" : " message_id=" + message) + (run == null ? "" : " run_id=" + run);
    }
}
