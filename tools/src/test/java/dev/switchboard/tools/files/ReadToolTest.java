package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.Effect;
import dev.switchboard.tools.Calls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

class ReadToolTest extends FileToolsTest {
    @Test
    void a_file_is_given_with_its_place_and_its_lines() throws Exception {
        file("notes/a.txt", "one\ntwo\n");

        assertResult(read("notes/a.txt"), """
            {'ok':true,
             'file':{'path':'notes/a.txt','viewerPath':'notes/a.txt','area':{'startLine':1,'endLine':2}},
             'area':{'startLine':1,'endLine':2},'text':'one\\ntwo\\n','bytes':8,'truncated':false}\
            """);
    }

    @Test
    void an_empty_file_has_no_area() throws Exception {
        file("empty.txt", "");

        assertResult(read("empty.txt"), """
            {'ok':true,'file':{'path':'empty.txt','viewerPath':'empty.txt'},'text':'','bytes':0,'truncated':false}\
            """);
    }

    @Test
    void offset_and_limit_choose_lines_and_truncated_says_that_the_file_goes_on() throws Exception {
        file("a.txt", "one\r\ntwo\r\nthree");

        assertWindow(window("a.txt", 2, 1), "two\r\n", 2, 2, true);
        assertWindow(window("a.txt", 2, 2), "two\r\nthree", 2, 3, false);
        assertWindow(window("a.txt", 3, 100), "three", 3, 3, false);
    }

    @Test
    void an_offset_after_the_end_says_how_many_lines_there_are() throws Exception {
        file("a.txt", "one\ntwo\n");
        file("b.txt", "one");
        file("empty.txt", "");

        assertRefused(window("a.txt", 3, 1), "offset 3", "a.txt", "has 2 lines");
        assertRefused(window("b.txt", 9, 1), "offset 9", "has 1 line");
        assertRefused(window("empty.txt", 2, 1), "has 0 lines");
    }

    @Test
    void by_itself_it_gives_two_thousand_lines_and_more_if_asked() throws Exception {
        file("long.txt", IntStream.rangeClosed(1, 3000).mapToObj(i -> i + "\n").collect(Collectors.joining()));

        var usual = read("long.txt");
        assertThat(usual.path("text").asString()).endsWith("\n2000\n");
        assertThat(usual.path("area")).isEqualTo(Calls.json("{'startLine':1,'endLine':2000}"));
        assertThat(usual.path("truncated").booleanValue()).isTrue();
        assertThat(usual.path("bytes").asLong()).isEqualTo(Files.size(workspace.resolve("long.txt")));
        assertThat(window("long.txt", 1, 2500).path("text").asString()).endsWith("\n2500\n");
    }

    @Test
    void sixty_four_kibibytes_are_the_most_and_only_whole_lines_are_given() throws Exception {
        file("wide.txt", ("x".repeat(999) + "\n").repeat(100));

        assertWindow(read("wide.txt"), ("x".repeat(999) + "\n").repeat(65), 1, 65, true);
    }

    @Test
    void exactly_sixty_four_kibibytes_are_not_cut() throws Exception {
        var text = "x".repeat(64 * 1024 - 1) + "\n";
        file("exact.txt", text);

        assertWindow(read("exact.txt"), text, 1, 1, false);
    }

    @Test
    void a_line_that_alone_is_too_long_is_cut_after_a_character() throws Exception {
        file("line.txt", "x" + "😀".repeat(20_000) + "\nnext\n");

        assertWindow(read("line.txt"), "x" + "😀".repeat(16_383), 1, 1, true);
        assertWindow(window("line.txt", 2, 1), "next\n", 2, 2, false);
    }

    @Test
    void a_folder_is_listed_with_slashes_after_folders() throws Exception {
        file("src/b.txt", "");
        file("src/a.txt", "");
        file("src/inner/c.txt", "");

        assertResult(read("src"), """
            {'ok':true,'file':{'path':'src','viewerPath':'src','area':{'startLine':1,'endLine':3}},
             'area':{'startLine':1,'endLine':3},'text':'a.txt\\nb.txt\\ninner/\\n','bytes':19,'truncated':false}\
            """);
        assertThat(read(".").path("text").asString()).isEqualTo("src/\n");
        assertThat(read(".").path("file").path("viewerPath").asString()).isEqualTo(".");
        assertThat(read("src/inner/..").path("file").path("viewerPath").asString())
                .isEqualTo("src");
    }

