package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server that is a child process: one message a line, on its input and output.
 *
 * <p>Thread: pipes block in native code and know no interrupt, so each of the three has a platform thread; who asks only
 * waits for its answer.
 */
final class StdioLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(StdioLink.class);
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int MOST_UNSENT = 256;
    private static final int MOST_COMPLAINTS = 1_000;
    private static final int MOST_COMPLAINT_CHARACTERS = 1_000;
    /** More than is logged, so that no key is cut in two before it is masked. */
    private static final int MOST_COMPLAINT_BYTES = 16 * 1024;

    private final String name;
    private final Process process;
    private final Total toolOutput;
    private final Masking masking;
    private final Listener listener;
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final BlockingQueue<String> unsent = new ArrayBlockingQueue<>(MOST_UNSENT);
    private final AtomicBoolean lost = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread writer;
    private volatile @Nullable String why;
    private volatile boolean cut;

    private StdioLink(String name, Process process, Total toolOutput, Masking masking, Listener listener) {
        this.name = name;
        this.process = process;
        this.toolOutput = toolOutput;
        this.masking = masking;
        this.listener = listener;
        this.writer = thread("in", this::write);
        thread("out", this::read);
        thread("err", this::drainComplaints);
    }

    /** @param environment all of it: nothing of ours is inherited */
    static StdioLink start(
            String name,
            McpServerSettings.Stdio settings,
            Map<String, String> environment,
            Total toolOutput,
            Masking masking,
            Listener listener)
            throws McpFailed {
        var command = new ArrayList<String>();
        if (Files.isExecutable(SETSID)) {
            command.add(SETSID.toString()); // a Ctrl-C for the gateway is not for its servers
        }
        command.addAll(settings.command());
        var builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(settings.environment());
        if (settings.folder() != null) {
            builder.directory(settings.folder().toFile());
        }
        try {
            return new StdioLink(name, builder.start(), toolOutput, masking, listener);
        } catch (IOException e) {
            throw new McpFailed(
                    "%s cannot be started".formatted(settings.command().getFirst()));
        }
    }

    @Override
    public JsonNode request(String method, ObjectNode params, Duration limit) throws McpFailed, InterruptedException {
        long id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        waiting.put(id, answer);
        try {
            send(Messages.request(id, method, params));
            return Messages.result(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            withdraw(id, "no answer in time");
            throw new McpFailed("it did not answer within %d s".formatted(limit.toSeconds()));
        } catch (InterruptedException e) {
            withdraw(id, "stopped");
            throw e;
        } catch (ExecutionException e) {
            throw new McpFailed.Broken(String.valueOf(why));
        } finally {
            waiting.remove(id);
        }
    }

    @Override
    public void greeted(String protocolVersion, Duration limit) throws McpFailed {
        send(Messages.notification("notifications/initialized"));
    }

    /** Never blocks: a server that does not read must not hold up who was interrupted. */
    private void send(ObjectNode message) throws McpFailed {
        String reason = why;
        if (reason != null) {
            throw new McpFailed(reason);
        }
        if (!unsent.offer(Json.mapper().writeValueAsString(message))) {
            throw new McpFailed("it does not read what it is sent");
        }
    }

    private void withdraw(long id, String reason) {
        try {
            send(Messages.cancelled(id, reason));
        } catch (McpFailed e) {
            LOG.atDebug().addKeyValue("server", name).log("a request could not be withdrawn");
        }
    }

    private void write() {
        try (OutputStream out = process.getOutputStream()) {
            while (true) {
                out.write((unsent.take() + "\n").getBytes(StandardCharsets.UTF_8));
                if (unsent.isEmpty()) {
                    out.flush();
                }
            }
        } catch (InterruptedException e) {
            // closed
        } catch (IOException e) {
            lose(ended("its process has closed its input"));
        }
    }

    private void read() {
        String reason = null;
        // Whose answer it is, is known when all of it is there: when it is cut, the server goes and is started again.
        try (var part = toolOutput.part("MCP server " + name, this::cut)) {
            var lines = BoundedLines.strict(process.getInputStream(), Messages.MOST_BYTES, part);
            for (String line = lines.next(); line != null; line = lines.next()) {
                receive(line);
            }
        } catch (AnswerCut e) {
            cut = true;
        } catch (IOException e) {
            reason = "its output could not be read: " + e.getMessage();
        }
        if (cut) {
            reason = AnswerCut.WORDS;
        }
        lose(reason == null ? ended("its process has closed its output") : reason);
    }

    private void cut() {
        cut = true;
        process.destroy();
    }

    private void receive(String line) {
        JsonNode message;
        try {
            message = Json.mapper().readTree(line);
        } catch (JacksonException e) {
            // Some programs greet on their output; that is no reason to give them up.
            LOG.atDebug().addKeyValue("server", name).log("a line of its output is no JSON");
            return;
        }
        if (Messages.isResponse(message)) {
            CompletableFuture<JsonNode> answer = waiting.get(message.path("id").asLong(-1));
            if (answer != null) {
                answer.complete(message);
            }
        } else if (Messages.isToolsChanged(message)) {
            listener.toolsChanged();
        } else {
            Messages.reply(message).ifPresent(this::answer);
        }
    }

    private void answer(ObjectNode reply) {
        try {
            send(reply);
        } catch (McpFailed e) {
            LOG.atDebug().addKeyValue("server", name).log("a reply could not be sent");
        }
    }

    private void drainComplaints() {
        try {
            var lines = BoundedLines.cutting(process.getErrorStream(), MOST_COMPLAINT_BYTES);
            int logged = 0;
            for (String line = lines.next(); line != null; line = lines.next()) {
                // Read to its end, or it would block on a full pipe; but a log has better things to hold.
                if (logged++ < MOST_COMPLAINTS) {
                    LOG.atDebug().addKeyValue("server", name).log("says on stderr: {}", complaint(line));
                }
            }
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("server", name).log("its stderr has broken");
        }
    }

    /** Programs print the keys they were given when these do not fit. */
    private String complaint(String line) {
        var masked = masking.mask(line);
        return masked.substring(0, Math.min(masked.length(), MOST_COMPLAINT_CHARACTERS));
    }

    private void lose(String reason) {
        if (lost.compareAndSet(false, true)) {
            why = reason;
            waiting.values().forEach(answer -> answer.completeExceptionally(new McpFailed(reason)));
            listener.lost(this, reason);
        }
    }

    /** A pipe breaks when the process ends, mostly a moment before. */
    private String ended(String otherwise) {
        try {
            return process.waitFor(1, TimeUnit.SECONDS)
                    ? "its process has ended with exit code " + process.exitValue()
                    : otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }

    /** Input closed, then TERM, then KILL, for it and what it has started. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        lose("it was closed");
        // Those it leaves behind are not its descendants any more once it is gone.
        List<ProcessHandle> family = process.descendants().toList();
        writer.interrupt();
        try {
            if (!process.waitFor(GRACE)) {
                family.forEach(ProcessHandle::destroy);
                process.destroy();
                process.waitFor(GRACE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            family.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Thread thread(String pipe, Runnable work) {
        return Thread.ofPlatform()
                .name("mcp-%s-%s".formatted(name, pipe))
                .daemon()
                .start(work);
    }
}
