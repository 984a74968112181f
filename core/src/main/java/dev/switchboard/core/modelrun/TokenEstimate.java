package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.ModelMessage;

/**
 * A guess at how many tokens a text takes, on the high side: a quarter of the plain letters, and one for every other
 * character. Vendors count differently; what matters is that a history cut by this guess fits.
 */
final class TokenEstimate {
    /** What a vendor adds around each message. */
    private static final int PER_MESSAGE = 4;

    private TokenEstimate() {}

    static int of(ModelMessage message) {
        return switch (message) {
            case ModelMessage.User user -> of(user.text());
            case ModelMessage.ToolResult result -> of(result.text());
            case ModelMessage.Assistant said -> of(said);
        };
    }

    private static int of(ModelMessage.Assistant said) {
        int tokens = of(said.text());
        for (var call : said.toolCalls()) {
            tokens += of(call.name()) + of(call.arguments());
        }
        return tokens;
    }

    static int of(String text) {
        int plain = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < 0x80) {
                plain++;
            }
        }
        return PER_MESSAGE + (plain + 3) / 4 + (text.length() - plain);
    }
}
