package dev.switchboard.client.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.client.board.StreamedText.Piece;
import org.junit.jupiter.api.Test;

class StreamedTextTest {
    private final StreamedText text = new StreamedText();

    @Test
    void piecesAreAppended() {
        assertThat(text.add("I ", 0)).isEqualTo(new Piece(false, "I "));
        assertThat(text.add("look", 2)).isEqualTo(new Piece(false, "look"));
        assertThat(text.add(".", null)).isEqualTo(new Piece(false, "."));
    }

    @Test
    void whatIsToldAgainIsShownOnce() {
        text.add("I look", 0);
        text.again();
        assertThat(text.add("I look for it", 0)).isEqualTo(new Piece(false, " for it"));
        assertThat(text.add(".", 13)).isEqualTo(new Piece(false, "."));
    }

    @Test
    void theNextTextBeginsAtItsOwnBeginning() {
        text.add("I look.", 0);
        assertThat(text.add("I", 0)).isEqualTo(new Piece(true, "I"));
        assertThat(text.add(" found it", 1)).isEqualTo(new Piece(false, " found it"));
    }

    @Test
    void anotherTextThatBeganMeanwhileIsNotTakenForTheOldOne() {
        text.add("I look.", 0);
        text.again();
        assertThat(text.add("Done, it is there", 0)).isEqualTo(new Piece(true, "Done, it is there"));
        text.again();
        assertThat(text.add("Done", 0)).as("a text only grows").isEqualTo(new Piece(true, "Done"));
    }

    @Test
    void whoComesInTheMiddleWaitsForTheBeginning() {
        text.again();
        assertThat(text.add("there", 12)).isEqualTo(new Piece(false, ""));
        assertThat(text.add("The page is there", 0)).isEqualTo(new Piece(false, "The page is there"));
        assertThat(text.add(".", 17)).isEqualTo(new Piece(false, "."));
    }

    @Test
    void theResultShowsWhatIsLeftOfIt() {
        text.add("The page is", 0);
        assertThat(text.whole("The page is there.")).isEqualTo(new Piece(false, " there."));
        assertThat(text.whole("The page is there.")).isEqualTo(new Piece(false, ""));
        assertThat(text.whole("Another")).isEqualTo(new Piece(true, "Another"));
    }

    @Test
    void whatWasTakenBackIsForgotten() {
        assertThat(text.discard()).isFalse();
        text.add("Nonsense", 0);
        assertThat(text.discard()).isTrue();
        assertThat(text.add("Sense", 0)).isEqualTo(new Piece(false, "Sense"));
    }
}
