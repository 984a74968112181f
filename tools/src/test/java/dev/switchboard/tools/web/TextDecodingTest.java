package dev.switchboard.tools.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TextDecodingTest {
    private static final String TEXT = "Übung „macht“ den Meister";

    @Test
    void theServersWordIsTaken() {
        assertThat(decoded(TEXT.getBytes(Charset.forName("windows-1252")), "windows-1252"))
                .isEqualTo(TEXT);
        assertThat(decoded("日本".getBytes(Charset.forName("Shift_JIS")), "Shift_JIS"))
                .isEqualTo("日本");
    }

    @Test
    void latin1IsReadAsBrowsersReadIt() {
        assertThat(decoded(TEXT.getBytes(Charset.forName("windows-1252")), "iso-8859-1"))
                .isEqualTo(TEXT);
    }

    @Test
    void aMarkAtTheBeginningCountsMoreThanTheServersWord() {
        assertThat(decoded(("\ufeff" + TEXT).getBytes(StandardCharsets.UTF_8), "iso-8859-1"))
                .isEqualTo(TEXT);
        assertThat(decoded(("\ufeff" + TEXT).getBytes(StandardCharsets.UTF_16LE), null))
                .isEqualTo(TEXT);
        assertThat(decoded(("\ufeff" + TEXT).getBytes(StandardCharsets.UTF_16BE), null))
                .isEqualTo(TEXT);
    }

    @Test
    void aPageMaySayItItself() {
        String meta = "<html><head><meta charset=\"koi8-r\"></head>Привет";
        String old = "<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>Привет";
        String xml = "<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>Привет</a>";
        for (String page : new String[] {meta, old, xml}) {
            assertThat(decoded(page.getBytes(Charset.forName("KOI8-R")), null)).isEqualTo(page);
        }
    }

    @Test
    void withoutAWordItIsUtf8IfItCanBe() {
        byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
        assertThat(decoded(utf8, null)).isEqualTo(TEXT);
        assertThat(decoded(utf8, "no-such-charset")).isEqualTo(TEXT);
        assertThat(decoded(TEXT.getBytes(Charset.forName("windows-1252")), null))
                .isEqualTo(TEXT);
    }

    @Test
    void aCutLastCharacterDoesNotSpoilTheRest() {
        byte[] whole = "aä€😀".getBytes(StandardCharsets.UTF_8);
        for (int length = 1; length <= whole.length; length++) {
            assertThat(TextDecoding.isUtf8(Arrays.copyOf(whole, length)))
                    .as("%d bytes", length)
                    .isTrue();
        }
        assertThat(TextDecoding.isUtf8(new byte[] {'a', (byte) 0xff, 'b'})).isFalse();
        assertThat(TextDecoding.isUtf8(new byte[] {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80}))
                .isFalse();
    }

    private static String decoded(byte[] bytes, @Nullable String said) {
        return TextDecoding.decode(bytes, Optional.ofNullable(said));
    }
}
