package dev.switchboard.tools.exec;

import dev.switchboard.core.tool.ProcessGroup;
import dev.switchboard.core.tool.ProcessJournal;
import dev.switchboard.tools.Calls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that runs a command and does not live to see its end. */
final class DyingGateway {
    private DyingGateway() {}

    /** @param when {@code while-recording}: by itself; else when it is killed */
    static Process start(Path folder, String when) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingGateway.class.getName(),
                        folder.toString(),
                        when)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("gateway.log").toFile())
                .start();
    }

    /** The group it recorded. */
    static ProcessGroup recorded(Path folder) throws IOException {
        var lines = Files.readAllLines(folder.resolve("recorded"));
        return new ProcessGroup(Long.parseLong(lines.getFirst()), lines.getLast());
    }

    public static void main(String[] arguments) throws InterruptedException {
        var folder = Path.of(arguments[0]);
        var journal = new ProcessJournal() {
            @Override
            public void starting(ProcessGroup group) {
                try {
                    Files.writeString(folder.resolve("recorded"), group.id() + "\n" + group.started() + "\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                if (arguments[1].equals("while-recording")) {
                    Runtime.getRuntime().halt(1);
                }
            }

            @Override
            public void ended(ProcessGroup group) {}
        };
        new Calls(folder)
                .with(journal)
                .call(
                        new ExecTool(System.getenv(), folder.resolve("output")),
                        Calls.json("{}")
                                .put("command", "setsid sh -c 'echo $$ > daemon; touch began; sleep 301' & sleep 300"));
    }
}
