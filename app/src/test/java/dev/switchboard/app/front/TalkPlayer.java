package dev.switchboard.app.front;

import static org.awaitility.Awaitility.await;

import dev.switchboard.app.gateway.TestGateway;
import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.model.ModelReply;
import dev.switchboard.json.Json;
import dev.switchboard.testkit.Device;
import dev.switchboard.testkit.Gate;
import dev.switchboard.testkit.Said;
import dev.switchboard.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Plays a conversation between devices and a gateway over real sockets.
 *
 * <pre>
 * # …                       a remark
 * &gt; {"type":"ping"}         a device sends this; its socket is opened by its first line
 * &lt; {"type":"pong"}         the gateway's next frame to it is this, no field more or less
 * 2&gt; …   2&lt; …               another device
 * &gt; !binary  !close  !cut   a binary frame; goodbye; gone without a word
 * &lt; !closed 1008            the gateway closes its socket
 * &lt; !refused 401            the gateway does not let it in
 * ! channel guarded         where devices connect from here on (terminal-dev)
 * ! header Name: value      what they send with it
 * ! model waits             until "model goes on"; other words: fails, breaks (echo)
 * ! event inbound_accepted  the channel has recorded it
 * </pre>
 *
 * In what the gateway sends, {@code "*"} is any value and {@code "<run>"} any at first and the same one from then on. In
 * what a device sends, {@code <x 200>} is two hundred of them. At the end every device still there pings, and the pong
 * must be the next thing it gets: nothing was sent that is not in the file.
 */
final class TalkPlayer implements AutoCloseable {
    private static final Pattern SAID = Pattern.compile("(\\d?)([<>]) ?(.*)");
    private static final Pattern REPEATED = Pattern.compile("<(\\X) (\\d+)>");
    private static final Pattern CAPTURE = Pattern.compile("<[a-z]+>");

    private final ScriptedModel model = ScriptedModel.echo();
    private final TestGateway gateway;
    private final Map<String, Device> devices = new TreeMap<>();
    private final Map<String, JsonNode> captured = new HashMap<>();
    private final Map<String, String> headers = new HashMap<>();
    private String channel = "terminal-dev";
    private @Nullable Gate gate;

    TalkPlayer(Path data) {
        gateway = TestGateway.start(data, model);
    }

    void play(Path talk) throws IOException, InterruptedException {
        int number = 0;
        for (var line : Files.readAllLines(talk)) {
            number++;
            try {
                play(line);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("%s:%d %s%n%s".formatted(talk.getFileName(), number, line, e.getMessage()), e);
            }
        }
        for (var device : devices.entrySet()) {
            device.getValue().send("{\"type\":\"ping\"}");
            var next = device.getValue().next();
            if (!next.get("type").stringValue().equals("pong")) {
                throw new AssertionError(
                        "%s: device %s got something more: %s".formatted(talk.getFileName(), device.getKey(), next));
            }
        }
    }

    private void play(String line) throws InterruptedException {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("! ")) {
            direct(line.substring(2).split(" ", 2));
            return;
        }
        var said = SAID.matcher(line);
        if (!said.matches()) {
            throw new AssertionError("this line says nothing");
        }
        if (said.group(2).equals(">")) {
            send(said.group(1), said.group(3));
        } else {
            expect(said.group(1), said.group(3));
        }
    }

    private void direct(String[] words) {
        switch (words[0]) {
            case "channel" -> channel = words[1];
            case "header" -> headers.put(words[1].split(": ", 2)[0], words[1].split(": ", 2)[1]);
            case "event" -> await().until(() -> gateway.events(channel).contains(words[1]));
            case "model" -> model(words[1]);
            default -> throw new AssertionError("nobody knows how to " + words[0]);
        }
    }

    private void model(String does) {
        if (gate != null) {
            gate.open();
        }
        switch (does) {
            case "goes on" -> model.script((request, _) -> ModelReply.text("echo: " + Said.last(request)));
            case "waits" -> {
                var closed = new Gate();
                gate = closed;
                model.script((request, _) -> {
                    closed.pass();
                    return ModelReply.text("echo: " + Said.last(request));
                });
            }
            case "fails" ->
                model.script((_, _) -> {
                    throw new SwitchboardException(
                            ErrorCode.MODEL_TIMEOUT, "The model did not answer in time. Please send it again.");
                });
            case "breaks" ->
                model.script((_, _) -> {
                    throw new IllegalStateException("an exception that is none of a person's business");
                });
            default -> throw new AssertionError("a model cannot be told: " + does);
        }
    }

    private void send(String name, String what) {
        var device = devices.computeIfAbsent(name, _ -> Device.open(gateway.channel(channel), headers));
        switch (what) {
            case "!binary" ->
                device.socket()
                        .sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true)
                        .join();
            case "!close" -> leave(name).close();
            case "!cut" -> leave(name).cut();
            default ->
                device.send(REPEATED.matcher(what)
                        .replaceAll(match -> java.util.regex.Matcher.quoteReplacement(
                                match.group(1).repeat(Integer.parseInt(match.group(2))))));
        }
    }

    private void expect(String name, String what) throws InterruptedException {
        if (what.startsWith("!refused ")) {
            equal("status", what.substring(9), "" + Device.refusal(gateway.channel(channel), headers));
        } else if (what.startsWith("!closed ")) {
            equal("close code", what.substring(8), "" + leave(name).closeCode());
        } else {
            var device = devices.get(name);
            if (device == null) {
                throw new AssertionError("this device is not there");
            }
            match("frame", Json.mapper().readTree(what), device.next());
        }
    }

    /** From here on it is not expected to answer. */
    private Device leave(String name) {
        var device = devices.remove(name);
        if (device == null) {
            throw new AssertionError("this device is not there");
        }
        return device;
    }

    private void match(String where, JsonNode expected, JsonNode actual) {
        if (expected.isString() && expected.stringValue().equals("*")) {
            return;
        }
        if (expected.isString() && CAPTURE.matcher(expected.stringValue()).matches()) {
            var known = captured.putIfAbsent(expected.stringValue(), actual);
            equal(where, known == null ? actual : known, actual);
        } else if (expected.isObject() && actual.isObject()) {
            equal("fields of " + where, expected.propertyNames(), actual.propertyNames());
            expected.propertyNames().forEach(field -> match(field, expected.get(field), actual.get(field)));
        } else {
            equal(where, expected, actual);
        }
    }

    private static void equal(String what, Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("%s: expected %s but got %s".formatted(what, expected, actual));
        }
    }

    @Override
    public void close() {
        if (gate != null) {
            gate.open();
        }
        devices.values().forEach(Device::close);
        gateway.close();
    }
}
