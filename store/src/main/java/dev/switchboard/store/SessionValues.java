package dev.switchboard.store;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The value that goes with a browser's cookie: its HMAC-SHA256 under a key made of the key file. So it outlives a
 * restart without being kept, and who has seen a cookie, or the database, cannot make it.
 */
final class SessionValues {
    private static final String ALGORITHM = "HmacSHA256";

    /** The key file seals tokens too, and one key has one use. */
    private static final String USE = "switchboard browser session value";

    private final byte[] key;

    SessionValues(byte[] keyFile) {
        this.key = hmac(keyFile, USE);
    }

    String of(String cookie) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hmac(key, cookie));
    }

    boolean isRight(String cookie, String value) {
        return MessageDigest.isEqual(
                of(cookie).getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + ALGORITHM, e);
        }
    }
}
