package dev.switchboard.app.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.testkit.StubbornDevice;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** A session's whole ledger, read over HTTP page by page, and held against what its device remembers. */
final class SessionAudit {
    private static final int PAGE = 97; // ends in the middle of rows

    private final String session;
    private final List<JsonNode> events = new ArrayList<>();
    private long lastSeq;

    private SessionAudit(String session) {
        this.session = session;
    }

    /** Reads it all; numbers without a gap are checked while reading. */
    static SessionAudit of(GatewayChild gateway, String peerId) throws InterruptedException {
        var audit = new SessionAudit("terminal-dev:local:" + peerId);
        var path = "/api/sessions/%s/events".formatted(URLEncoder.encode(audit.session, StandardCharsets.UTF_8));
        while (true) {
            var page = gateway.get("%s?after=%d&limit=%d".formatted(path, audit.lastSeq, PAGE));
            if (page.get("events").isEmpty()) {
                return audit;
            }
            page.get("events").forEach(audit::add);
            assertThat(page.get("next").longValue()).isEqualTo(audit.lastSeq);
        }
    }

    private void add(JsonNode line) {
        assertThat(line.get("seq").longValue())
                .describedAs("number in %s", session)
                .isEqualTo(lastSeq + 1);
        lastSeq++;
        events.add(line.get("event"));
    }

    List<JsonNode> events(String... types) {
        var wanted = Set.of(types);
        return events.stream().filter(event -> wanted.contains(type(event))).toList();
    }

    /** Every event has an id of its own. */
    SessionAudit everyEventIsThereOnce() {
        assertThat(events.stream().map(event -> event.get("id").stringValue())).doesNotHaveDuplicates();
        return this;
    }

    /** What was acknowledged is there with its text, once, and answered once, with the answer the device saw. */
    SessionAudit keepsThePromise(StubbornDevice device) {
        var messages = byMessage(events("user_message"));
        assertThat(messages.keySet()).describedAs("messages of %s", session).containsAll(device.acknowledged());
        assertThat(device.sent().keySet()).describedAs("sent to %s", session).containsAll(messages.keySet());
        var finals = byMessage(events("answered", "failed", "stopped"));
        assertThat(finals.keySet()).describedAs("answered in %s", session).isEqualTo(messages.keySet());
        messages.forEach((id, message) -> assertThat(message.get("text").stringValue())
                .isEqualTo(device.sent().get(id)));
        var recorded = finals.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> asSeen(entry.getValue())));
        assertThat(device.answers()).isEqualTo(recorded);
        return this;
    }

    /** Each turn that starts ends, after it started and before the next one starts; a run keeps its id. */
    SessionAudit everyTurnEnds() {
        String open = null;
        var turns = new HashSet<String>();
        Map<String, String> runs = new HashMap<>();
        for (var event : events) {
            switch (type(event)) {
                case "run_started" -> {
                    var run = event.get("runId").stringValue();
                    var before = runs.putIfAbsent(event.get("messageId").stringValue(), run);
                    assertThat(before == null || before.equals(run))
                            .describedAs("%s keeps its run", event)
                            .isTrue();
                }
                case "turn_start" -> {
                    assertThat(open)
                            .describedAs("turn that is open when %s starts", event)
                            .isNull();
                    open = event.get("correlationId").stringValue();
                    assertThat(turns.add(open)).isTrue();
                }
                case "turn_end" -> {
                    assertThat(event.get("correlationId").stringValue()).isEqualTo(open);
                    open = null;
                }
                case "answered", "failed", "stopped" -> {
                    assertThat(open).describedAs("turn of %s", event).isNotNull();
                    assertThat(event.get("runId").stringValue())
                            .isEqualTo(runs.get(event.get("messageId").stringValue()));
                }
                default -> {}
            }
        }
        assertThat(open).describedAs("turn left open in %s", session).isNull();
        return this;
    }

    /** What starts inside a turn ends inside it, once, before anything like it starts again. */
    SessionAudit everyPartEnds() {
        String turn = null;
        var open = new HashMap<String, String>();
        for (var event : events) {
            var type = type(event);
            switch (type) {
                case "turn_start" -> turn = event.get("correlationId").stringValue();
                case "turn_end" -> {
                    assertThat(open).describedAs("open when %s", event).isEmpty();
                    turn = null;
                }
                case "think_start", "tool_start" -> {
                    assertThat(event.get("parentId").stringValue())
                            .describedAs("turn of %s", event)
                            .isEqualTo(turn);
                    assertThat(open.put(event.get("correlationId").stringValue(), type.replace("start", "end")))
                            .describedAs("%s starts while it is open", event)
                            .isNull();
                }
                case "think_end", "tool_end" -> {
                    assertThat(event.get("parentId").stringValue())
                            .describedAs("turn of %s", event)
                            .isEqualTo(turn);
                    assertThat(open.remove(event.get("correlationId").stringValue()))
                            .describedAs("%s ends something that was open", event)
                            .isEqualTo(type);
                }
                default -> {}
            }
        }
        assertThat(open).describedAs("left open in %s", session).isEmpty();
        return this;
    }

    long aborted() {
        return events("turn_end").stream()
                .filter(end -> end.get("status").stringValue().equals("aborted"))
                .count();
    }

    /** By message id; a second one is a failure. */
    private Map<String, JsonNode> byMessage(List<JsonNode> of) {
        var found = new HashMap<String, JsonNode>();
        for (var event : of) {
            var other = found.put(event.get("messageId").stringValue(), event);
            assertThat(other).describedAs("another like %s", event).isNull();
        }
        return found;
    }

    private static StubbornDevice.Answer asSeen(JsonNode end) {
        return new StubbornDevice.Answer(
                end.get("text").stringValue(),
                end.get("runId").stringValue(),
                type(end).equals("failed") ? "error" : "stop");
    }

    private static String type(JsonNode event) {
        return event.get("type").stringValue();
    }
}
