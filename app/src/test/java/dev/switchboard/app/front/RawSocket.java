package dev.switchboard.app.front;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A TCP connection and HTTP written by hand, for what a well-behaved client would not send. */
final class RawSocket implements AutoCloseable {
    /** The close code when the connection just ended. */
    static final int CUT = 1006;

    private static final int CLOSE = 8;

    /** @param headers by their lower-case names */
    record Answer(int status, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    private final Socket socket;
    private final DataInputStream in;

    private RawSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(60_000);
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    static RawSocket to(int port) throws IOException {
        var socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", port), 10_000);
        return new RawSocket(socket);
    }

    /** One request on a connection of its own. */
    static Answer ask(int port, String... head) throws IOException {
        try (var socket = to(port)) {
            return socket.send(head).answer();
        }
    }

    /** The head of an upgrade to this path, with these lines instead of or beside the usual ones. */
    static String[] upgrade(String path, String... more) {
        var lines = new ArrayList<>(List.of(
                "GET " + path + " HTTP/1.1",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="));
        lines.addAll(List.of(more));
        return lines.toArray(String[]::new);
    }

    RawSocket send(String... head) throws IOException {
        return send((String.join("\r\n", head) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    }

    RawSocket send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** A short text frame. */
    RawSocket text(String text) throws IOException {
        var payload = text.getBytes(StandardCharsets.UTF_8);
        var frame = new ByteArrayOutputStream();
        frame.write(0x81);
        if (payload.length < 126) {
            frame.write(0x80 | payload.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        }
        frame.writeBytes(new byte[4]); // a mask of zeros changes nothing
        frame.writeBytes(payload);
        return send(frame.toByteArray());
    }

    Answer answer() throws IOException {
        var status = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        var length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        return new Answer(
                Integer.parseInt(status.split(" ", 3)[1]),
                headers,
                new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    /** Reads frames and answers none, until the gateway closes the socket; with which code. */
    int closeCode() throws IOException {
        try {
            while (true) {
                var opcode = in.readUnsignedByte() & 0x0F;
                int length = in.readUnsignedByte();
                if (length == 126) {
                    length = in.readUnsignedShort();
                } else if (length == 127) {
                    length = Math.toIntExact(in.readLong());
                }
                var payload = in.readNBytes(length);
                if (opcode == CLOSE) {
                    return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
                }
            }
        } catch (EOFException | SocketException e) {
            return CUT;
        }
    }

    /** Whether the gateway ends the connection without another byte. */
    boolean ended() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String line() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
