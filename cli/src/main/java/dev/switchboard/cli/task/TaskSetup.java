package dev.switchboard.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.option.WrittenTime;
import dev.switchboard.cli.remote.CommandException;
import dev.switchboard.cli.remote.RemoteGateway;
import dev.switchboard.cli.remote.RemoteOptions;
import dev.switchboard.client.board.BoardSettings;
import dev.switchboard.client.board.BoardTiming;
import dev.switchboard.json.text.NearestWord;
import dev.switchboard.protocol.board.ArtifactRef;
import dev.switchboard.protocol.board.FromBoard;
import dev.switchboard.protocol.board.PlanContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * What is in force.
 *
 * @param submit what is to be done; null if {@code attach} names a task
 * @param key under which it is submitted
 * @param inputIsRead stdin held the goal and cannot be asked any more
 * @param giveUp after so long without a connection that was there before
 */
record TaskSetup(
        RemoteGateway gateway,
        BoardSettings settings,
        FromBoard.@Nullable Submit submit,
        String key,
        @Nullable String attach,
        boolean stream,
        boolean json,
        boolean inputIsRead,
        Duration giveUp) {
    private static final List<String> MODES = List.of("always_ask", "agent_decides", "always_execute");
    private static final List<String> SCOPES = List.of("task:read", "task:write", "approval:respond");
    private static final Duration DEFAULT_GIVE_UP = Duration.ofSeconds(60);
    /** Of a goal, a plan or a memory; a frame of all three fits what a gateway reads. */
    private static final int MOST_BYTES = 1024 * 1024;

    static TaskSetup of(TaskOptions options, Map<String, String> environment, InputStream in) {
        checkAttach(options);
        boolean fromInput = "-".equals(options.goal);
        var key = options.key == null ? UUID.randomUUID().toString() : options.key;
        // Everything that was written is looked at before anything is read or asked.
        var limits = limits(options);
        var giveUp = duration("--give-up", options.giveUp);
        var gateway = options.remote.gateway(environment);
        var settings = settings(gateway, options);
        var submit = options.attach == null ? submit(options, key, limits, fromInput ? read(in) : options.goal) : null;
        return new TaskSetup(
                gateway,
                settings,
                submit,
                submit == null ? String.valueOf(options.attach) : key,
                options.attach,
                options.stream,
                options.json,
                fromInput,
                Objects.requireNonNullElse(giveUp, DEFAULT_GIVE_UP));
    }

    private static void checkAttach(TaskOptions options) {
        boolean forANewOne = !options.artifacts.isEmpty()
                || Stream.of(
                                options.goal,
                                options.mode,
                                options.timeout,
                                options.maxTokens,
                                options.agent,
                                options.session,
                                options.plan,
                                options.memory,
                                options.key)
                        .anyMatch(Objects::nonNull);
        if (options.attach != null && forANewOne) {
            throw CommandException.misused(
                    "--attach watches a task as it is — leave out the goal and what belongs to a new one");
        }
        if (options.attach == null && (options.goal == null || options.goal.isBlank())) {
            throw CommandException.misused(
                    "say what is to be done — switchboard task \"list the files\", or - to read it from stdin");
        }
    }

    private static FromBoard.Options limits(TaskOptions options) {
        if (options.mode != null && !MODES.contains(options.mode)) {
            throw wrong("--mode", "unknown mode \"%s\" — %s", options.mode, NearestWord.hint(options.mode, MODES));
        }
        var timeout = duration("--timeout", options.timeout);
        return new FromBoard.Options(
                options.mode,
                options.stream,
                options.maxTokens == null ? null : number(options.maxTokens),
                timeout == null ? null : timeout.toMillis(),
                options.session,
                options.agent);
    }

    private static FromBoard.Submit submit(
            TaskOptions options, String key, FromBoard.Options limits, @Nullable String goal) {
        return new FromBoard.Submit(
                key,
                goal,
                List.of(),
                options.plan == null
                        ? null
                        : new PlanContext("markdown", StringNode.valueOf(text("--plan", options.plan))),
                options.artifacts.isEmpty()
                        ? null
                        : List.copyOf(options.artifacts.stream()
                                .map(ArtifactRef::file)
                                .toList()),
                options.memory == null ? null : text("--memory", options.memory),
                limits);
    }

    private static BoardSettings settings(RemoteGateway gateway, TaskOptions options) {
        // http becomes ws, https becomes wss.
        var url = URI.create("ws" + gateway.url().toString().substring("http".length()) + "/api/board/ws");
        try {
            return new BoardSettings(
                    url,
                    gateway.token(),
                    "switchboard-task-" + UUID.randomUUID().toString().substring(0, 8),
                    SCOPES,
                    ca(options, url),
                    BoardTiming.DEFAULT);
        } catch (IllegalArgumentException e) {
            throw wrong("--url", "%s — write it with https://", e.getMessage());
        }
    }

    private static @Nullable Path ca(TaskOptions options, URI url) {
        if (options.ca == null) {
            return null;
        }
        if (!"wss".equals(url.getScheme())) {
            throw wrong("--ca", "only an https:// address has a certificate — leave it out or correct the address");
        }
        var file = RemoteOptions.path("--ca", options.ca);
        if (!Files.isReadable(file)) {
            throw wrong("--ca", "cannot read %s — name a file of certificates in PEM", options.ca);
        }
        return file;
    }

    private static String text(String option, String name) {
        try (var file = Files.newInputStream(RemoteOptions.path(option, name))) {
            return bounded(file, option);
        } catch (IOException e) {
            throw wrong(
                    option,
                    "cannot read %s (%s) — name a file of text",
                    name,
                    e.getClass().getSimpleName());
        }
    }

    private static String read(InputStream in) {
        try {
            var goal = bounded(in, "stdin");
            if (goal.isBlank()) {
                throw wrong("stdin", "it is empty — write there what is to be done");
            }
            return goal;
        } catch (IOException e) {
            throw wrong("stdin", "cannot read it (%s) — give the goal as a word", e.getMessage());
        }
    }

    private static String bounded(InputStream in, String source) throws IOException {
        var bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw wrong(source, "it is longer than 1 MiB — shorten it");
        }
        return new String(bytes, UTF_8);
    }

    private static @Nullable Duration duration(String option, @Nullable String text) {
        return text == null
                ? null
                : WrittenTime.parse(text)
                        .orElseThrow(() -> wrong(option, "\"%s\" is no time — write it like 30s, 10m or 1h", text));
    }

    private static long number(String text) {
        if (!text.matches("[1-9]\\d{0,11}")) {
            throw wrong("--max-tokens", "\"%s\" is no number of tokens — write it like 20000", text);
        }
        return Long.parseLong(text);
    }

    private static CommandException wrong(String source, String sentence, @Nullable Object... values) {
        return CommandException.misused(Visible.line(source + ": " + sentence.formatted(values)));
    }
}
