package dev.switchboard.providers.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.cases.Cases;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
    @Test
    void aToolIsNamedAfterItsServer() {
        assertThat(new ToolNames(Set.of()).name("files", "read_file")).isEqualTo("files_read_file");
    }

    @Test
    void whatModelsDoNotAcceptIsReplaced() {
        assertThat(new ToolNames(Set.of()).name("my server", "größe.lesen/alle"))
                .isEqualTo("my_server_gr__e_lesen_alle");
    }

    @Test
    void aLongNameIsCutAndStaysItsOwn() {
        var names = new ToolNames(Set.of());
        String one = names.name("files", "x".repeat(100) + "1");
        String two = names.name("files", "x".repeat(100) + "2");
        assertThat(one).hasSize(64).startsWith("files_xxx").isNotEqualTo(two);
    }

    @Test
    void aNameThatIsTakenGetsAMark() {
        var names = new ToolNames(Set.of("web_fetch"));
        assertThat(names.name("web", "fetch")).matches("web_fetch_[0-9a-f]{8}");
        assertThat(names.name("a", "b.c")).isEqualTo("a_b_c");
        assertThat(names.name("a", "b_c")).matches("a_b_c_[0-9a-f]{8}");
    }

    @Test
    void namesThatAreTheSameBytesAreStillTwo() {
        var names = new ToolNames(Set.of("a__"));
        assertThat(names.name("a", "\ud82a")).matches("a___[0-9a-f]{8}").isNotEqualTo(names.name("a", "\udaa4"));
    }

    @Test
    void everyNameIsAcceptedAndUnique() {
        Cases.check(200, draw -> {
            // Two alphabets: anything, and so little that names differ only in what is replaced or cut.
            var tools = draw.listOf(
                    0, 100, () -> draw.coin() ? draw.anyText(200) : draw.text("a", 0, 1) + draw.text("_.é", 0, 3));
            var names = new ToolNames(Set.of());
            List<String> given = tools.stream()
                    .distinct()
                    .map(tool -> names.name("server", tool))
                    .toList();
            assertThat(given).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-zA-Z0-9_-]{1,64}"));
        });
    }
}
