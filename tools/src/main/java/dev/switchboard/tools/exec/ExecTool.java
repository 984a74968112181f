package dev.switchboard.tools.exec;

import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.core.tool.ToolContext;
import dev.switchboard.core.tool.ToolResult;
import dev.switchboard.json.Json;
import dev.switchboard.tools.Arguments;
import dev.switchboard.tools.Refused;
import dev.switchboard.tools.files.FileMeta;
import dev.switchboard.tools.files.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs a command of the shell. The call owns what it started: when it returns, also by timeout or interrupt, every
 * process of the command's session has been ended, those in the background as well, and so has what left the session
 * with a mark of the call on it.
 */
public final class ExecTool implements Tool {
    private static final int USUAL_SECONDS = 120;
    private static final int MOST_SECONDS = 3600;
    /** The system takes no longer argument, and a shell's command is one. */
    private static final int MOST_BYTES = 128 * 1024 - 1;

    /** For processes to end by themselves once asked to, and for output that is still on its way. */
    private static final Duration MOMENT = Duration.ofMillis(500);

    private static final String LEFT = "Something the command started may still be running: the system does not let us"
            + " see or end it. Look for it with ps.";

    /** @param cwd relative to the workspace */
    record Call(
            String command,
            @Nullable Integer timeoutSeconds,
            @Nullable String cwd) {
        Call {
            if (command.isBlank()) {
                throw new IllegalArgumentException("command must not be empty");
            }
            if (command.indexOf('\0') >= 0) {
                throw new IllegalArgumentException("command must not have a zero character");
            }
            if (command.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
                throw new IllegalArgumentException(
                        "command is longer than 128 KiB: write it to a file with write, and run that");
            }
            if (timeoutSeconds != null && (timeoutSeconds < 1 || timeoutSeconds > MOST_SECONDS)) {
                throw new IllegalArgumentException(
                        "timeoutSeconds must be from 1 to %d; was %d".formatted(MOST_SECONDS, timeoutSeconds));
            }
        }

        int seconds() {
            return timeoutSeconds == null ? USUAL_SECONDS : timeoutSeconds;
        }
    }

    private final ToolSpec spec = new ToolSpec("exec", """
        Runs a command with bash in the workspace and gives what it wrote. There is no input and no terminal. \
        Everything it started is ended when it ends, also in the background; it may take "timeoutSeconds" (120 \
        unless given). For what should go on or needs input, create a terminal.\
        """, Json.mapper().readTree("""
            {"type":"object","required":["command"],"properties":{
              "command":{"type":"string"},
              "timeoutSeconds":{"type":"integer","minimum":1,"maximum":3600},
              "cwd":{"type":"string","description":"folder to run in, relative to the workspace"}}}\
            """));
    /** What a call has in memory at most: what is being read, what was, and the text that is made of it. */
    private static final int HOLDS = GatedShell.BUFFER + 2 * Output.HELD;

    private final Map<String, String> environment;
    private final OutputFiles files;
    private final LinuxProcessGroups groups = new LinuxProcessGroups();

