package dev.switchboard.cli.device;

import dev.switchboard.cli.console.Printable;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.DeviceProtocol.State;
import dev.switchboard.client.FileOutbox;
import dev.switchboard.client.Notice;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A conversation: a person types, and what is heard appears above what they type.
 *
 * <p>Thread: {@code run} on the main thread, which reads; {@code heard} on the client's, which shows; {@code leave} from
 * anywhere.
 */
final class Prompt {
    /** Why it ends though the person did not ask for it. */
    private record End(int exitCode, String sentence) {}

    private final DeviceSetup setup;
    private final FileOutbox outbox;
    private final Streams streams;
    private final Patience patience;
    private final Thread typing = Thread.currentThread();
    private final ConnectionStatus status = new ConnectionStatus();
    private @Nullable TypedLines lines;
    private @Nullable Inquiry inquiry;
    private volatile @Nullable End end;
    /** Told once, not with every new attempt. */
    private @Nullable String lastTrouble;

    Prompt(DeviceSetup setup, FileOutbox outbox, Streams streams) {
        this.setup = setup;
        this.outbox = outbox;
        this.streams = streams;
        this.patience = new Patience(setup.giveUp());
    }

    /** The exit code. */
    int run() throws InterruptedException {
        int before = outbox.unanswered().size();
        try (var typed = TypedLines.open(setup.state().resolve("history"), SlashCommand.names(), streams.colour())) {
            lines = typed;
            typed.show(typed.dim("Type a message, or /help."));
            if (before > 0) {
                typed.show(typed.dim("%s from before without an answer; they come first."
                        .formatted(UnansweredWords.messages(before))));
            }
            var asking = new Inquiry(setup.approver(), typed, streams.colour(), Clock.systemUTC());
            inquiry = asking;
            try (var client = DeviceProcess.start(setup, outbox, this::heard)) {
                watchPatience();
                converse(client, typed, asking);
            }
            return sayGoodbye(typed);
        } catch (IOException e) {
            throw new DeviceException("cannot use this terminal (%s) — send lines through a pipe".formatted(e), e);
        }
    }

    /** A signal came. */
    void leave() {
        endWith(new End(Exit.GAVE_UP, "stopped"));
    }

    private void converse(DeviceClient client, TypedLines typed, Inquiry inquiry) throws InterruptedException {
        boolean interrupted = false;
        var draft = "";
        while (end == null) {
            boolean asks = inquiry.isOpen();
            switch (asks ? typed.ask(Inquiry.PROMPT) : typed.next(promptNow(), draft)) {
                case Typed.Line(var line) -> {
                    interrupted = false;
                    draft = asks ? draft : "";
                    boolean answer = asks && inquiry.take(line);
                    if (!answer && !line.isBlank() && !take(line, client, typed)) {
                        return;
                    }
                }
                case Typed.Woken(var line) -> {
                    draft = asks ? draft : line;
                    inquiry.look();
                }
                case Typed.Interrupted(boolean lineWasEmpty) -> {
                    if (end != null || (interrupted && lineWasEmpty)) {
                        return;
                    }
                    if (asks) {
                        inquiry.refuse();
                    } else {
                        draft = "";
                        interrupted = true;
                        typed.show(typed.dim("Ctrl-C again quits."));
                    }
                }
                case Typed.Ended() -> {
                    return;
                }
            }
        }
    }

    /** False if it was the last. */
    private boolean take(String line, DeviceClient client, TypedLines typed) throws InterruptedException {
        if (!line.startsWith("/") || line.startsWith("//")) {
            say(line.startsWith("//") ? line.substring(1) : line, client, typed);
            return true;
        }
        switch (SlashCommand.named(line.strip())) {
            case null ->
                typed.show("There is no %s. /help lists what there is; //… sends a text that begins with /."
                        .formatted(Printable.line(line)));
            case STATUS -> typed.show(status(client));
            case RETRY -> {
                if (!client.retry()) {
                    typed.show("There is nothing to send again.");
                }
            }
            case HELP -> typed.show(SlashCommand.help());
            case QUIT -> {
                return false;
            }
        }
        return true;
    }

    private void say(String text, DeviceClient client, TypedLines typed) {
        if (Frames.isTooLong(text)) {
            typed.show(typed.red("This is too long to be sent, at most about 1 MB."));
            return;
        }
        client.say(text);
    }

    private String status(DeviceClient client) {
        return """
            url      %s
            peer     %s
            session  %s
            state    %s
            waiting  %d\
            """.formatted(
                        setup.settings().url(),
                        Printable.line(setup.settings().peerId()),
                        Printable.line(status.session()),
                        status.inWords(),
                        client.unanswered());
    }

    private int sayGoodbye(TypedLines typed) {
        int unanswered = outbox.unanswered().size();
        var why = end;
        if (why != null) {
            typed.show(typed.red(why.sentence() + UnansweredWords.sentence(unanswered, setup.state())));
            return why.exitCode();
        }
        if (unanswered > 0) {
            typed.show(typed.dim("Bye" + UnansweredWords.sentence(unanswered, setup.state())));
        }
        return Exit.ALL_ANSWERED;
    }

    /** Thread: the client's. */
    private void heard(Notice notice) {
        var typed = lines;
        var asking = inquiry;
        if (typed == null || asking == null) {
            return;
        }
        switch (notice) {
            case Notice.Connected(var session) -> {
                patience.connected();
                lastTrouble = null;
                status.connected(session);
            }
            case Notice.StateChanged(var state, long inMillis) -> {
                status.became(state, Duration.ofMillis(inMillis));
                if (state == State.DISCONNECTED) {
                    patience.disconnected();
                    watchPatience();
                }
                if (!asking.isOpen()) {
                    typed.prompt(promptNow());
                }
            }
            case Notice.Answered(var id, var text, var _, boolean failed, boolean again) -> {
                var mark = again ? typed.dim("(may have been shown before) ") : "";
                typed.show(mark + (failed ? failed(typed, text) : typed.cyan(Printable.text(text))));
                typed.mustBeShown();
                asking.answered(id);
            }
            case Notice.Word word -> asking.hear(word);
            case Notice.Refused(var _, var error) -> {
                typed.show(failed(typed, error));
                typed.mustBeShown();
            }
            case Notice.Trouble(var sentence, var _) -> trouble(typed, sentence);
            case Notice.NotLetIn(var _, var sentence) -> trouble(typed, sentence);
            case Notice.Stopped(var why) -> endWith(new End(Exit.FAILED, why));
            case Notice.Acknowledged _ -> {}
        }
    }

    private static String failed(TypedLines typed, String text) {
        return typed.red(Printable.text(text) + " — type /retry to send it again");
    }

    private void trouble(TypedLines typed, String sentence) {
        if (!sentence.equals(lastTrouble)) {
            lastTrouble = sentence;
            typed.show(typed.yellow(Printable.line(sentence)));
        }
    }

    private String promptNow() {
        return status.inWords() + " > ";
    }

    private void watchPatience() {
        long left = patience.left();
        if (left == Long.MAX_VALUE) {
            return;
        }
        CompletableFuture.delayedExecutor(Math.max(0, left), TimeUnit.NANOSECONDS)
                .execute(() -> {
                    if (patience.left() <= 0) {
                        endWith(new End(Exit.GAVE_UP, patience.sentence()));
                    }
                });
    }

    private void endWith(End why) {
        if (end == null) {
            end = why;
            typing.interrupt();
        }
    }
}
