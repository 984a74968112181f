package dev.switchboard.edge.net;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A socket, and HTTP and WebSocket written by hand: for what a well-behaved client library would not do. */
final class RawClient implements AutoCloseable {
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    /** An HTTP answer. */
    record Answer(int status, Map<String, String> headers, byte[] body) {
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** A WebSocket frame of the server. */
    record Frame(boolean isFinal, int opcode, byte[] payload) {
        String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        int closeCode() {
            return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RawClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(60_000);
        in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
    }

    static RawClient to(NetServer server) throws IOException {
        return to(server, 0);
    }

    /** With a small receive buffer, where a client is to be slow. */
    static RawClient to(NetServer server, int receiveBuffer) throws IOException {
        var socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress("127.0.0.1", server.boundAddress().getPort()));
        return new RawClient(socket);
    }

    static RawClient upgraded(NetServer server) throws IOException {
        return to(server).upgrade();
    }

    /** With these headers beside the usual ones. */
    RawClient upgrade(String... more) throws IOException {
        var usual = Stream.of(
                "GET /ws HTTP/1.1",
                "Host: localhost",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        send(Stream.concat(usual, Stream.of(more)).toArray(String[]::new));
        var answer = answer();
        if (answer.status() != 101) {
            throw new IOException("not upgraded: " + answer.status() + " " + answer.text());
        }
        return this;
    }

    /** A request head. */
    RawClient send(String... lines) throws IOException {
        return send((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    RawClient text(String text) throws IOException {
        return send(frame(0x80 | TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    RawClient frame(int firstByte, String payload) throws IOException {
        return send(frame(firstByte, payload.getBytes(StandardCharsets.UTF_8)));
    }

    /** A masked frame with this first byte. */
    static byte[] frame(int firstByte, byte[] payload) {
        var frame = header(firstByte, payload.length);
        byte[] mask = {11, 22, 33, 44};
        frame.writeBytes(mask);
        for (int i = 0; i < payload.length; i++) {
            frame.write(payload[i] ^ mask[i % 4]);
        }
        return frame.toByteArray();
    }

    /** The header of a masked frame, up to its mask. */
    static ByteArrayOutputStream header(int firstByte, long length) {
        var header = new ByteArrayOutputStream();
        header.write(firstByte);
        if (length < 126) {
            header.write(0x80 | (int) length);
        } else if (length < 65_536) {
            header.write(0x80 | 126);
            header.write((int) length >> 8);
            header.write((int) length);
        } else {
            header.write(0x80 | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                header.write((int) (length >> shift));
            }
        }
        return header;
    }

    Answer answer() throws IOException {
        return answer(true);
    }

    Answer answer(boolean hasBody) throws IOException {
        var status = line();
        var headers = new LinkedHashMap<String, String>();
        for (var line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status.split(" ")[1]);
        byte[] body = {};
        if (hasBody && headers.containsKey("content-length")) {
            body = in.readNBytes(Integer.parseInt(headers.get("content-length")));
        } else if (hasBody && headers.containsKey("transfer-encoding")) {
            body = chunks();
        }
        return new Answer(code, headers, body);
    }

    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            body.writeBytes(in.readNBytes(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    Frame receive() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(in.readLong());
        }
        var payload = new byte[length];
        in.readFully(payload);
        return new Frame((first & 0x80) != 0, first & 0x0F, payload);
    }

    /** Skips the server's pings. */
    Frame receiveData() throws IOException {
        var frame = receive();
        return frame.opcode() == PING ? receiveData() : frame;
    }

    /** True if the server ends the connection without another byte. */
    boolean ended() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketException _) {
            return true;
        }
    }

    Socket socket() {
        return socket;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
