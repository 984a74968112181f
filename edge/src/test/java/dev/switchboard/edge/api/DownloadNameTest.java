package dev.switchboard.edge.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DownloadNameTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
        notes.txt          | attachment; filename="notes.txt"
        my notes (2).txt   | attachment; filename="my notes (2).txt"
        a"b.txt            | attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt
        x"; evil=".txt     | attachment; filename="x_; evil=_.txt"; filename*=UTF-8''x%22%3B%20evil%3D%22.txt
        100%41.txt         | attachment; filename="100_41.txt"; filename*=UTF-8''100%2541.txt
        grün.txt           | attachment; filename="gr_n.txt"; filename*=UTF-8''gr%C3%BCn.txt
        😀.txt             | attachment; filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt
        a\\b.txt           | attachment; filename="a_b.txt"
        """)
    void aNameIsQuotedSoThatNothingInItMeansAnythingElse(String name, String header) {
        assertThat(DownloadName.disposition(name)).isEqualTo(header);
    }

    @ParameterizedTest
    @CsvSource({"'a\r\nSet-Cookie: b'", "'cod\u202egpj.exe'", "'a\u0000b'", "'a\u2028b'"})
    void whatIsNotSeenIsTakenOut(String name) {
        assertThat(DownloadName.disposition(name))
                .startsWith("attachment; filename=\"")
                .matches("[ -~]*")
                .doesNotContain("%0D", "%0A", "%E2", "%00")
                .contains("_");
    }
}
