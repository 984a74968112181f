package dev.switchboard.providers.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VendorWordsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"error":{"message":"no credit","type":"billing"}}  | no credit
        {"error":"model not found"}                         | model not found
        {"type":"error","error":{"message":"too long"}}     | too long
        [{"error":{"code":400,"message":"bad"}}]            | bad
        {"message":"gateway says no"}                       | gateway says no
        {"detail":"not authenticated"}                      | not authenticated
        plain  words                                        | plain words
        <html>a page</html>                                 | ''
        """)
    void theSentenceIsFoundInWhateverItIsWrappedIn(String body, String sentence) {
        assertThat(VendorWords.ofBody(body, null).sentence()).isEqualTo(sentence);
    }

    @Test
    void aKeyIsMaskedBeforeTheWordsAreShortenedSoThatNoHalfOfItStays() {
        String key = "sk-0123456789";
        String body = "x".repeat(VendorWords.MOST_CHARS - 8) + key;

        assertThat(VendorWords.ofBody(body, key).sentence()).endsWith("x***").doesNotContain("sk-");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"error":{"type":"overloaded_error","message":"m"}}        | true
        {"error":{"type":"invalid_request_error","message":"m"}}   | false
        {"error":{"code":503,"status":"UNAVAILABLE","message":"m"}}| true
        {"error":{"code":429,"message":"m"}}                       | true
        {"error":{"code":404,"message":"m"}}                       | false
        {"error":{"status":"PERMISSION_DENIED","message":"m"}}     | false
        {"error":"the runner has stopped"}                         | true
        """)
    void anErrorInAStreamIsPassingUnlessItsKindIsNot(String data, boolean passing) {
        VendorWords words = VendorWords.ofEvent(data, null);

        assertThat(words).isNotNull().extracting(VendorWords::passing).isEqualTo(passing);
    }

    @Test
    void anEventThatOnlyMentionsAnErrorTellsNone() {
        assertThat(VendorWords.ofEvent("{\"error\":null,\"choices\":[]}", null)).isNull();
        assertThat(VendorWords.ofEvent("{\"delta\":{\"content\":\"\\\"error\\\"\"}}", null))
                .isNull();
        assertThat(VendorWords.ofEvent("{\"args\":{\"error\":\"x\"}}", null)).isNull();
    }
}
