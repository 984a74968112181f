package dev.switchboard.store;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals secrets with AES-256-GCM: a nonce, then the sealed text. A seal holds for the id it was made for and no other.
 */
final class SecretSeal {
    static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random = new SecureRandom();

    SecretSeal(byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("a key has " + KEY_BYTES + " bytes, this one " + key.length);
        }
        this.key = new SecretKeySpec(key, "AES");
    }

    byte[] seal(String id, String secret) {
        var nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            var sealed = cipher(Cipher.ENCRYPT_MODE, id, nonce).doFinal(secret.getBytes(StandardCharsets.UTF_8));
            var whole = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, whole, NONCE_BYTES, sealed.length);
            return whole;
        } catch (GeneralSecurityException e) {
            throw new SwitchboardException(ErrorCode.INTERNAL, "cannot seal the secret of token " + id, e);
        }
    }

    /** Empty if it was sealed for another id or with another key. */
    Optional<String> unseal(String id, byte[] sealed) {
        var nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        try {
            var secret =
                    cipher(Cipher.DECRYPT_MODE, id, nonce).doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
            return Optional.of(new String(secret, StandardCharsets.UTF_8));
        } catch (AEADBadTagException _) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new SwitchboardException(ErrorCode.INTERNAL, "cannot unseal the secret of token " + id, e);
        }
    }

    private Cipher cipher(int mode, String id, byte[] nonce) throws GeneralSecurityException {
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(id.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
