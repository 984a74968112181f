package dev.switchboard.testkit;

import static dev.switchboard.testkit.Talk.MAX_WAITING;
import static dev.switchboard.testkit.Talk.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.failure.SwitchboardException;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.ledger.RunEvent;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.Search.Mark;
import dev.switchboard.core.session.Search.Place;
import dev.switchboard.core.session.Search.Wanted;
import dev.switchboard.core.session.Search.Who;
import dev.switchboard.core.session.SessionKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** What every search over what was said does. */
public abstract class SearchContract {
    private static final Set<SessionKind> ALL = EnumSet.allOf(SessionKind.class);

    private final Talk anna = Talk.of("anna");
    private final Talk ben = Talk.of("ben");

    protected abstract Search search();

    protected abstract Inbox inbox();

    protected abstract Ledger ledger();

    /** Waits until what was said so far is found. */
    protected abstract void indexed();

    @Test
    void what_was_said_is_found_with_its_place_and_the_words_are_marked() {
        say(anna, "m-1", "Water the tomatoes, then the other tomatoes.");
        indexed();

        assertThat(find("tomatoes"))
                .containsExactly(new Place(
                        anna.session(),
                        1,
                        NOON,
                        Who.YOU,
                        "Water the tomatoes, then the other tomatoes.",
                        List.of(new Mark(10, 18), new Mark(35, 43))));
        assertThat(find("TOMATOES water")).hasSize(1);
        assertThat(find("tomat")).as("an unfinished word").hasSize(1);
        assertThat(find("tomat water")).as("only the last one may be").isEmpty();
        assertThat(find("cucumber")).isEmpty();
    }

    @Test
    void marks_count_characters_as_java_does() {
        say(anna, "m-1", "😀😀 héllo");
        indexed();

        var place = find("hello").getFirst();
        assertThat(place.text()).isEqualTo("😀😀 héllo");
        assertThat(place.marks()).containsExactly(new Mark(5, 10));
    }

    @Test
    void it_says_who_said_it_and_is_asked_for_one_of_them() {
        long seq = say(anna, "m-1", "the quokka question");
        anna.start(ledger(), seq, "m-1");
        ledger().append(anna.at(), anna.run("m-1"), List.of(read("quokka.txt", "a quokka smiles")));
        ledger().finish(
                        anna.at(),
                        seq,
                        anna.run("m-1"),
                        List.of(new RunEvent.Answered(
                                "e-9", anna.run("m-1").value(), "m-1", "the quokka answer", null, 7)));
        indexed();

        assertThat(find("quokka")).extracting(Place::who).containsExactly(Who.AGENT, Who.TOOL, Who.YOU);
        assertThat(find("quokka")).extracting(Place::seq).containsExactly(5L, 4L, 1L);
        for (var who : Who.values()) {
            assertThat(search().search(wanted("quokka", ALL, who, null, null, 10))
                            .places())
                    .extracting(Place::who)
                    .containsExactly(who);
        }
    }

    @Test
    void it_is_found_newest_first_page_by_page() {
        for (int i = 1; i <= 7; i++) {
            var talk = (i % 2 == 0 ? anna : ben).at(NOON.plusSeconds(i));
            say(talk, "m-" + i, "word number " + i);
        }
        indexed();

        var seen = new ArrayList<String>();
        String next = null;
        do {
            var page = search().search(wanted("word", ALL, null, null, next, 3));
            page.places().forEach(place -> seen.add(place.text()));
            next = page.next();
        } while (next != null);

        assertThat(seen)
                .containsExactly(
                        "word number 7",
                        "word number 6",
                        "word number 5",
                        "word number 4",
                        "word number 3",
                        "word number 2",
                        "word number 1");
        assertThatThrownBy(() -> search().search(wanted("word", ALL, null, null, "no such page", 3)))
                .isInstanceOf(SwitchboardException.class);
    }

