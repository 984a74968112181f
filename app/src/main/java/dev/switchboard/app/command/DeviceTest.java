package dev.switchboard.app.command;

import dev.switchboard.app.conformance.device.DeviceGrader;
import dev.switchboard.app.conformance.device.DeviceSettings;
import dev.switchboard.app.conformance.device.Tester;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "device-test",
        description = "play a gateway to a device and grade the device",
        footerHeading = Program.EXAMPLE,
        footer = "  switchboard device-test --port 9000 --heartbeat 5s")
final class DeviceTest implements Callable<Integer> {
    private final Screen screen;

    @Option(names = "--host", paramLabel = "HOST", description = "listen here (127.0.0.1)")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", description = "listen on this port (any free one)")
    private int port;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "give up after so long without progress (120s)")
    private Duration timeout = Duration.ofSeconds(120);

    @Option(
            names = "--heartbeat",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "how often the device is set to ping (30s)")
    private Duration heartbeat = Duration.ofSeconds(30);

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    DeviceTest(Screen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (System.getenv("SWITCHBOARD_LOG_LEVEL") == null) {
            // Before the first logger is made: the tester wants the steps, not what a server logs.
            System.setProperty("SWITCHBOARD_LOG_LEVEL", "WARN");
        }
        var settings = DeviceSettings.ofGuide(host, port, timeout, heartbeat);
        return new ReportPage(screen, json).show(DeviceGrader.run(settings, new Person(screen, json)));
    }

    /** Whoever reads the screen; as JSON belongs to a program, they read the other one then. */
    private record Person(PrintWriter out) implements Tester {
        Person(Screen screen, boolean json) {
            this(json ? screen.err() : screen.out());
        }

        @Override
        public void connectDevice(URI url, int texts) {
            out.println(url);
            out.println("Point your device here and let it send at least %d texts, each when the one before is done."
                    .formatted(texts));
        }

        @Override
        public void told(String sentence) {
            out.println(sentence);
        }
    }
}
