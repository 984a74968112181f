package dev.switchboard.core.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Shows that somebody knows a secret without saying it: the HMAC-SHA256 with the secret as key, in hex. */
public final class Proof {
    private static final String ALGORITHM = "HmacSHA256";

    private Proof() {}

    public static String of(String secret, String said) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return HexFormat.of().formatHex(mac.doFinal(said.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + ALGORITHM, e);
        }
    }

    /** In a time that tells nothing about where they differ. */
    public static boolean isRight(String secret, String said, String proof) {
        return MessageDigest.isEqual(
                of(secret, said).getBytes(StandardCharsets.UTF_8),
                proof.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    }
}
