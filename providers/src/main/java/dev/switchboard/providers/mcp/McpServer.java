package dev.switchboard.providers.mcp;

import dev.switchboard.core.bound.Total;
import dev.switchboard.core.ledger.Masking;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps one server connected.
 *
 * <p>Thread: a virtual one connects, lists the tools, and waits; when the connection is lost it tries again, after a pause
 * that doubles, or at once when a call wants it, though never more than once a second. Calls come from anywhere.
 */
final class McpServer implements Link.Listener, AutoCloseable {
    /** Those with a greeting; the server takes its pick. */
    private static final Set<String> PROTOCOL_VERSIONS = Set.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String NEWEST_VERSION = "2025-11-25";
    private static final Logger LOG = LoggerFactory.getLogger(McpServer.class);
    private static final int MOST_PAGES = 100;
    private static final int MOST_TOOLS = 1_000;
    private static final Duration RELIST_PAUSE = Duration.ofMillis(100);
    private static final Duration CLOSING = Duration.ofSeconds(10);

    /** How long to wait between two tries, and how long a connection must last to be called a good one. */
    record Pauses(Duration first, Duration longest, Duration good) {
        static final Pauses DEFAULT = new Pauses(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofMinutes(1));
    }

    private final McpServerSettings settings;
    private final Map<String, String> environment;
    private final String version;
    private final Total toolOutput;
    private final Masking masking;
    private final Pauses pauses;
    private final Thread keeper;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by the lock: the keeper, the link's threads and callers meet here.
    private @Nullable Link link;
    private @Nullable Link gone;
    private String goneWhy = "";
    private String down = "it has not been started";
    private long tries;
    private boolean wanted;
    private boolean stale;
    private boolean closed;

    private volatile List<RemoteTool> tools = List.of();

    McpServer(
            McpServerSettings settings,
            Map<String, String> environment,
            String version,
            Total toolOutput,
            Masking masking,
            Pauses pauses) {
        this.settings = settings;
        this.environment = environment;
        this.version = version;
        this.toolOutput = toolOutput;
        this.masking = masking;
        this.pauses = pauses;
        this.keeper = Thread.ofVirtual().name("mcp-" + settings.name()).unstarted(this::keep);
    }

    void start() {
        keeper.start();
    }

    String name() {
        return settings.name();
    }

    /** As last listed; they stay when the server goes, since a call brings it back. */
    List<RemoteTool> tools() {
        return tools;
    }

    /** Tried once only: a call may have done its work before its answer was lost. */
    JsonNode call(String tool, ObjectNode arguments) throws McpFailed, InterruptedException {
        ObjectNode params = Messages.object().put("name", tool);
        params.set("arguments", arguments);
        Duration limit = settings.limits().call();
        try {
            return connected().request("tools/call", params, limit);
        } catch (McpFailed.Forgotten e) {
            return connected().request("tools/call", params, limit);
        } catch (McpFailed.Broken e) {
            throw new McpFailed(e.why() + ", and whether it did what it was asked to is not known");
        }
    }

    /** The link, after another try if there is none. */
    private Link connected() throws McpFailed, InterruptedException {
        long patience = settings.limits().initialize().toNanos();
        lock.lockInterruptibly();
        try {
            long before = tries;
            wanted = link == null;
            changed.signalAll();
            while (link == null && tries == before && !closed && patience > 0) {
                patience = changed.awaitNanos(patience);
            }
            if (link == null) {
                throw new McpFailed("it is down, as " + down);
            }
            return link;
        } finally {
            lock.unlock();
        }
    }

