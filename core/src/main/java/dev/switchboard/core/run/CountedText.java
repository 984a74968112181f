package dev.switchboard.core.run;

import java.io.Writer;

/** The beginning of what is written, and how long all of it is in UTF-8. */
final class CountedText extends Writer {
    private final StringBuilder kept = new StringBuilder();
    private final int limit;
    private boolean cut;
    private long bytes;

    /** @param limit of characters */
    CountedText(int limit) {
        this.limit = limit;
    }

    static long bytes(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += bytes(text.charAt(i));
        }
        return bytes;
    }

    private static int bytes(char c) {
        // Each half of a character outside the plane that is mostly used stands for two of its four bytes.
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }

    @Override
    public void write(char[] from, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            bytes += bytes(from[i]);
        }
        int fits = Math.min(length, limit - kept.length());
        kept.append(from, offset, fits);
        cut |= fits < length;
    }

    boolean isCut() {
        return cut;
    }

    long bytes() {
        return bytes;
    }

    /** Without half a character at its end. */
    String kept() {
        int end = kept.length();
        return kept.substring(0, end > 0 && Character.isHighSurrogate(kept.charAt(end - 1)) ? end - 1 : end);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
