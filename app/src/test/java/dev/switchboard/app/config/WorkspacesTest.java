package dev.switchboard.app.config;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacesTest {
    @TempDir
    Path temporary;

    /** Without links, as the sentences show it. */
    private Path home = Path.of("");

    private Path data = Path.of("");

    @BeforeEach
    void makeTheDataFolder() throws IOException {
        home = temporary.toRealPath();
        data = Files.createDirectory(home.resolve("data"));
    }

    @Test
    void a_folder_of_its_own_will_do_whether_it_exists_or_not() throws IOException {
        Files.createDirectory(home.resolve("work"));

        assertThatCode(() -> check(home.resolve("work"))).doesNotThrowAnyException();
        assertThatCode(() -> check(home.resolve("not/there/yet"))).doesNotThrowAnyException();
        assertThatCode(() -> check(home.resolve("data-of-mine"))).doesNotThrowAnyException();
    }

    @Test
    void one_that_contains_the_data_folder_is_refused() {
        assertThatThrownBy(() -> check(home))
                .hasMessage(
                        "agents.helper.workspace: %s contains the data folder %s — choose another, like"
                                + " ~/switchboard",
                        home, data);
        assertThatThrownBy(() -> check(data)).hasMessageContaining("contains the data folder");
    }

    @Test
    void one_in_the_data_folder_is_refused() {
        assertThatThrownBy(() -> check(data.resolve("work/new")))
                .hasMessage(
                        "agents.helper.workspace: %s lies in the data folder %s — choose another, like"
                                + " ~/switchboard",
                        data.resolve("work/new"), data);
    }

    @Test
    void a_link_does_not_hide_where_a_workspace_lies() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("innocent"), data);

        assertThatThrownBy(() -> check(link)).hasMessageContaining("contains the data folder");
        assertThatThrownBy(() -> check(link.resolve("new"))).hasMessageContaining("lies in the data folder");
    }

    @Test
    void a_data_folder_behind_a_link_is_found_too() throws IOException {
        Path link = Files.createSymbolicLink(home.resolve("link"), data);

        assertThatThrownBy(() -> Workspaces.check(workingIn(data.resolve("work")), link))
                .hasMessageContaining("lies in the data folder");
    }

    @Test
    void a_file_is_no_workspace() throws IOException {
        Path file = Files.createFile(home.resolve("notes.txt"));

        assertThatThrownBy(() -> check(file))
                .hasMessage(
                        "agents.helper.workspace: %s is not a folder — name one, or a place where it can be made",
                        file);
    }

    private void check(Path workspace) {
        Workspaces.check(workingIn(workspace), data);
    }

    private static Config workingIn(Path workspace) {
        AgentConfig usual = AgentConfig.DEFAULT;
        var agent = new AgentConfig(
                null,
                null,
                null,
                null,
                null,
                workspace,
                usual.approval(),
                usual.allow(),
                usual.approvalTimeoutSeconds(),
                usual.maxSteps(),
                null,
                usual.maxRunSeconds(),
                null,
                usual.budgetPeriod(),
                null,
                null);
        return new Config(ServerConfig.DEFAULT, Map.of(), Map.of("helper", agent), McpConfig.DEFAULT, null);
    }
}
