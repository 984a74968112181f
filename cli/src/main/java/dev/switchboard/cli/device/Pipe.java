package dev.switchboard.cli.device;

import dev.switchboard.cli.console.Printable;
import dev.switchboard.cli.console.Streams;
import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.DeviceProtocol.State;
import dev.switchboard.client.FileOutbox;
import dev.switchboard.client.Notice;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A filter: each line of the input is a message, each reply goes to the output, and all else to stderr.
 *
 * <p>Thread: {@code run} on the main thread, which owns the state; the client and the input tell it what happened.
 * {@code leave} from anywhere.
 */
final class Pipe {
    /** Lines that may wait for their answers; the input is not read further until there is room. */
    private static final int MAX_WAITING = 1_000;

    /** A wrong token, a closed door, no such channel: only a person can change that. */
    private static final Set<Integer> FINAL = Set.of(401, 403, 404);

    private static final Duration GIVE_UP_AFTER = Duration.ofSeconds(60);
    private static final Duration LAST_LINES_WITHIN = Duration.ofSeconds(5);

    private sealed interface Event {
        record Said() implements Event {}

        record InputEnded() implements Event {}

        /** A message is done with. */
        record Settled(boolean failed) implements Event {}

        record Connected() implements Event {}

        record Disconnected() implements Event {}

        record Ending(End end) implements Event {}
    }

    /** Why it ends before all is answered. */
    private record End(int exitCode, String sentence, boolean takeLastLines) {}

    private final DeviceSetup setup;
    private final FileOutbox outbox;
    private final Streams streams;
    private final Diary diary;
    private final Patience patience;
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private int open;
    private boolean inputEnded;
    private boolean someFailed;
    /** The client's thread's. */
    private final Waits waits = new Waits();

    /** The client's thread's. */
    private boolean hopeless;

    Pipe(DeviceSetup setup, FileOutbox outbox, Streams streams) {
        this.setup = setup;
        this.outbox = outbox;
        this.streams = streams;
        this.diary = new Diary(streams.err(), setup.approver().command());
        this.patience = new Patience(setup.giveUp() == null ? GIVE_UP_AFTER : setup.giveUp());
    }

    /** The exit code. */
    int run() throws InterruptedException {
        open = outbox.unanswered().size();
        if (open > 0) {
            diary.note("%s from before without an answer; they come first".formatted(UnansweredWords.messages(open)));
        }
        try (var client = DeviceProcess.start(setup, outbox, this::heard)) {
            var feed = new LineFeed(streams.in(), MAX_WAITING - open, new Input(client));
            Thread.ofPlatform().daemon().name("input").start(feed);
            var end = untilTheEnd(feed);
            boolean all = !end.takeLastLines() || feed.takeWhatIsThere(LAST_LINES_WITHIN);
            client.close(); // what is on the screen is recorded now
            return sayGoodbye(end, all);
        }
    }

    /** A signal came. */
    void leave() {
        events.add(new Event.Ending(new End(Exit.GAVE_UP, "stopped", false)));
    }

    private End untilTheEnd(LineFeed feed) throws InterruptedException {
        while (!(inputEnded && open == 0)) {
            var event = events.poll(patience.left(), TimeUnit.NANOSECONDS);
            switch (event) {
                case null -> {
                    return new End(Exit.GAVE_UP, patience.sentence(), true);
                }
                case Event.Said() -> open++;
                case Event.InputEnded() -> inputEnded = true;
                case Event.Settled(boolean failed) -> {
                    open--;
                    someFailed |= failed;
                    feed.makeRoom();
                }
                case Event.Connected() -> patience.connected();
                case Event.Disconnected() -> patience.disconnected();
                case Event.Ending(End end) -> {
                    return end;
                }
            }
        }
        return new End(someFailed ? Exit.FAILED : Exit.ALL_ANSWERED, "", false);
    }

    private int sayGoodbye(End end, boolean all) {
        int unanswered = outbox.unanswered().size();
        if (!end.sentence().isEmpty()) {
            diary.note(end.sentence()
                    + UnansweredWords.sentence(unanswered, setup.state())
                    + (all ? "" : "; the rest of the input was not read"));
        }
        return end.exitCode();
    }

    /** Thread: the client's. An answer is out when this returns, or it is not taken for shown. */
    private void heard(Notice notice) {
        if (notice instanceof Notice.Word word && !waits.isNews(word)) {
            return;
        }
        switch (notice) {
            case Notice.Answered answer -> print(answer);
            case Notice.Word word -> print(word);
            default -> {}
        }
        if (!isHopeless(notice)) {
            diary.write(notice);
        }
        switch (notice) {
            case Notice.Answered answer -> events.add(new Event.Settled(answer.failed()));
            case Notice.Refused _ -> events.add(new Event.Settled(true));
            case Notice.Connected _ -> events.add(new Event.Connected());
            case Notice.StateChanged(var state, var _) -> {
                if (state == State.DISCONNECTED) {
                    events.add(new Event.Disconnected());
                }
            }
            case Notice.NotLetIn(var _, var sentence) -> {
                if (hopeless) {
                    events.add(new Event.Ending(new End(Exit.GAVE_UP, "gave up: " + sentence, true)));
                }
            }
            case Notice.Stopped(var why) -> {
                boolean closed = OutputClosedException.SENTENCE.equals(why);
                events.add(new Event.Ending(new End(closed ? Exit.GAVE_UP : Exit.FAILED, why, false)));
            }
            case Notice.Acknowledged _, Notice.Trouble _, Notice.Word _ -> {}
        }
    }

    /** Whether this is, or comes after, an answer that trying again will not change; the last sentence tells it. */
    private boolean isHopeless(Notice notice) {
        hopeless |= notice instanceof Notice.NotLetIn(int status, var _) && FINAL.contains(status);
        return hopeless;
    }

    /** Why a turn failed is no answer: without {@code --json}, which can tell the two apart, it goes to stderr only. */
    private void print(Notice.Answered answer) {
        if (setup.json()) {
            streams.out().println(Reply.json(answer));
        } else if (!answer.failed()) {
            streams.out().println(streams.terminalOut() ? Printable.text(answer.text()) : answer.text());
        }
        if (streams.out().checkError()) {
            throw new OutputClosedException();
        }
    }

    private void print(Notice.Word word) {
        if (setup.json()) {
            streams.out().println(NoticeLine.json(word));
        }
    }

    /** Thread: the input's. */
    private final class Input implements LineFeed.Events {
        private final DeviceClient client;

        Input(DeviceClient client) {
            this.client = client;
        }

        @Override
        public void line(String text) {
            events.add(new Event.Said()); // first: its answer must not be counted before it
            client.say(text);
        }

        @Override
        public void tooLong() {
            diary.note("refused: a line is too long to be sent, at most about 1 MB");
            events.add(new Event.Said());
            events.add(new Event.Settled(true));
        }

        @Override
        public void ended() {
            events.add(new Event.InputEnded());
        }

        @Override
        public void broke(String why) {
            events.add(new Event.Ending(new End(Exit.FAILED, why, false)));
        }
    }
}