    private void keep() {
        Duration pause = pauses.first();
        try {
            while (true) {
                long start = System.nanoTime();
                tryOnce();
                boolean good = System.nanoTime() - start > pauses.good().toNanos();
                pause = good ? pauses.first() : pause;
                rest(pause);
                pause = pause.multipliedBy(2).compareTo(pauses.longest()) < 0
                        ? pause.multipliedBy(2)
                        : pauses.longest();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    /** Connects, and returns when the connection is over. */
    private void tryOnce() throws InterruptedException {
        Link opened = null;
        try {
            opened = open();
            greet(opened);
            tools = list(opened);
            up(opened);
            while (awaitStale(opened)) {
                listAgain(opened);
            }
        } catch (McpFailed e) {
            isDown(e.why());
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("server", settings.name()).setCause(e).log("MCP server given up for now");
            isDown("something went wrong on our side");
        } finally {
            if (opened != null) {
                opened.close();
            }
        }
    }

    private Link open() throws McpFailed {
        return switch (settings.transport()) {
            case McpServerSettings.Stdio stdio ->
                StdioLink.start(settings.name(), stdio, environment, toolOutput, masking, this);
            case McpServerSettings.Http http -> new HttpLink(settings.name(), http, toolOutput, this);
        };
    }

    private void greet(Link opened) throws McpFailed, InterruptedException {
        Duration limit = settings.limits().initialize();
        ObjectNode params = Messages.object().put("protocolVersion", NEWEST_VERSION);
        params.putObject("capabilities");
        params.putObject("clientInfo").put("name", "switchboard").put("version", version);
        JsonNode answer = opened.request("initialize", params, limit);
        String spoken = answer.path("protocolVersion").asString("");
        if (!PROTOCOL_VERSIONS.contains(spoken)) {
            throw new McpFailed(
                    "it speaks version \"%s\" of the protocol, which this client does not".formatted(spoken));
        }
        opened.greeted(spoken, limit);
    }

    /** If that fails the old list stays: calls that are under way have done nothing wrong. */
    private void listAgain(Link opened) throws InterruptedException {
        try {
            tools = list(opened);
        } catch (McpFailed e) {
            LOG.atWarn()
                    .addKeyValue("server", settings.name())
                    .addKeyValue("why", e.why())
                    .log("changed tools could not be listed");
        }
    }

    private List<RemoteTool> list(Link opened) throws McpFailed, InterruptedException {
        var listed = new LinkedHashMap<String, RemoteTool>();
        ObjectNode params = Messages.object();
        for (int page = 0; page < MOST_PAGES; page++) {
            JsonNode answer =
                    opened.request("tools/list", params, settings.limits().initialize());
            answer.path("tools")
                    .valueStream()
                    .map(tool -> RemoteTool.of(tool, settings.effects()))
                    .filter(tool -> !tool.name().isEmpty())
                    .forEach(tool -> listed.putIfAbsent(tool.name(), tool));
            String next = answer.path("nextCursor").asString("");
            if (next.isEmpty() || listed.size() > MOST_TOOLS) {
                break;
            }
            params = Messages.object().put("cursor", next);
        }
        return listed.values().stream().limit(MOST_TOOLS).toList();
    }

    private void up(Link opened) throws McpFailed {
        lock.lock();
        try {
            if (gone == opened) {
                throw new McpFailed(goneWhy);
            }
            link = opened;
            tries++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        LOG.atInfo()
                .addKeyValue("server", settings.name())
                .addKeyValue("tools", tools.size())
                .log("MCP server connected");
    }

    private void isDown(String why) {
        lock.lock();
        try {
            link = null;
            down = why;
            tries++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether the tools are to be listed again; false when the link is lost. */
    private boolean awaitStale(Link opened) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (link == opened && !stale) {
                changed.await();
            }
            // A server that calls its tools changed whenever it lists them must not keep us busy.
            long pause = RELIST_PAUSE.toNanos();
            while (link == opened && pause > 0) {
                pause = changed.awaitNanos(pause);
            }
            stale = false;
            return link == opened;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the next try; who calls makes it shorter. */
    private void rest(Duration pause) throws InterruptedException {
        long start = System.nanoTime();
        lock.lockInterruptibly();
        try {
            LOG.atWarn()
                    .addKeyValue("server", settings.name())
                    .addKeyValue("why", down)
                    .log("MCP server down");
            while (true) {
                long left = (wanted ? pauses.first() : pause).toNanos() - (System.nanoTime() - start);
                if (left <= 0) {
                    wanted = false;
                    return;
                }
                changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void toolsChanged() {
        lock.lock();
        try {
            stale = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void lost(Link lostLink, String why) {
        lock.lock();
        try {
            gone = lostLink;
            goneWhy = why;
            // An older link that is only now found dead says nothing about this one.
            if (link == lostLink) {
                link = null;
                down = closed ? down : why;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            down = "the gateway is stopping";
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        keeper.interrupt();
        try {
            if (keeper.getState() != Thread.State.NEW) {
                keeper.join(CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