    /**
     * @param environment of commands, whole: without any key of ours
     * @param outputs the folder for output that is too long to be held; made when it is needed
     */
    public ExecTool(Map<String, String> environment, Path outputs) {
        var complete = new HashMap<>(environment);
        complete.put("TERM", "dumb");
        this.environment = Map.copyOf(complete);
        this.files = new OutputFiles(outputs);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Effect effect() {
        return Effect.EXECUTE;
    }

    @Override
    public ObjectNode shown(ObjectNode arguments) {
        return arguments.deepCopy().retain(List.of("command", "timeoutSeconds", "cwd"));
    }

    @Override
    public Optional<String> command(ObjectNode arguments) {
        return arguments.path("command").stringValueOpt();
    }

    @Override
    public ToolResult run(ObjectNode arguments, ToolContext context) throws InterruptedException {
        context.held().holds(HOLDS);
        var output = new Output(files);
        @Nullable ToolResult result = null;
        try {
            var call = Arguments.decode(arguments, Call.class);
            try (var workspace = Workspace.open(context.workspace())) {
                var folder = folder(call, workspace);
                var json = run(call, workspace.root().resolve(folder), output, context);
                withFiles(json, new MentionedFiles(workspace, folder).in(call.command()));
                result = new ToolResult(json, output.isLong() && output.trouble() == null ? output : null);
            }
            return result;
        } catch (Refused e) {
            return ToolResult.failed(e.why());
        } catch (IOException e) {
            // Nothing throws one once the command has begun: what comes after it is not worth losing its result.
            return ToolResult.failed("the command was not run: " + e.getMessage());
        } finally {
            if (result == null || result.output() == null) {
                output.close();
            }
        }
    }

    /** Relative to the workspace. */
    private static String folder(Call call, Workspace workspace) throws Refused, IOException {
        if (call.cwd() == null) {
            return ".";
        }
        var place = workspace.find(call.cwd());
        if (!place.isFolder()) {
            throw new Refused("cwd must be a folder of the workspace; %s is %s"
                    .formatted(call.cwd(), place.exists() ? "none" : "not there"));
        }
        return place.viewerPath();
    }

    private ObjectNode run(Call call, Path folder, Output output, ToolContext context)
            throws Refused, IOException, InterruptedException {
        var mark = CallMark.make();
        try (var shell = start(folder, mark, output)) {
            var group = LinuxProcessGroups.ledBy(shell.pid(), mark);
            context.processes().starting(group);
            boolean ended = false;
            boolean gone = false;
            try {
                shell.run(call.command());
                ended = shell.awaitExit(Duration.ofSeconds(call.seconds()));
                if (ended) {
                    // Whoever is left may have something to say, such as the tee behind a redirection.
                    shell.awaitOutput(MOMENT);
                }
            } finally {
                gone = groups.end(group, MOMENT, context.killed());
                if (gone) {
                    context.processes().ended(group);
                }
            }
            shell.awaitOutput(MOMENT);
            var result = ended ? finished(shell.exitCode(), output) : timedOut(call, output);
            if (!gone || groups.mayHaveLeft(group)) {
                note(result, LEFT);
            }
            return result;
        }
    }

    private GatedShell start(Path folder, CallMark mark, Output output) throws Refused {
        try {
            return GatedShell.start(folder, environment, mark, output);
        } catch (IOException e) {
            throw new Refused("no command can be run: it takes the programs setsid (of util-linux), sh and cat (%s)"
                    .formatted(e.getMessage()));
        }
    }

    private static ObjectNode finished(int exitCode, Output output) {
        var result = result(exitCode == 0, exitCode, output);
        return exitCode == 0 ? result : result.put("error", "the command ended with exit code " + exitCode);
    }

    private static ObjectNode timedOut(Call call, Output output) {
        return result(false, -1, output)
                .put(
                        "error",
                        "ended after %d s without finishing: give a longer timeoutSeconds (at most %d) or create a terminal for it"
                                .formatted(call.seconds(), MOST_SECONDS));
    }

    private static ObjectNode result(boolean ok, int exitCode, Output output) {
        output.end();
        var result = ToolResult.okay()
                .put("ok", ok)
                .put("exitCode", exitCode)
                .put(ToolResult.STDOUT, output.text())
                .put("truncated", output.isLong());
        if (output.isLong()) {
            result.put("bytes", output.total());
        }
        if (output.trouble() != null) {
            note(result, "What was left out could not be kept: " + output.trouble());
        }
        return result;
    }

    private static void note(ObjectNode result, String words) {
        var earlier = result.path("note").asString("");
        result.put("note", earlier.isEmpty() ? words : earlier + " " + words);
    }

    private static void withFiles(ObjectNode result, List<FileMeta> files) {
        if (!files.isEmpty()) {
            result.set("mentionedPaths", Json.mapper().valueToTree(files));
        }
    }
}
