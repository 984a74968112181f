package dev.switchboard.edge.auth;

import dev.switchboard.core.identity.Sha256;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Making, hashing and comparing secrets. */
public final class Secrets {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** So many random bits, in characters that need no escaping in a URL, a cookie or a header. */
    public static String random(int bits) {
        var bytes = new byte[bits / 8];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** What is kept in place of a secret. Without salt: our secrets are random, not chosen. */
    public static String hash(String secret) {
        return HexFormat.of().formatHex(Sha256.of(secret));
    }

    /** In a time that tells neither the length nor where the two differ. */
    public static boolean same(String one, String other) {
        return MessageDigest.isEqual(Sha256.of(one), Sha256.of(other));
    }
}