    @Test
    void it_looks_no_further_back_than_asked_and_into_no_other_kinds() {
        say(anna.at(NOON.plusSeconds(1)), "m-1", "early word");
        say(ben.at(NOON.plusSeconds(5)), "m-1", "late word");
        indexed();

        assertThat(search().search(wanted("word", ALL, null, NOON.plusSeconds(5), null, 10))
                        .places())
                .extracting(Place::text)
                .containsExactly("late word");
        assertThat(search().search(wanted("word", Set.of(SessionKind.TASK), null, null, null, 10))
                        .places())
                .isEmpty();
        assertThat(search().search(wanted("word", Set.of(SessionKind.CHAT), null, null, null, 10))
                        .places())
                .hasSize(2);
        assertThat(search().search(wanted("word", Set.of(), null, null, null, 10))
                        .places())
                .isEmpty();
    }

    @Test
    void a_long_text_is_shown_around_the_words() {
        say(anna, "m-1", "before ".repeat(500) + "needle" + " after".repeat(500));
        indexed();

        var place = find("needle").getFirst();
        assertThat(place.text()).contains("needle").hasSizeLessThan(400);
        var mark = place.marks().getFirst();
        assertThat(place.text().substring(mark.start(), mark.end())).isEqualTo("needle");
    }

    @Test
    void secrets_are_not_in_it() {
        say(anna, "m-1", "the header is Authorization: Bearer abcdefgh12345678");
        indexed();

        assertThat(find("abcdefgh12345678")).isEmpty();
        assertThat(find("header").getFirst().text()).doesNotContain("abcdefgh12345678");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\"",
                "\"\"",
                "*",
                "^",
                "a\"b",
                "NEAR(",
                "AND",
                "OR NOT",
                "text:word",
                "-word",
                "word*",
                "(",
                "{x}",
                "+",
                "a + b",
                "'; DROP TABLE said; --",
                "!!!",
                "word !!!",
                "\u0000word",
                "word\u0002",
                "😀",
                "%",
                "_"
            })
    void whatever_somebody_types_is_no_syntax(String typed) {
        say(anna, "m-1", "a word and or not near");
        indexed();

        assertThatCode(() -> find(typed)).doesNotThrowAnyException();
    }

    @Test
    void signs_beside_the_words_do_not_hide_them() {
        say(anna, "m-1", "a word");
        indexed();

        assertThat(find("word !!!")).hasSize(1);
        assertThat(find("\"word\"")).hasSize(1);
        assertThat(find("!!!")).isEmpty();
    }

    @Test
    void much_is_taken_in_bit_by_bit_and_all_of_it_is_found() {
        for (int i = 0; i < 300; i++) {
            long seq = anna.at(NOON.plusSeconds(i)).say(inbox(), "m-" + i);
            anna.answer(ledger(), seq, "m-" + i);
            inbox().delivered(anna.session(), seq);
        }
        indexed();

        int found = 0;
        String next = null;
        do {
            var page = search().search(wanted("answer", ALL, null, null, next, 100));
            found += page.places().size();
            next = page.next();
        } while (next != null);
        assertThat(found).isEqualTo(300);
        assertThat(find("m-17")).isNotEmpty();
    }

    private long say(Talk talk, String id, String text) {
        inbox().admit(talk.message(id, text), MAX_WAITING);
        return ledger().lastSeq(talk.session());
    }

    private List<Place> find(String words) {
        return search().search(wanted(words, ALL, null, null, null, 50)).places();
    }

    private static Wanted wanted(
            String words,
            Set<SessionKind> kinds,
            @Nullable Who who,
            @Nullable Instant from,
            @Nullable String before,
            int limit) {
        return new Wanted(words, kinds, who, from, before, limit);
    }

    private RunEvent.ToolEnd read(String path, String text) {
        var json = JsonNodeFactory.instance;
        return new RunEvent.ToolEnd(
                "e-1",
                anna.run("m-1").value(),
                "call_1",
                "turn",
                "read",
                json.objectNode().put("path", path),
                json.objectNode().put("ok", true).put("text", text),
                RunEvent.Status.OK,
                3);
    }
}
