package dev.switchboard.cli.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.switchboard.cli.console.Visible;
import dev.switchboard.cli.option.Text;
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
        boolean fromInput = "-".equals(options.goal.text());
        var key = Objects.requireNonNullElseGet(
                options.key.text(), () -> UUID.randomUUID().toString());
        // Everything that was written is looked at before anything is read or asked.
        var limits = limits(options);
        var giveUp = duration(options.giveUp);
        var gateway = options.remote.gateway(environment);
        var settings = settings(gateway, options);
        var submit = options.attach.isGiven()
                ? null
                : submit(options, key, limits, fromInput ? read(in) : options.goal.text());
        return new TaskSetup(
                gateway,
                settings,
                submit,
                submit == null ? String.valueOf(options.attach.text()) : key,
                options.attach.text(),
                options.stream.isGiven(),
                options.json.isGiven(),
                fromInput,
                Objects.requireNonNullElse(giveUp, DEFAULT_GIVE_UP));
    }

    private static void checkAttach(TaskOptions options) {
        boolean forANewOne = options.goal.isGiven()
                || !options.artifacts.texts().isEmpty()
                || Stream.of(
                                options.mode,
                                options.timeout,
                                options.maxTokens,
                                options.agent,
                                options.session,
                                options.plan,
                                options.memory,
                                options.key)
                        .anyMatch(Text::isGiven);
        if (options.attach.isGiven() && forANewOne) {
            throw CommandException.misused(
                    "--attach watches a task as it is — leave out the goal and what belongs to a new one");
        }
        if (!options.attach.isGiven()
                && Objects.requireNonNullElse(options.goal.text(), "").isBlank()) {
            throw CommandException.misused(
                    "say what is to be done — switchboard task \"list the files\", or - to read it from stdin");
        }
    }

    private static FromBoard.Options limits(TaskOptions options) {
        var mode = options.mode.text();
        if (mode != null && !MODES.contains(mode)) {
            throw wrong(options.mode.name(), "unknown mode \"%s\" — %s", mode, NearestWord.hint(mode, MODES));
        }
        var timeout = duration(options.timeout);
        var maxTokens = options.maxTokens.text();
        return new FromBoard.Options(
                mode,
                options.stream.isGiven(),
                maxTokens == null ? null : number(maxTokens),
                timeout == null ? null : timeout.toMillis(),
                options.session.text(),
                options.agent.text());
    }

    private static FromBoard.Submit submit(
            TaskOptions options, String key, FromBoard.Options limits, @Nullable String goal) {
        var plan = content(options.plan);
        return new FromBoard.Submit(
                key,
                goal,
                List.of(),
                plan == null ? null : new PlanContext("markdown", StringNode.valueOf(plan)),
                options.artifacts.texts().isEmpty()
                        ? null
                        : List.copyOf(options.artifacts.texts().stream()
                                .map(ArtifactRef::file)
                                .toList()),
                content(options.memory),
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
        var written = options.ca.text();
        if (written == null) {
            return null;
        }
        if (!"wss".equals(url.getScheme())) {
            throw wrong("--ca", "only an https:// address has a certificate — leave it out or correct the address");
        }
        var file = RemoteOptions.path("--ca", written);
        if (!Files.isReadable(file)) {
            throw wrong("--ca", "cannot read %s — name a file of certificates in PEM", written);
        }
        return file;
    }

    /** What is in the file that an option names. */
    private static @Nullable String content(Text option) {
        var name = option.text();
        if (name == null) {
            return null;
        }
        try (var file = Files.newInputStream(RemoteOptions.path(option.name(), name))) {
            return bounded(file, option.name());
        } catch (IOException e) {
            throw wrong(
                    option.name(),
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

    private static @Nullable Duration duration(Text option) {
        var text = option.text();
        return text == null
                ? null
                : WrittenTime.parse(text)
                        .orElseThrow(
                                () -> wrong(option.name(), "\"%s\" is no time — write it like 30s, 10m or 1h", text));
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
