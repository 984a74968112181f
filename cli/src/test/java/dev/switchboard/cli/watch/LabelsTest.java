package dev.switchboard.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.hud.ActivityTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labels are the seed's, both L's included. */
class LabelsTest {
    private final ActivityTree tree = new ActivityTree(50);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        read            | {'path':'a.md','offset':10,'limit':3} | {'ok':true,'area':{'startLine':10,'endLine':12}}   | a.md:L10–L12
        read            | {'path':'a.md'}                       | {'ok':true,'area':{'startLine':1,'endLine':50}}    | a.md:L1–L50
        read            | {'path':'empty'}                      | {'ok':true}                                        | empty
        write           | {'path':'a.md','operation':'write'}   | {'ok':true,'area':{'startLine':1,'endLine':3}}     | a.md (overwrite)
        edit            | {'path':'a.md','operation':'edit'}    | {'ok':true,'area':{'startLine':22,'endLine':28}}   | a.md:L22–L28
        append          | {'path':'a.md','operation':'append'}  | {'ok':true,'area':{'startLine':180,'endLine':195}} | a.md:L180–L195
        exec            | {'command':'wc -l a.md'}              | {'ok':true,'exitCode':0}                           | wc -l a.md
        web_fetch       | {'url':'https://example.org/'}        | {'ok':true}                                        | https://example.org/
        web_search      | {'query':'switchboards'}              | {'ok':true}                                        | switchboards
        terminal_read   | {'session_id':'s-1'}                  | {'ok':true,'summary':'24 lines of s-1'}            | 24 lines of s-1
        calendar__today | {}                                    | {'ok':true,'raw':{}}                               | ""
        """)
    void every_tool_has_the_label_of_its_kind(String tool, String args, String result, String label) {
        tree.take(Heard.event(
                "tool_start", ",'correlationId':'c','parentId':'t','tool':'%s','args':%s".formatted(tool, args)));
        var node = tree.take(Heard.event(
                "tool_end",
                ",'correlationId':'c','parentId':'t','tool':'%s','status':'ok','durationMs':1,'result':%s"
                        .formatted(tool, result)));
        assertThat(Labels.of(node)).isEqualTo(label);
    }

    @Test
    void before_a_read_is_over_it_says_what_is_asked_for_and_an_edit_only_where() {
        assertThat(
                        Labels.of(
                                tree.take(
                                        Heard.event(
                                                "tool_start",
                                                ",'correlationId':'c','parentId':'t','tool':'read','args':{'path':'a','offset':10,'limit':41}"))))
                .isEqualTo("a:L10–L50");
        assertThat(Labels.of(tree.take(Heard.event(
                        "tool_start",
                        ",'correlationId':'d','parentId':'t','tool':'edit','args':{'path':'a','operation':'edit'}"))))
                .isEqualTo("a");
    }

    @Test
    void an_end_whose_beginning_was_not_shown_names_the_file_all_the_same() {
        assertThat(
                        Labels.of(
                                tree.take(
                                        Heard.event(
                                                "tool_end",
                                                ",'correlationId':'c','parentId':'t','tool':'read','status':'ok','durationMs':1,'result':{'ok':true,'file':{'path':'a'},'area':{'startLine':1,'endLine':2}}"))))
                .isEqualTo("a:L1–L2");
    }

    @Test
    void what_could_not_be_seen_is_written_out_and_nothing_reaches_the_terminal() {
        assertThat(Labels.of(tree.take(Heard.event(
                        "tool_start",
                        ",'correlationId':'c','parentId':'t','tool':'exec','args':{'command':'echo"
                                + " \\u202e\\u001b[2J\\n"
                                + "rm'}"))))
                .isEqualTo("echo <U+202E><U+001B>[2J\\nrm");
    }

    @Test
    void a_message_is_shown_with_its_first_words_and_its_mode() {
        assertThat(Labels.of(tree.take(Heard.event(
                        "received",
                        ",'subtype':'message','label':'message"
                                + " received','payload':{'preview':'shorter','mode':'steer'}"))))
                .isEqualTo("message received (steer): shorter");
    }
}
