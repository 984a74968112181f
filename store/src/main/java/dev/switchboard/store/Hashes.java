package dev.switchboard.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** SHA-256, whole and halved. */
final class Hashes {
    private static final int SHORT = 16;

    private Hashes() {}

    static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Enough to tell two texts apart; it guards nothing. */
    static byte[] shortHash(String text) {
        return Arrays.copyOf(sha256(text), SHORT);
    }
}
