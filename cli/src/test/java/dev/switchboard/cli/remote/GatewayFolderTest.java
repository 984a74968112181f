package dev.switchboard.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayFolderTest {
    @Test
    void the_folder_is_the_option_then_the_variable_then_the_home() {
        Path home = Path.of(System.getProperty("user.home"));

        assertThat(GatewayFolder.locate(Path.of("/a/../b"), Map.of("SWITCHBOARD_DATA", "/c")))
                .isEqualTo(Path.of("/b"));
        assertThat(GatewayFolder.locate(null, Map.of("SWITCHBOARD_DATA", "~/c")))
                .isEqualTo(home.resolve("c"));
        assertThat(GatewayFolder.locate(null, Map.of("SWITCHBOARD_DATA", ""))).isEqualTo(home.resolve(".switchboard"));
        assertThat(GatewayFolder.locate(null, Map.of())).isEqualTo(home.resolve(".switchboard"));
    }
}
