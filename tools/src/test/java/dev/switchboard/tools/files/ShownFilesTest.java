package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.workspace.FileBytes;
import dev.switchboard.core.workspace.FileText;
import dev.switchboard.core.workspace.Look;
import dev.switchboard.core.workspace.NotShown;
import dev.switchboard.core.workspace.WorkFolder;
import dev.switchboard.core.workspace.WorkspaceFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files as people are shown them: with the rules of the tools, to look at and as they are. */
class ShownFilesTest extends FileToolsTest {
    private static final WorkspaceFiles FILES = new ShownFiles();

    private Path outside = Path.of("");

    @BeforeEach
    void makeOutside() throws IOException {
        outside = Files.createDirectory(parent.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), "secret");
    }

    @Test
    void lines_are_given_with_where_the_file_is_and_how_large() throws Exception {
        file("notes/a.txt", "one\ntwo\nthree\n");

        assertThat(text("./notes/../notes/a.txt", 2, 2)).isEqualTo(new FileText("notes/a.txt", "two\n", 1, 14, true));
        assertThat(text("notes/a.txt", 2, Long.MAX_VALUE))
                .isEqualTo(new FileText("notes/a.txt", "two\nthree\n", 2, 14, false));
        assertThat(text(workspace.resolve("notes/a.txt").toString(), 1, 1).text())
                .isEqualTo("one\n");
        file("empty", "");
        assertThat(text("empty", 1, 9)).isEqualTo(new FileText("empty", "", 0, 0, false));
    }

    @Test
    void a_sessions_own_folder_is_shown_while_it_is_one() throws Exception {
        file("own/a.txt", "own");
        var own = new WorkFolder(workspace, workspace.toRealPath().resolve("own"));
        assertThat(found(FILES.text(own, "a.txt", 1, 1)).text()).isEqualTo("own");

        Files.move(workspace.resolve("own"), workspace.resolve("moved"));
        assertThat(FILES.text(own, "a.txt", 1, 1)).isEqualTo(new Look.Refused<FileText>(new NotShown.Missing(null)));
        Files.createSymbolicLink(workspace.resolve("own"), outside);
        assertThat(FILES.text(own, "secret.txt", 1, 1)).isEqualTo(new Look.Refused<FileText>(new NotShown.Outside()));
        assertThat(FILES.bytes(own, "secret.txt")).isEqualTo(new Look.Refused<FileBytes>(new NotShown.Outside()));
    }

    @Test
    void at_most_a_mebibyte_is_given_in_whole_lines() throws Exception {
        var line = "x".repeat(1022) + "\n";
        file("long.txt", line.repeat(3000));
        file("wide.txt", "ü".repeat(WorkspaceFiles.MOST_TEXT));

        var lines = text("long.txt", 1, Long.MAX_VALUE);
        assertThat(lines.lines()).isEqualTo(WorkspaceFiles.MOST_TEXT / 1023);
        assertThat(lines.text()).isEqualTo(line.repeat((int) lines.lines()));
        assertThat(lines.more()).isTrue();
        assertThat(text("long.txt", lines.lines() + 1, Long.MAX_VALUE).text()).startsWith(line);
        var wide = text("wide.txt", 1, 1);
        assertThat(wide.text()).isEqualTo("ü".repeat(WorkspaceFiles.MOST_TEXT / 2));
        assertThat(wide.lines()).isEqualTo(1);
        assertThat(wide.more()).isTrue();
    }

    @Test
    void a_file_is_given_as_it_is_whatever_it_is() throws Exception {
        var content = new byte[200_000];
        new java.util.Random(3).nextBytes(content);
        Files.write(Files.createDirectory(workspace.resolve("bin")).resolve("a.out"), content);

        try (var file = found(FILES.bytes(whole(), "bin/a.out"))) {
            assertThat(file.name()).isEqualTo("a.out");
            assertThat(file.size()).isEqualTo(content.length);
            assertThat(all(file)).isEqualTo(content);
        }
    }

    @Test
    void what_is_not_there_is_missing_and_a_name_like_it_is_told() throws Exception {
        file("notes/SOUL.md", "x");

        refused("notes/SOLU.md", new NotShown.Missing("SOUL.md"));
        refused("note/SOUL.md", new NotShown.Missing("notes"));
        refused("notes/SOUL.md/x", new NotShown.Missing(null));
        assertThat(FILES.text(new WorkFolder(parent.resolve("nowhere"), null), "a", 1, 1))
                .isEqualTo(new Look.Refused<FileText>(new NotShown.Missing(null)));
        assertThat(parent.resolve("nowhere")).as("looking makes no folder").doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside/secret.txt",
                "a/../../outside/secret.txt",
                "/etc/passwd",
                "..",
                "/",
                "linked/secret.txt",
                "relative/secret.txt",
                "file",
                "indirect/secret.txt",
                "dangling"
            })
    void nothing_leads_outside(String path) throws Exception {
        file("a/b.txt", "");
        Files.createSymbolicLink(workspace.resolve("linked"), outside);
        Files.createSymbolicLink(workspace.resolve("relative"), Path.of("../outside"));
        Files.createSymbolicLink(workspace.resolve("file"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(workspace.resolve("indirect"), Path.of("relative"));
        Files.createSymbolicLink(workspace.resolve("dangling"), outside.resolve("new.txt"));

        refused(path, new NotShown.Outside());
        refused(workspace + "/" + "../outside/secret.txt", new NotShown.Outside());
    }

    @Test
    void a_link_that_stays_inside_is_followed_and_named_where_it_leads() throws Exception {
        file("real/a.txt", "text");
        Files.createSymbolicLink(workspace.resolve("latest"), Path.of("real/a.txt"));

        assertThat(text("latest", 1, 1).viewerPath()).isEqualTo("real/a.txt");
        try (var file = found(FILES.bytes(whole(), "latest"))) {
            assertThat(file.name()).isEqualTo("a.txt");
        }
    }

    @Test
    void what_is_no_file_is_not_opened() throws Exception {
        Files.createDirectory(workspace.resolve("folder"));
        refused("folder", new NotShown.NoFile(true));
        refused(".", new NotShown.NoFile(true));
        var made = new ProcessBuilder("mkfifo", workspace.resolve("pipe").toString()).start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();
        refused("pipe", new NotShown.NoFile(false));
        workspace = Path.of("/dev");
        refused("zero", new NotShown.NoFile(false));
        refused("null", new NotShown.NoFile(false));
    }

    @Test
    void what_is_no_text_can_only_be_had_as_it_is() throws Exception {
        Files.write(workspace.resolve("zero.bin"), new byte[] {'a', 0, 'b'});
        Files.write(workspace.resolve("latin.txt"), "gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1));

        for (var path : new String[] {"zero.bin", "latin.txt"}) {
            assertThat(FILES.text(whole(), path, 1, 9)).isEqualTo(new Look.Refused<FileText>(new NotShown.NoText()));
            found(FILES.bytes(whole(), path)).close();
        }
    }

    @Test
    void lines_after_the_last_one_are_told_how_many_there_are() throws Exception {
        file("a.txt", "one\ntwo");

        assertThat(FILES.text(whole(), "a.txt", 3, 4)).isEqualTo(new Look.Refused<FileText>(new NotShown.BeyondEnd(2)));
    }

    @Test
    void a_path_that_is_none_is_told_why() throws Exception {
        Files.createSymbolicLink(workspace.resolve("loop"), Path.of("loop"));

        for (var path : new String[] {"~/notes.txt", "a\0b", "loop"}) {
            assertThat(FILES.text(whole(), path, 1, 1))
                    .isInstanceOfSatisfying(Look.Refused.class, refused -> assertThat(refused.why())
                            .isInstanceOf(NotShown.NoPath.class));
        }
        assertThat(FILES.text(whole(), "x".repeat(300), 1, 1))
                .isEqualTo(new Look.Refused<FileText>(new NotShown.Unreadable("File name too long")));
    }

    /** A folder and a link to the outside change places as fast as they can, while somebody looks through that name. */
    @Test
    @Timeout(300)
    void nobody_who_exchanges_folders_leads_a_look_outside() throws Exception {
        file("door/secret.txt", "inside");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        var over = new AtomicBoolean();
        var exchanging = new FutureTask<>(() -> {
            while (!over.get()) {
                Exchange.names(workspace.resolve("door"), workspace.resolve("link"));
            }
            return true;
        });
        Thread.ofPlatform().daemon().start(exchanging);
        int seen = 0;
        int refused = 0;
        try {
            var end = Instant.now().plus(Duration.ofSeconds(1));
            while (Instant.now().isBefore(end)) {
                if (FILES.text(whole(), "door/secret.txt", 1, 1) instanceof Look.Found<FileText>(var text)) {
                    assertThat(text.text()).isEqualTo("inside");
                    seen++;
                } else {
                    refused++;
                }
                if (FILES.bytes(whole(), "door/secret.txt") instanceof Look.Found<FileBytes>(var file)) {
                    try (file) {
                        assertThat(all(file)).asString().isEqualTo("inside");
                    }
                }
            }
        } finally {
            over.set(true);
        }
        assertThat(exchanging.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).as("looks that found the folder").isPositive();
        assertThat(refused).as("looks that found the link").isPositive();
    }

    private WorkFolder whole() {
        return new WorkFolder(workspace, null);
    }

    private FileText text(String path, long start, long end) {
        return found(FILES.text(whole(), path, start, end));
    }

    private static <T> T found(Look<T> look) {
        assertThat(look).isInstanceOf(Look.Found.class);
        return ((Look.Found<T>) look).what();
    }

    private void refused(String path, NotShown why) {
        assertThat(FILES.text(whole(), path, 1, 9)).as(path).isEqualTo(new Look.Refused<FileText>(why));
        assertThat(FILES.bytes(whole(), path)).as(path).isEqualTo(new Look.Refused<FileBytes>(why));
    }

    private static byte[] all(FileBytes file) throws IOException {
        var all = new ByteArrayOutputStream();
        var piece = new byte[8192];
        for (int read = file.read(piece); read >= 0; read = file.read(piece)) {
            all.write(piece, 0, read);
        }
        return all.toByteArray();
    }
}