    @Test
    void a_large_folder_is_listed_in_parts_of_a_thousand() throws Exception {
        for (int i = 0; i < 1200; i++) {
            Files.createFile(workspace.resolve("f%04d".formatted(i)));
        }

        var first = read(".");
        assertThat(first.path("text").asString()).startsWith("f0000\n").endsWith("f0999\n");
        assertThat(first.path("truncated").booleanValue()).isTrue();
        var second = window(".", 1001, 5000);
        assertThat(second.path("text").asString()).startsWith("f1000\n").endsWith("f1199\n");
        assertThat(second.path("truncated").booleanValue()).isFalse();
    }

    @Test
    void an_empty_folder_has_an_empty_text() throws Exception {
        Files.createDirectory(workspace.resolve("void"));

        assertResult(read("void"), """
            {'ok':true,'file':{'path':'void','viewerPath':'void'},'text':'','bytes':0,'truncated':false}\
            """);
    }

    @Test
    void a_missing_file_is_answered_with_what_is_near() throws Exception {
        file("notes.txt", "");
        file("other.md", "");

        assertRefused(read("nots.txt"), "no file nots.txt", "did you mean notes.txt?");
        assertRefused(read("quite-different"), "no file quite-different", "has notes.txt, other.md");
        assertRefused(read("sub/a.txt"), "no folder sub", "notes.txt");
        assertRefused(read("notes.txt/a"), "notes.txt is a file, not a folder");
    }

    @Test
    void what_is_no_text_is_refused() throws Exception {
        Files.write(workspace.resolve("zero.bin"), new byte[] {'a', 0, 'b'});
        Files.write(workspace.resolve("latin.txt"), "gr\u00fcn".getBytes(StandardCharsets.ISO_8859_1));

        assertRefused(read("zero.bin"), "zero.bin", "not UTF-8 text", "exec");
        assertRefused(read("latin.txt"), "latin.txt", "not UTF-8 text", "iconv");
    }

    @Test
    @Timeout(300)
    void a_pipe_is_refused_and_nobody_waits_for_it() throws Exception {
        var made = new ProcessBuilder("mkfifo", workspace.resolve("pipe").toString()).start();
        assertThat(made.waitFor(60, TimeUnit.SECONDS) && made.exitValue() == 0).isTrue();

        assertRefused(read("pipe"), "pipe is a pipe, socket or device");
        assertRefused(write("pipe", "x"), "pipe is a pipe, socket or device");
        assertRefused(append("pipe", "x"), "pipe is a pipe, socket or device");
        assertRefused(edit("pipe", "x", "y"), "pipe is a pipe, socket or device");
        assertRefused(read("pipe/x"), "not a folder");
    }

    @Test
    void wrong_arguments_are_named() throws Exception {
        assertRefused(call(READ, args()), "path is required");
        assertRefused(call(READ, args().put("path", 1)), "path must be a text");
        assertRefused(call(READ, args().put("path", "a").put("offset", 0)), "offset must be at least 1");
        assertRefused(call(READ, args().put("path", "a").put("limit", -1)), "limit must be at least 1");
        assertRefused(read(""), "path must not be empty");
        assertRefused(read("a\0b"), "path is not a file name");
        assertRefused(read("x".repeat(300)), "cannot read");
    }

    @Test
    void events_show_what_was_asked_for() {
        assertThat(READ.effect()).isEqualTo(Effect.READ);
        assertThat(READ.spec().name()).isEqualTo("read");
        assertThat(READ.shown(args().put("path", "a").put("limit", 3).put("other", 1)))
                .isEqualTo(args().put("path", "a").put("limit", 3));
    }

    private ObjectNode window(String path, long offset, long limit) throws InterruptedException {
        return call(READ, args().put("path", path).put("offset", offset).put("limit", limit));
    }

    private static void assertWindow(ObjectNode result, String text, long start, long end, boolean truncated)
            throws IOException {
        assertThat(result.path("text").asString()).isEqualTo(text);
        assertThat(result.path("area"))
                .isEqualTo(args().put("startLine", (int) start).put("endLine", (int) end));
        assertThat(result.path("file").path("area")).isEqualTo(result.path("area"));
        assertThat(result.path("truncated").booleanValue()).isEqualTo(truncated);
    }
}
