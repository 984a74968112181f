package dev.switchboard.testkit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** A WebSocket without manners: writes any bytes as a frame, and reads only when it is told to. */
public final class RawSocket implements AutoCloseable {
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;
    /** The bit of the first byte that says that no fragment follows. */
    public static final int FINAL = 0x80;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A mask of zeros leaves a frame readable to whoever watches the gateway's system calls. */
    private static final byte[] MASK = new byte[4];

    /** A frame of the gateway. */
    public record Frame(int opcode, byte[] payload) {
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        public int closeCode() {
            return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
        }
    }

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;

    private RawSocket(URI uri, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.setSoTimeout((int) PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), (int) PATIENCE.toMillis());
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 4_096));
        out = socket.getOutputStream();
    }

    /** A connection on which nothing was said yet. */
    public static RawSocket plain(URI uri) throws IOException {
        return plain(uri, 0);
    }

    /** @param receiveBuffer as in {@link #open(URI, int)} */
    public static RawSocket plain(URI uri, int receiveBuffer) throws IOException {
        return new RawSocket(uri, receiveBuffer);
    }

    public static RawSocket open(URI uri) throws IOException {
        return open(uri, 0);
    }

    /** @param receiveBuffer what the kernel may keep for a socket that does not read; 0 leaves it to the kernel */
    public static RawSocket open(URI uri, int receiveBuffer) throws IOException {
        return open(uri, receiveBuffer, Map.of());
    }

    public static RawSocket open(URI uri, int receiveBuffer, Map<String, String> headers) throws IOException {
        var socket = new RawSocket(uri, receiveBuffer);
        socket.upgrade(uri, headers);
        return socket;
    }

    public RawSocket text(String text) throws IOException {
        return frame(FINAL | TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** A masked frame with this first byte. */
    public RawSocket frame(int firstByte, byte[] payload) throws IOException {
        var frame = new ByteArrayOutputStream(payload.length + 14);
        frame.writeBytes(header(firstByte, payload.length));
        frame.writeBytes(payload);
        return bytes(frame.toByteArray());
    }

    /** The header of a masked frame that announces this many bytes. */
    public static byte[] header(int firstByte, long length) {
        var header = new ByteArrayOutputStream(14);
        header.write(firstByte);
        if (length >= 0 && length < 126) {
            header.write(0x80 | (int) length);
        } else if (length >= 0 && length < 65_536) {
            header.write(0x80 | 126);
            header.write((int) length >> 8);
            header.write((int) length);
        } else {
            header.write(0x80 | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                header.write((int) (length >> shift));
            }
        }
        header.writeBytes(MASK);
        return header.toByteArray();
    }

    public RawSocket bytes(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
        return this;
    }

    /** The next frame; pings and pongs of the protocol are let pass. */
    public Frame receive() throws IOException {
        while (true) {
            int opcode = in.readUnsignedByte() & 0x0F;
            int length = in.readUnsignedByte();
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = Math.toIntExact(in.readLong());
            }
            var payload = new byte[length];
            in.readFully(payload);
            if (opcode != PING && opcode != PONG) {
                return new Frame(opcode, payload);
            }
        }
    }

    /** Reads whatever still comes, until the gateway closes the connection. */
    public void awaitEnd() throws IOException {
        try {
            while (in.skipBytes(4_096) > 0 || in.read() >= 0) {
                // It was on its way before the end.
            }
        } catch (EOFException | java.net.SocketException _) {
            // A connection that is reset has ended too.
        }
    }

    /** Closes the connection without a word. */
    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void upgrade(URI uri, Map<String, String> headers) throws IOException {
        var more = new StringBuilder();
        headers.forEach(
                (name, value) -> more.append(name).append(": ").append(value).append("\r\n"));
        bytes(("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s\r\n")
                .formatted(uri.getRawPath(), uri.getPort(), more)
                .getBytes(StandardCharsets.ISO_8859_1));
        var status = line();
        if (!status.contains(" 101 ")) {
            throw new IOException("not upgraded: " + status);
        }
        while (!line().isEmpty()) {
            // The headers say nothing that matters here.
        }
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
}
