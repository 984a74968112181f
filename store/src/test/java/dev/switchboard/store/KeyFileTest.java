package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.failure.SwitchboardException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeyFileTest {
    private Path file;

    @BeforeEach
    void name(@TempDir Path folder) {
        file = folder.resolve("token.key");
    }

    @Test
    void aMissingKeyIsMadeForItsOwnerAloneAndKept() throws IOException {
        var key = KeyFile.readOrCreate(file);

        assertThat(key).hasSize(32);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(KeyFile.readOrCreate(file)).isEqualTo(key);
        assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rwxrwxrwx"})
    void aKeyOthersMayReadOrChangeIsRefusedAndTheFixIsNamed(String permissions) throws IOException {
        KeyFile.readOrCreate(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

        assertThatThrownBy(() -> KeyFile.readOrCreate(file))
                .isInstanceOf(SwitchboardException.class)
                .hasMessage(file + " may be read or changed by others. Run: chmod 600 " + file);
    }

    @Test
    void aStricterKeyIsFine() throws IOException {
        var key = KeyFile.readOrCreate(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));

        assertThat(KeyFile.readOrCreate(file)).isEqualTo(key);
    }

    @Test
    void halfAKeyIsRefused() throws IOException {
        KeyFile.readOrCreate(file);
        Files.write(file, new byte[16]);

        assertThatThrownBy(() -> KeyFile.readOrCreate(file))
                .isInstanceOf(SwitchboardException.class)
                .hasMessageContaining("holds 16 bytes");
    }

    @Test
    void aSealOpensForItsOwnTokenWithItsOwnKeyOnly() {
        var seal = new SecretSeal(KeyFile.readOrCreate(file));
        var sealed = seal.seal("token-1", "swb_secret");

        assertThat(seal.unseal("token-1", sealed)).contains("swb_secret");
        assertThat(seal.seal("token-1", "swb_secret")).isNotEqualTo(sealed);
        assertThat(seal.unseal("token-2", sealed)).isEmpty();
        assertThat(new SecretSeal(new byte[32]).unseal("token-1", sealed)).isEmpty();
    }
}
