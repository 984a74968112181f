package dev.switchboard.tools.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * What came of a body, unpacked.
 *
 * @param cut there was more than is kept
 */
record Body(byte[] bytes, boolean cut) {

    private static final int STEP = 64 * 1024;

    /**
     * @param limit of bytes, both before and after they are unpacked
     * @param held told how much was read so far
     */
    static Body read(ResponseHead head, InputStream in, int limit, LongConsumer held) throws IOException {
        if (head.status() == 204) {
            return new Body(new byte[0], false);
        }
        String coding = head.field("content-encoding").orElse("identity").toLowerCase(Locale.ROOT);
        try (InputStream plain = unpacked(coding, framed(head, in), limit)) {
            var bytes = new ByteArrayOutputStream();
            byte[] part;
            do {
                part = plain.readNBytes(Math.min(STEP, limit - bytes.size()));
                bytes.writeBytes(part);
                held.accept(bytes.size());
            } while (part.length > 0 && bytes.size() < limit);
            return new Body(bytes.toByteArray(), bytes.size() == limit && plain.read() >= 0);
        } catch (ZipException e) {
            throw new FetchFailed("the page says it is packed with %s and is not".formatted(coding));
        }
    }

    private static InputStream unpacked(String coding, InputStream in, int limit) throws IOException {
        return switch (coding) {
            case "identity" -> in;
            case "gzip", "x-gzip" -> new GZIPInputStream(new Packed(in, limit));
            case "deflate" -> inflated(new Packed(in, limit));
            default -> throw new FetchFailed("the page is packed in a way nobody asked for: " + coding);
        };
    }

    private static InputStream framed(ResponseHead head, InputStream in) throws FetchFailed {
        String transfer = head.field("transfer-encoding").orElse("identity").toLowerCase(Locale.ROOT);
        if (transfer.equals("chunked")) {
            return new ChunkedBody(in);
        }
        if (!transfer.equals("identity")) {
            throw new FetchFailed("the page is sent in a way nobody asked for: " + transfer);
        }
        String length = head.field("content-length").orElse("");
        return length.matches("[0-9]{1,18}") ? new SizedBody(in, Long.parseLong(length)) : in;
    }

    /** The word means the zlib format, but some servers send it without its two bytes of header. */
    private static InputStream inflated(InputStream packed) throws IOException {
        var in = new PushbackInputStream(packed, 2);
        byte[] start = in.readNBytes(2);
        in.unread(start);
        // RFC 1950: the low half of the first byte is 8, and both together are a multiple of 31.
        boolean zlib =
                start.length == 2 && (start[0] & 0x0f) == 8 && ((start[0] & 0xff) << 8 | start[1] & 0xff) % 31 == 0;
        return new InflaterInputStream(in, new Inflater(!zlib));
    }

    /** A packed body without end may unpack to nothing at all, so it is counted as well. */
    private static final class Packed extends InputStream {
        private final InputStream in;
        private int left;

        Packed(InputStream in, int limit) {
            this.in = in;
            this.left = limit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (left == 0) {
                throw new FetchFailed("the page is larger than can be fetched, packed as it is");
            }
            int count = in.read(target, offset, Math.min(length, left));
            left -= Math.max(0, count);
            return count;
        }

        /** The JDK takes "nothing at hand" for the end and would drop the second part of a package. */
        @Override
        public int available() {
            return 1;
        }
    }
}
