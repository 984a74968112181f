package dev.switchboard.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.channel.Inbox;
import dev.switchboard.core.journal.RunJournal;
import dev.switchboard.core.ledger.Ledger;
import dev.switchboard.core.message.Attachments;
import dev.switchboard.core.session.Search;
import dev.switchboard.core.session.SessionKind;
import dev.switchboard.testkit.SpokenMessagesContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SqliteSpokenMessagesTest extends SpokenMessagesContract {
    private TestStore test;

    @BeforeEach
    void open(@TempDir Path folder) {
        test = new TestStore(folder);
    }

    @AfterEach
    void close() {
        test.close();
    }

    @Test
    void theListShowsWhatWasSaidLastAndThenWhatWasHeardAlsoIfItIsCaughtUpAfterACrash() {
        anna.say(inbox(), "m-1");
        speak("m-2", recorded("hello"));
        assertThat(lastText()).isEqualTo("text of m-1");

        anna.start(ledger(), 2, "m-2");
        know("m-2", 2, "water the zinnias");
        assertThat(lastText()).isEqualTo("water the zinnias");
        test.store().writer().call(sql -> sql.update("UPDATE mark SET message = 0, ledger = 0"));
        test.store().writer().call(sql -> sql.update("UPDATE session SET last_text = NULL"));
        reopen();
        assertThat(lastText()).isEqualTo("water the zinnias");
    }

    @Test
    void itIsFoundByWhatWasHeardOnce() {
        speak("m-1", recorded("hello"));
        test.store().catchUp();
        anna.start(ledger(), 1, "m-1");
        know("m-1", 1, "water the zinnias");
        speak("m-2", recorded("hello"));
        anna.start(ledger(), 5, "m-2");
        know("m-2", 5, "and the zinnias of the neighbours");
        test.store().catchUp();

        assertThat(found("zinnias")).hasSize(2);
        assertThat(found("neighbours")).singleElement().satisfies(place -> assertThat(place.who())
                .isEqualTo(Search.Who.YOU));
    }

    private String lastText() {
        return String.valueOf(
                test.store().sessions().find(anna.session()).orElseThrow().lastText());
    }

    private List<Search.Place> found(String words) {
        return test.store()
                .search()
                .search(new Search.Wanted(words, Set.of(SessionKind.values()), null, null, null, 10))
                .places();
    }

    @Override
    protected Inbox inbox() {
        return test.store().inbox();
    }

    @Override
    protected Ledger ledger() {
        return test.store().ledger();
    }

    @Override
    protected RunJournal journal() {
        return test.store().journal();
    }

    @Override
    protected Attachments attachments() {
        return test.store().attachments();
    }

    @Override
    protected void reopen() {
        test.reopen();
    }
}
