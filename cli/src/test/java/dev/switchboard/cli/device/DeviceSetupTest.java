package dev.switchboard.cli.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceSetupTest {
    @TempDir
    Path temp;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void options_go_before_the_environment_and_that_before_what_goes_without_saying() {
        environment.put("BEAVER_WS_URL", "ws://there/ws");
        environment.put("TERMINAL_PEER_ID", "desk");
        environment.put("TERMINAL_DEVICE_NAME", "The desk");

        var fromEnvironment = setup().settings();
        var fromOptions = setup("--url=wss://other/ws", "--peer-id=hall", "--device-name=Hall")
                .settings();

        assertThat(fromEnvironment.url()).hasToString("ws://there/ws");
        assertThat(fromEnvironment.peerId()).isEqualTo("desk");
        assertThat(fromEnvironment.deviceName()).isEqualTo("The desk");
        assertThat(fromOptions.url()).hasToString("wss://other/ws");
        assertThat(fromOptions.peerId()).isEqualTo("hall");
        assertThat(fromOptions.deviceName()).isEqualTo("Hall");
    }

    @Test
    void without_a_word_it_is_this_machine_under_an_id_that_stays() {
        var first = setup();
        var second = setup();

        assertThat(first.settings().url()).hasToString(DeviceSetup.DEFAULT_URL);
        assertThat(first.settings().peerId())
                .startsWith("device-")
                .isEqualTo(second.settings().peerId());
        assertThat(first.settings().deviceName()).isNotBlank();
        assertThat(first.settings().timing().heartbeat()).isEqualTo(Duration.ofSeconds(30));
        assertThat(first.giveUp()).isNull();
        assertThat(first.state()).isEqualTo(temp.resolve("data/device"));
    }

    @Test
    void a_data_folder_that_was_not_there_is_private_so_that_a_gateway_takes_it() throws IOException {
        setup();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(temp.resolve("data"))))
                .isEqualTo("rwx------");
    }

    @Test
    void times_are_written_with_their_unit() {
        assertThat(setup("--heartbeat=500ms").settings().timing().heartbeat()).isEqualTo(Duration.ofMillis(500));
        assertThat(setup("--give-up=2m").giveUp()).isEqualTo(Duration.ofMinutes(2));
        assertWrong("--give-up: \"2\" is no time — write it like 30s, 500ms or 2m", "--give-up=2");
        assertWrong("--heartbeat: \"0ms\" is no time — write it like 30s, 500ms or 2m", "--heartbeat=0ms");
    }

    @Test
    void a_mistake_names_where_it_was_made_and_shows_no_token() throws IOException {
        environment.put("BEAVER_WS_URL", "nonsense");
        assertWrong(
                "BEAVER_WS_URL: \"nonsense\" is no ws:// or wss:// address — write it like " + DeviceSetup.DEFAULT_URL);
        environment.clear();
        environment.put("SWITCHBOARD_DEVICE_TOKEN", "two words");
        assertWrong("SWITCHBOARD_DEVICE_TOKEN: this is no token — it is one word of letters, digits and signs");
        environment.clear();
        var empty = Files.createFile(temp.resolve("empty"));
        assertWrong(
                "--token-file: this is no token — it is one word of letters, digits and signs",
                "--token-file=" + empty);
        assertWrong(
                "--token-in-connect: there is no token — name its file with --token-file or set"
                        + " SWITCHBOARD_DEVICE_TOKEN",
                "--token-in-connect");
        assertWrong(
                "--ca: only a wss:// address has a certificate — leave it out or correct the address", "--ca=" + empty);
        assertWrong(
                "--ca: cannot read /none — name a file of certificates in PEM", "--url=wss://here/ws", "--ca=/none");
        assertWrong(
                "--peer-id: a peer id has 1 to 120 characters and no control characters — choose another",
                "--peer-id=" + "x".repeat(121));
    }

    private void assertWrong(String sentence, String... words) {
        assertThatThrownBy(() -> setup(words))
                .isInstanceOf(WrongOptionException.class)
                .hasMessage(sentence);
    }

    private DeviceSetup setup(String... words) {
        environment.putIfAbsent("SWITCHBOARD_DATA", temp.resolve("data").toString());
        return DeviceSetup.of(Objects.requireNonNull(DeviceOptions.plain(List.of(words))), environment);
    }
}
