package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.tools.Calls;
import dev.switchboard.tools.exec.ExecTool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways out of the workspace, none of which may lead there. */
class EscapeTest extends FileToolsTest {
    private Path outside = Path.of("");

    @BeforeEach
    void makeOutside() throws IOException {
        outside = Files.createDirectory(parent.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), "secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside/secret.txt",
                "a/../../outside/secret.txt",
                "./.././outside/secret.txt",
                "/etc/passwd",
                "..",
                "/"
            })
    void dots_and_absolute_paths_are_refused(String path) throws Exception {
        file("a/b.txt", "");

        assertRefused(read(path), path + " leads out of the workspace", "relative to it");
        assertRefused(write(path, "x"), "leads out of the workspace");
        assertRefused(append(path, "x"), "leads out of the workspace");
        assertRefused(edit(path, "secret", "x"), "leads out of the workspace");
        assertOutsideIsUntouched();
    }

    @Test
    void an_absolute_path_inside_is_fine_and_one_that_climbs_out_is_not() throws Exception {
        file("a/b.txt", "inside");

        var result = read(workspace.resolve("a/b.txt").toString());
        assertThat(result.path("text").asString()).isEqualTo("inside");
        assertThat(result.path("file").path("viewerPath").asString()).isEqualTo("a/b.txt");
        assertRefused(read(workspace + "/../outside/secret.txt"), "leads out of the workspace");
        assertRefused(read(workspace + "-other/x"), "leads out of the workspace");
    }

    @Test
    void links_that_lead_outside_are_refused() throws Exception {
        Files.createSymbolicLink(workspace.resolve("absolute"), outside);
        Files.createSymbolicLink(workspace.resolve("relative"), Path.of("../outside"));
        Files.createSymbolicLink(workspace.resolve("file"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(workspace.resolve("indirect"), Path.of("relative"));
        Files.createSymbolicLink(workspace.resolve("dangling"), outside.resolve("new.txt"));

        for (var path :
                new String[] {"absolute/secret.txt", "relative/secret.txt", "file", "indirect/secret.txt", "dangling"
                }) {
            assertRefused(read(path), path + " leads out of the workspace");
            assertRefused(write(path, "x"), "leads out of the workspace");
            assertRefused(append(path, "x"), "leads out of the workspace");
            assertRefused(edit(path, "secret", "x"), "leads out of the workspace");
        }
        assertRefused(write("absolute/new/deep.txt", "x"), "leads out of the workspace");
        assertOutsideIsUntouched();
    }

    @Test
    void links_that_stay_inside_are_followed() throws Exception {
        file("real/a.txt", "text");
        Files.createSymbolicLink(workspace.resolve("folder"), Path.of("real"));
        Files.createSymbolicLink(workspace.resolve("real/self"), workspace.resolve("real"));
        Files.createSymbolicLink(workspace.resolve("latest"), Path.of("folder/self/../real/a.txt"));

        assertThat(read("folder/self/a.txt").path("file").path("viewerPath").asString())
                .isEqualTo("real/a.txt");
        assertThat(read("latest").path("text").asString()).isEqualTo("text");
        write("latest", "changed");
        assertThat(content("real/a.txt")).isEqualTo("changed");
        assertThat(Files.isSymbolicLink(workspace.resolve("latest"))).isTrue();
    }

    @Test
    void a_workspace_behind_a_link_is_as_good() throws Exception {
        file("a.txt", "text");
        var real = workspace;
        workspace = Files.createSymbolicLink(parent.resolve("link"), real);

        assertThat(read("a.txt").path("text").asString()).isEqualTo("text");
        assertThat(read(workspace.resolve("a.txt").toString()).path("ok").booleanValue())
                .isTrue();
        assertThat(read(real.resolve("a.txt").toString()).path("ok").booleanValue())
                .isTrue();
    }

    @Test
    void links_in_a_circle_are_refused() throws Exception {
        Files.createSymbolicLink(workspace.resolve("a"), Path.of("b"));
        Files.createSymbolicLink(workspace.resolve("b"), Path.of("a"));

        assertRefused(read("a"), "more than 40 links");
        assertRefused(write("a/x", "y"), "more than 40 links");
    }

    @Test
    void a_home_folder_is_not_made_by_mistake() throws Exception {
        assertRefused(write("~/notes.txt", "x"), "~ is not known here");
        assertThat(workspace).isEmptyDirectory();
    }

    /** A folder and a link to the outside change places as fast as they can, while calls go through that name. */
    @Test
    @Timeout(300)
    void nobody_who_exchanges_folders_leads_a_call_outside() throws Exception {
        file("door/secret.txt", "inside");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        var over = new AtomicBoolean();
        var exchanging = exchange("door", "link", over);
        int allowed = 0;
        int refused = 0;
        try {
            var end = Instant.now().plus(Duration.ofSeconds(2));
            while (Instant.now().isBefore(end)) {
                assertThat(read("door/secret.txt").path("text").asString(""))
                        .as("what was read")
                        .isNotEqualTo("secret");
                edit("door/secret.txt", "secret", "stolen");
                write("door/new/made.txt", "x");
                boolean wrote = write("door/made.txt", "x").path("ok").booleanValue();
                allowed += wrote ? 1 : 0;
                refused += wrote ? 0 : 1;
            }
        } finally {
            over.set(true);
        }
        assertThat(exchanging.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(allowed).as("calls that found the folder").isPositive();
        assertThat(refused).as("calls that found the link").isPositive();
        assertOutsideIsUntouched();
        assertNoTemporaryFiles();
    }

    @Test
    void a_file_that_became_a_link_after_it_was_found_is_not_opened() throws Exception {
        file("door.txt", "inside");
        Files.createSymbolicLink(workspace.resolve("link"), outside.resolve("secret.txt"));
        try (var open = Workspace.open(new WorkFolder(workspace, null))) {
            var place = open.find("door.txt");
            Exchange.names(workspace.resolve("door.txt"), workspace.resolve("link"));

            assertThatThrownBy(place::read).isInstanceOf(IOException.class);
            assertThatThrownBy(place::requireWritable).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_folder_that_became_a_link_after_it_was_found_is_still_the_folder() throws Exception {
        file("door/secret.txt", "inside");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        try (var open = Workspace.open(new WorkFolder(workspace, null))) {
            var place = open.find("door/secret.txt");
            Exchange.names(workspace.resolve("door"), workspace.resolve("link"));

            try (var file = Channels.newInputStream(place.read())) {
                assertThat(file.readAllBytes()).asString().isEqualTo("inside");
            }
            try (var replacement = new Replacement(place)) {
                replacement.write(ByteBuffer.wrap(new byte[] {'x'}));
                replacement.commit();
            }
        }
        assertThat(workspace.resolve("link/secret.txt")).hasContent("x");
        assertOutsideIsUntouched();
    }

    @Test
    void a_session_works_in_its_own_folder_and_reaches_no_other() throws Exception {
        file("own/a.txt", "own");
        file("other/b.txt", "other");
        var calls = new Calls(new WorkFolder(workspace, workspace.toRealPath().resolve("own")));

        assertThat(calls.call(READ, args().put("path", "a.txt")).path("text").asString())
                .isEqualTo("own");
        assertThat(calls.call(WRITE, args().put("path", "deep/down/c.txt").put("content", "new"))
                        .path("ok")
                        .asBoolean())
                .isTrue();
        assertThat(workspace.resolve("own/deep/down/c.txt")).hasContent("new");
        assertRefused(calls.call(READ, args().put("path", "../other/b.txt")), "leads out of the workspace");
        assertNoTemporaryFiles();
    }

    @Test
    void a_sessions_own_folder_that_is_gone_is_made_again() throws Exception {
        var calls = new Calls(new WorkFolder(workspace, workspace.toRealPath().resolve("a/own")));

        calls.call(WRITE, args().put("path", "c.txt").put("content", "new"));

        assertThat(workspace.resolve("a/own/c.txt")).hasContent("new");
        assertNoTemporaryFiles();
    }

    @ParameterizedTest
    @ValueSource(strings = {"door", "door/own"})
    void a_sessions_own_folder_that_became_a_link_leads_nowhere(String link) throws Exception {
        Files.createDirectory(outside.resolve("own"));
        Files.writeString(outside.resolve("own/secret.txt"), "secret");
        file("door/own/a.txt", "");
        var calls = new Calls(new WorkFolder(workspace, workspace.toRealPath().resolve("door/own")));
        Files.move(workspace.resolve(link), workspace.resolve("moved"));
        Files.createSymbolicLink(workspace.resolve(link), link.equals("door") ? outside : outside.resolve("own"));

        assertRefused(calls.call(READ, args().put("path", "secret.txt")), "is no longer one of the workspace");
        assertRefused(
                calls.call(WRITE, args().put("path", "new.txt").put("content", "x")),
                "is no longer one of the workspace");
        assertRefused(
                calls.call(new ExecTool(Map.of(), parent.resolve("outputs")), args().put("command", "touch new.txt")),
                "is no longer one of the workspace");
        assertThat(outside.resolve("own")).isDirectoryNotContaining("glob:**new.txt");
    }

    @Test
    void a_folder_of_another_workspace_is_refused() throws Exception {
        var calls = new Calls(new WorkFolder(workspace, outside.toRealPath()));

        assertRefused(calls.call(READ, args().put("path", "secret.txt")), "is no longer one of the workspace");
    }

    private FutureTask<Boolean> exchange(String one, String other, AtomicBoolean over) {
        var exchanging = new FutureTask<>(() -> {
            while (!over.get()) {
                Exchange.names(workspace.resolve(one), workspace.resolve(other));
            }
            return true;
        });
        Thread.ofPlatform().daemon().start(exchanging);
        return exchanging;
    }

    private void assertOutsideIsUntouched() throws IOException {
        try (var files = Files.walk(outside)) {
            assertThat(files).containsExactlyInAnyOrder(outside, outside.resolve("secret.txt"));
        }
        assertThat(outside.resolve("secret.txt")).hasContent("secret");
    }
}
