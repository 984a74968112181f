package dev.switchboard.protocol.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import dev.switchboard.protocol.GoldenFiles;
import dev.switchboard.protocol.hud.HudFrames.FromGateway;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HudGoldenTest {
    /** What both sides send under the same name; the files of the client's frames. */
    private static final Set<String> OF_CLIENT = Set.of(
            "message",
            "message-steer",
            "earlier-asked",
            "stop",
            "kill",
            "new",
            "ping",
            "switch-agent",
            "handover",
            "approve");

    static List<String> files() {
        return GoldenFiles.names("hud");
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_frame_is_read_and_written_as_the_golden_file_says(String name) {
        var golden = GoldenFiles.text("hud", name);
        var written =
                switch (frame(name)) {
                    case HudEvent event -> HudFrames.write(event);
                    case ToHud frame -> HudFrames.write(frame);
                    case FromHud frame -> HudFrames.write(frame);
                    case Object other -> throw new AssertionError(other);
                };
        assertThat(Json.mapper().readTree(written)).isEqualTo(Json.mapper().readTree(golden));
    }

    @Test
    void every_kind_of_frame_has_a_golden_file() {
        var shown = new HashSet<Class<?>>();
        files().forEach(name -> shown.add(frame(name).getClass()));
        assertThat(shown).containsAll(Arrays.asList(HudEvent.class.getPermittedSubclasses()));
        assertThat(shown).containsAll(Arrays.asList(ToHud.class.getPermittedSubclasses()));
        assertThat(shown)
                .containsAll(Arrays.stream(FromHud.class.getPermittedSubclasses())
                        .filter(kind -> kind != FromHud.Unknown.class && kind != FromHud.Malformed.class)
                        .toList());
    }

    private static Object frame(String name) {
        var golden = GoldenFiles.text("hud", name);
        if (OF_CLIENT.contains(name)) {
            return HudFrames.read(golden);
        }
        return switch (HudFrames.readAnswer(golden)) {
            case FromGateway.Activity(var event) -> event;
            case FromGateway.Chat(var frame) -> frame;
            case FromGateway.Unknown() -> throw new AssertionError("no frame: " + golden);
        };
    }
}
