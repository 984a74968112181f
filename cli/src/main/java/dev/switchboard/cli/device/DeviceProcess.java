package dev.switchboard.cli.device;

import dev.switchboard.cli.console.Streams;
import dev.switchboard.client.DeviceClient;
import dev.switchboard.client.FileOutbox;
import dev.switchboard.client.Notice;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/** A device as a process: a prompt for a person, a filter for a pipe. */
public final class DeviceProcess {
    private final Map<String, String> environment;
    private final Streams streams;

    public DeviceProcess(Map<String, String> environment, Streams streams) {
        this.environment = environment;
        this.streams = streams;
    }

    /**
     * The exit code, see {@code docs/connect.md}.
     *
     * @throws WrongOptionException if something was asked wrongly
     * @throws DeviceException if the device cannot work here
     */
    public int run(DeviceOptions options) throws InterruptedException {
        var setup = DeviceSetup.of(options, environment);
        try (var locked = setup.folder().outbox(setup.settings().peerId(), Clock.systemUTC())) {
            return talk(setup, locked.outbox());
        } catch (UncheckedIOException | IllegalStateException e) {
            throw new DeviceException(String.valueOf(e.getMessage()), e);
        }
    }

    private int talk(DeviceSetup setup, FileOutbox outbox) throws InterruptedException {
        if (streams.isConversation()) {
            var prompt = new Prompt(setup, outbox, streams);
            try (var _ = new Leaving(prompt::leave)) {
                return prompt.run();
            }
        }
        var pipe = new Pipe(setup, outbox, streams);
        try (var _ = new Leaving(pipe::leave)) {
            return pipe.run();
        }
    }

    /** @throws WrongOptionException if the certificates cannot be used: all else was looked at before */
    static DeviceClient start(DeviceSetup setup, FileOutbox outbox, Consumer<Notice> listener) {
        try {
            return DeviceClient.start(setup.settings(), outbox, listener);
        } catch (IllegalArgumentException e) {
            throw new WrongOptionException("--ca", e.getMessage() + " — name a file of certificates in PEM");
        }
    }
}
