package dev.switchboard.edge.api;

import dev.switchboard.core.ledger.MaskedText;
import dev.switchboard.core.ledger.Masking;
import dev.switchboard.edge.net.Response;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * JSON of any length on its way out, without the secrets we know. Each text in it is masked as it reads, not as it is
 * written in JSON, and piece by piece: what may be the beginning of a secret waits for the next piece.
 *
 * <p>Thread: the answer's own.
 */
final class MaskedJson {
    private static final int PIECE = 32 * 1024;
    private static final String AUTHORIZATION = "authorization";
    private static final String PREFIX = "Authorization: ";

    private final Masking masking;
    private final Response.BodySink sink;
    private MaskedText masked;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder out = new StringBuilder();
    /** The text before, and the name of the field that is being read; both in small letters, and only their end. */
    private String last = "";

    private String field = "";
    /** How much of what comes out next was put in by us. */
    private int dropped;

    MaskedJson(Masking masking, Response.BodySink sink) {
        this.masking = masking;
        this.sink = sink;
        this.masked = masking.growing();
    }

    void copy(Reader json) throws IOException, InterruptedException {
        boolean inText = false;
        for (int c = json.read(); c >= 0; c = json.read()) {
            if (c == '"') {
                if (inText) {
                    last = ended();
                } else {
                    begun();
                }
                inText = !inText;
                put('"');
            } else if (!inText) {
                if (c == ':') {
                    field = last;
                } else if (c == ',' || c == '{' || c == '[') {
                    field = "";
                }
                put((char) c);
            } else {
                text.append(c == '\\' ? unescaped(json) : (char) c);
                if (text.length() >= PIECE) {
                    mask(false);
                }
            }
        }
        send(true);
    }

    /** What is called an authorization is masked as one, though only its name says so. */
    private void begun() {
        if (field.endsWith(AUTHORIZATION)) {
            text.append(PREFIX);
            dropped = PREFIX.length();
        }
    }

    /** The end of the text as it was, in small letters. */
    private String ended() throws IOException, InterruptedException {
        var end = text.substring(Math.max(0, text.length() - AUTHORIZATION.length()));
        mask(true);
        return end.toLowerCase(Locale.ROOT);
    }

    private static char unescaped(Reader json) throws IOException {
        int c = json.read();
        return switch (c) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int code = 0;
                for (int i = 0; i < 4; i++) {
                    code = code * 16 + Character.digit(json.read(), 16);
                }
                yield (char) code;
            }
            default -> (char) c;
        };
    }

    /** @param end whether nothing of this text follows */
    private void mask(boolean end) throws IOException, InterruptedException {
        var shown = masked.add(text.toString());
        text.setLength(0);
        if (end) {
            shown += masked.end();
            masked = masking.growing();
        }
        int drop = Math.min(dropped, shown.length());
        dropped -= drop;
        out.append(JsonStringEncoder.getInstance().quoteAsCharArray(shown.substring(drop)));
        if (out.length() >= PIECE) {
            send(false);
        }
    }

    private void put(char c) throws IOException, InterruptedException {
        out.append(c);
        if (out.length() >= PIECE) {
            send(false);
        }
    }

    /** @param all also half a character at the end, whose other half is to come otherwise */
    private void send(boolean all) throws IOException, InterruptedException {
        int length = out.length();
        if (!all && length > 0 && Character.isHighSurrogate(out.charAt(length - 1))) {
            length--;
        }
        if (length > 0) {
            sink.write(out.substring(0, length).getBytes(StandardCharsets.UTF_8));
            out.delete(0, length);
            // Masking is work, and a thread of this kind goes on until it waits: many long results would hold up
            // everybody.
            Thread.yield();
        }
    }
}
