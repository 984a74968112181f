package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.Tool;
import dev.switchboard.tools.Calls;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ChangeToolsTest extends FileToolsTest {
    @Test
    void write_makes_a_file_and_its_folders() throws Exception {
        assertResult(write("a/b/c.txt", "one\ntwo"), """
            {'ok':true,'file':{'path':'a/b/c.txt','viewerPath':'a/b/c.txt','area':{'startLine':1,'endLine':2}},
             'area':{'startLine':1,'endLine':2},'bytes':7}\
            """);
        assertThat(content("a/b/c.txt")).isEqualTo("one\ntwo");
        assertNoTemporaryFiles();
    }

    @Test
    void write_replaces_all_and_an_empty_content_has_no_area() throws Exception {
        file("a.txt", "old\nold\n");

        assertResult(write("a.txt", ""), "{'ok':true,'file':{'path':'a.txt','viewerPath':'a.txt'},'bytes':0}");
        assertThat(content("a.txt")).isEmpty();
    }

    @Test
    void the_workspace_itself_is_made_when_it_is_missing() throws Exception {
        Files.delete(workspace);
        assertThat(write("a.txt", "x").path("ok").booleanValue()).isTrue();
        assertThat(content("a.txt")).isEqualTo("x");
    }

    @Test
    void a_workspace_that_is_a_file_is_told_in_words() throws Exception {
        Files.delete(workspace);
        Files.writeString(workspace, "");
        assertRefused(write("a.txt", "x"), "cannot write a.txt");
    }

    @Test
    void bytes_are_those_of_the_encoded_text() throws Exception {
        assertThat(write("a.txt", "gr\u00fcn 😀").path("bytes").asLong()).isEqualTo(10);
        assertThat(append("a.txt", "\u00fc").path("bytes").asLong()).isEqualTo(2);
        assertRefused(write("a.txt", "half \ud83d"), "content", "surrogate");
    }

    @Test
    void permissions_of_a_replaced_file_are_kept() throws Exception {
        file("run.sh", "echo old\n");
        var permissions = PosixFilePermissions.fromString("rwxr-x--x");
        Files.setPosixFilePermissions(workspace.resolve("run.sh"), permissions);

        edit("run.sh", "old", "new");
        append("run.sh", "true\n");
        assertThat(Files.getPosixFilePermissions(workspace.resolve("run.sh"))).isEqualTo(permissions);
        write("run.sh", "echo newer\n");
        assertThat(Files.getPosixFilePermissions(workspace.resolve("run.sh"))).isEqualTo(permissions);
    }

    @Test
    void a_new_file_has_the_permissions_any_program_would_give_it() throws Exception {
        write("ours.txt", "");
        file("theirs.txt", "");
        assertThat(Files.getPosixFilePermissions(workspace.resolve("ours.txt")))
                .isEqualTo(Files.getPosixFilePermissions(workspace.resolve("theirs.txt")));
    }

    @Test
    void who_reads_meanwhile_has_the_old_file_or_the_new_one() throws Exception {
        file("a.txt", "old");
        try (var reader = Files.newBufferedReader(workspace.resolve("a.txt"))) {
            write("a.txt", "new");
            assertThat(reader.readLine()).isEqualTo("old");
        }
        assertThat(content("a.txt")).isEqualTo("new");
    }

    @Test
    void append_adds_lines_after_the_last() throws Exception {
        file("log.txt", "one\ntwo\n");

        assertResult(append("log.txt", "three\nfour\n"), """
            {'ok':true,'file':{'path':'log.txt','viewerPath':'log.txt','area':{'startLine':3,'endLine':4}},
             'area':{'startLine':3,'endLine':4},'bytes':11}\
            """);
        assertThat(content("log.txt")).isEqualTo("one\ntwo\nthree\nfour\n");
        assertNoTemporaryFiles();
    }

    @Test
    void append_continues_a_last_line_without_line_break() throws Exception {
        file("log.txt", "one\ntwo");

        assertThat(append("log.txt", "...\nthree").path("area")).isEqualTo(Calls.json("{'startLine':2,'endLine':3}"));
        assertThat(content("log.txt")).isEqualTo("one\ntwo...\nthree");
    }

    @Test
    void append_makes_a_missing_file_and_nothing_has_no_area() throws Exception {
        assertThat(append("new/log.txt", "one").path("area")).isEqualTo(Calls.json("{'startLine':1,'endLine':1}"));
        assertThat(append("new/log.txt", "").has("area")).isFalse();
        assertThat(content("new/log.txt")).isEqualTo("one");
    }

    @Test
    void append_and_edit_leave_what_is_no_text_alone() throws Exception {
        var latin = "gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(workspace.resolve("latin.txt"), latin);
        Files.write(workspace.resolve("zero.bin"), new byte[] {'a', 0});

        assertRefused(append("latin.txt", "x"), "latin.txt", "not UTF-8 text");
        assertRefused(append("zero.bin", "x"), "zero.bin", "not UTF-8 text");
        assertRefused(edit("latin.txt", "gr", "x"), "latin.txt", "not UTF-8 text");
        assertRefused(edit("zero.bin", "a", "x"), "zero.bin", "not UTF-8 text");
        assertThat(Files.readAllBytes(workspace.resolve("latin.txt"))).isEqualTo(latin);
        assertNoTemporaryFiles();
    }

    @Test
    void append_knows_a_character_that_lies_across_two_chunks() throws Exception {
        // Three bytes each: no chunk of a power of two ends between two of them.
        file("wide.txt", "€".repeat(100_000) + "\n");

        assertThat(append("wide.txt", "end").path("area")).isEqualTo(Calls.json("{'startLine':2,'endLine':2}"));
        assertThat(content("wide.txt")).isEqualTo("€".repeat(100_000) + "\nend");
    }

    @Test
    void edit_replaces_the_one_place() throws Exception {
        file("a.txt", "one\ntwo\nthree\n");

        assertResult(edit("a.txt", "two\n", "2\n2b\n"), """
            {'ok':true,'file':{'path':'a.txt','viewerPath':'a.txt','area':{'startLine':2,'endLine':3}},
             'area':{'startLine':2,'endLine':3}}\
            """);
        assertThat(content("a.txt")).isEqualTo("one\n2\n2b\nthree\n");
        assertNoTemporaryFiles();
    }

    @Test
    void edit_says_why_not() throws Exception {
        file("a.txt", "if (x) {\n\tgo();\n}\nif (y) {\n\tgo();\n}\n");

        assertRefused(edit("a.txt", "stop()", "x"), "old is not in a.txt", "read it");
        assertRefused(edit("a.txt", "if (y) {\n    go();", "x"), "only its first line is, at line 4");
        assertRefused(edit("a.txt", "go();", "x"), "old is 2 times in a.txt", "at lines 2, 5");
        assertRefused(edit("a.txt", "", "x"), "old must not be empty");
        assertRefused(edit("a.txt", "go", "go"), "the same");
        assertRefused(edit("b.txt", "go", "x"), "no file b.txt", "use write", "did you mean a.txt?");
        assertThat(content("a.txt")).isEqualTo("if (x) {\n\tgo();\n}\nif (y) {\n\tgo();\n}\n");
    }

    @Test
    void edit_refuses_a_file_that_is_too_large() throws Exception {
        file("large.txt", "x".repeat(EditTool.MOST_BYTES) + "y");
        assertRefused(edit("large.txt", "y", "z"), "large.txt", "larger than 10 MiB");

        file("just.txt", "x".repeat(EditTool.MOST_BYTES - 1) + "y");
        assertThat(edit("just.txt", "y", "z").path("ok").booleanValue()).isTrue();
    }

    @Test
    void a_folder_cannot_be_changed_like_a_file() throws Exception {
        Files.createDirectory(workspace.resolve("src"));

        assertRefused(write("src", "x"), "src is a folder", "file in it");
        assertRefused(append("src", "x"), "src is a folder");
        assertRefused(edit("src", "x", "y"), "src is a folder");
        assertRefused(write(".", "x"), "is a folder");
    }

    @Test
    void wrong_arguments_are_named() throws Exception {
        assertRefused(call(WRITE, args().put("path", "a")), "content is required; given: path");
        assertRefused(call(APPEND, args().put("content", "a")), "path is required");
        assertRefused(call(EDIT, args().put("path", "a").put("old", "b")), "new is required");
        assertRefused(call(EDIT, args().put("path", "a").put("old", 5).put("new", "b")), "old must be a text");
    }

    @Test
    void events_show_the_path_and_the_operation_but_no_content() {
        for (var tool : List.of(WRITE, EDIT, APPEND)) {
            assertThat(tool.effect()).isEqualTo(Effect.WRITE);
            assertThat(tool.shown(
                            args().put("path", "a").put("content", "secret").put("old", "secret")))
                    .isEqualTo(
                            args().put("path", "a").put("operation", tool.spec().name()));
        }
        assertThat(FileTools.all())
                .extracting(Tool::spec)
                .extracting("name")
                .containsExactly("read", "write", "edit", "append");
    }

    @Test
    void no_permission_is_told_and_nothing_changed() throws Exception {
        assumeFalse("root".equals(System.getProperty("user.name")), "root may do everything");
        file("mine.txt", "old");
        Files.setPosixFilePermissions(workspace.resolve("mine.txt"), PosixFilePermissions.fromString("r--------"));
        assertRefused(write("mine.txt", "new"), "no permission to write mine.txt");
        assertThat(content("mine.txt")).isEqualTo("old");
    }

    @Test
    void the_file_systems_reasons_are_put_in_words() {
        assertThat(Trouble.words("write a.txt", new AccessDeniedException("a.txt")))
                .contains("no permission to write a.txt", "nothing was changed");
        assertThat(Trouble.words("write a.txt", new FileSystemException("a.txt", null, "No space left on device")))
                .contains("cannot write a.txt", "no space left", "free some space");
        assertThat(Trouble.words("write a.txt", new FileSystemException("a.txt", null, "Read-only file system")))
                .contains("cannot write a.txt: Read-only file system", "nothing was changed");
    }

    @Test
    void an_interrupted_call_changes_nothing_and_leaves_nothing() throws Exception {
        file("a.txt", "old");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> write("a.txt", "new"), () -> append("a.txt", "new"), () -> edit("a.txt", "old", "new"))) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(call::call).isInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted())
                    .as("the exception stands for the flag")
                    .isFalse();
        }
        assertThat(content("a.txt")).isEqualTo("old");
        assertNoTemporaryFiles();
    }

    @Test
    void calls_at_the_same_time_lose_nothing_of_each_other() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 50)
                    .<Callable<ObjectNode>>mapToObj(i -> () -> append("deep/er/log.txt", "line " + i + "\n"))
                    .toList();
            for (var future : threads.invokeAll(calls)) {
                future.get();
            }
        }
        assertThat(content("deep/er/log.txt").lines()).hasSize(50).doesNotHaveDuplicates();
        assertNoTemporaryFiles();
    }

    @Test
    void many_files_in_one_new_folder_all_arrive() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 50)
                    .<Callable<ObjectNode>>mapToObj(i -> () -> write("new/folder/" + i, "x"))
                    .toList();
            for (var future : threads.invokeAll(calls)) {
                future.get();
            }
        }
        try (var files = Files.list(workspace.resolve("new/folder"))) {
            assertThat(files).hasSize(50);
        }
        assertNoTemporaryFiles();
    }
}
