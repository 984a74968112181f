package dev.switchboard.core.preview;

import dev.switchboard.core.ledger.MaskedText;
import dev.switchboard.core.ledger.Masking;
import java.util.Locale;

/**
 * The arguments of a call as they come, without secrets. They are JSON, in which a secret may be written with escapes: what
 * its texts mean is looked at and written anew. What is no JSON any more is not shown from there on.
 *
 * <p>Thread: one.
 */
final class GrowingArguments {
    private static final String HEADER = "Authorization: ";
    /** So much of a field's name is enough to know it by its end. */
    private static final int NAME = 64;

    private enum In {
        STRUCTURE,
        TEXT,
        ESCAPE,
        UNICODE,
        NO_JSON
    }

    private final Masking masking;
    private final StringBuilder shown = new StringBuilder();
    private final StringBuilder decoded = new StringBuilder();
    /** The end of the last text, which was a name if a colon follows. */
    private final StringBuilder name = new StringBuilder();

    private MaskedText text;
    private In in = In.STRUCTURE;
    private boolean authorization;
    /** How much of what comes out is not of the text. */
    private int toSkip;

    private int code;
    private int digits;

    GrowingArguments(Masking masking) {
        this.masking = masking;
        this.text = masking.growing();
    }

    /** What may be shown now that this was added. */
    String add(String piece) {
        for (int i = 0; i < piece.length(); i++) {
            take(piece.charAt(i));
        }
        flush();
        return out();
    }

    /** The rest: none of whole arguments, and of others no text that may be the beginning of a secret. */
    String end() {
        if (in != In.STRUCTURE && in != In.NO_JSON) {
            show(text.cut());
        }
        in = In.NO_JSON;
        return out();
    }

    private String out() {
        var out = shown.toString();
        shown.setLength(0);
        return out;
    }

    private void take(char c) {
        switch (in) {
            case STRUCTURE -> structure(c);
            case TEXT -> {
                if (c == '"') {
                    flush();
                    show(text.end());
                    shown.append('"');
                    in = In.STRUCTURE;
                } else if (c == '\\') {
                    in = In.ESCAPE;
                } else {
                    mean(c);
                }
            }
            case ESCAPE -> escape(c);
            case UNICODE -> {
                int digit = Character.digit(c, 16);
                if (digit < 0) {
                    in = In.NO_JSON;
                    return;
                }
                code = code * 16 + digit;
                if (++digits == 4) {
                    mean((char) code);
                    in = In.TEXT;
                }
            }
            case NO_JSON -> {}
        }
    }

    private void structure(char c) {
        if (c == '"') {
            shown.append('"');
            text = masking.growing();
            toSkip = 0;
            if (authorization) {
                // As in a text, where it would stand behind its name.
                toSkip = HEADER.length();
                show(text.add(HEADER));
            }
            authorization = false;
            name.setLength(0);
            in = In.TEXT;
        } else if ("{}[],: \t\r\n+-.0123456789eEtrufalsn".indexOf(c) < 0) {
            in = In.NO_JSON;
        } else {
            if (c == ':') {
                authorization = name.toString().toLowerCase(Locale.ROOT).endsWith("authorization");
            } else if (!Character.isWhitespace(c)) {
                authorization = false;
            }
            shown.append(c);
        }
    }

    private void escape(char c) {
        in = In.TEXT;
        switch (c) {
            case '"', '\\', '/' -> mean(c);
            case 'b' -> mean('\b');
            case 'f' -> mean('\f');
            case 'n' -> mean('\n');
            case 'r' -> mean('\r');
            case 't' -> mean('\t');
            case 'u' -> {
                code = 0;
                digits = 0;
                in = In.UNICODE;
            }
            default -> in = In.NO_JSON;
        }
    }

    private void mean(char c) {
        decoded.append(c);
        name.append(c);
        if (name.length() > 2 * NAME) {
            name.delete(0, NAME);
        }
    }

    private void flush() {
        if (!decoded.isEmpty()) {
            show(text.add(decoded.toString()));
            decoded.setLength(0);
        }
    }

    private void show(String masked) {
        int from = Math.min(toSkip, masked.length());
        toSkip -= from;
        for (int i = from; i < masked.length(); i++) {
            char c = masked.charAt(i);
            switch (c) {
                case '"' -> shown.append("\\\"");
                case '\\' -> shown.append("\\\\");
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> {
                    if (c < ' ') {
                        shown.append("\\u%04x".formatted((int) c));
                    } else {
                        shown.append(c);
                    }
                }
            }
        }
    }
}
