package dev.switchboard.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.tool.Plan;
import dev.switchboard.json.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class MaskingTest {
    private static final String KEY = "sk-very-secret-key";
    private static final String TOKEN = "swb_" + "Az09-_x".repeat(6) + "y";

    private final Masking masking = new Masking(List.of(KEY, "short"));

    @Test
    void aKnownKeyIsMaskedWhereverItStands() {
        assertThat(masking.mask(KEY + " and (" + KEY + ")")).isEqualTo("•••• and (••••)");
    }

    @Test
    void whatIsTooShortIsFoundByChanceAndStays() {
        assertThat(masking.mask("a short word")).isEqualTo("a short word");
    }

    @Test
    void ofKeysThatOverlapNothingIsLeft() {
        var overlapping = new Masking(List.of("first-part", "part-two-of-it", "part-two"));
        assertThat(overlapping.mask("<first-part-two-of-it>")).isEqualTo("<••••>");
    }

    @Test
    void theGatewaysOwnTokensAreKnownByTheirForm() {
        assertThat(masking.mask("use " + TOKEN + ", please")).isEqualTo("use ••••, please");
        assertThat(masking.mask("swb_is_how_they_begin")).isEqualTo("swb_is_how_they_begin");
    }

    @Test
    void aSignInLinkIsShownWithoutItsCode() {
        assertThat(masking.mask("http://127.0.0.1:18080/#code=" + "Ab3-_".repeat(4) + "xy ok"))
                .isEqualTo("http://127.0.0.1:18080/•••• ok");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
        curl -H 'Authorization: Bearer abc.DEF-123' x   | curl -H 'Authorization: Bearer ••••' x
        curl -H "authorization:Basic dXNlcjpwYXNz" x    | curl -H "authorization:Basic ••••" x
        Proxy-Authorization: eyJhbGciOi.eyJz.c2ln rest  | Proxy-Authorization: •••• rest
        {"Authorization": "token ghp_abcdefgh"}         | {"Authorization": "token ••••"}
        {\\"Authorization\\": \\"Bearer abcdefgh\\"}    | {\\"Authorization\\": \\"Bearer ••••\\"}
        'Authorization' : 'abcdefgh'                    | 'Authorization' : '••••'
        Authorization: Bearer abcdefg                   | Authorization: Bearer abcdefg
        Authorization is needed everywhere              | Authorization is needed everywhere
        Authorization:                                  | Authorization:
        """)
    void anAuthorizationIsKnownByItsFormAndItsSchemeStays(String text, String shown) {
        assertThat(masking.mask(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$(rm -rf ~)", "`rm${IFS}x`", "$TOKEN", "x;rm", "x|sh", "x&&rm", "x>file"})
    void whatAShellWouldActOnIsNeverHiddenInAnAuthorization(String value) {
        var command = "curl -H \"Authorization: Bearer " + value + "\"";
        assertThat(masking.mask(command)).isEqualTo(command);
    }

    @Test
    void inJsonTextsAreMaskedAsTheyAreMeantAndNotAsTheyAreWritten() {
        var odd = "k\"e\\y/\n1234";
        var json = Json.mapper().createObjectNode().put("plain", odd).put("written", "{\"k\":\"k\\\"e\\\\y/\\n1234\"}");
        json.putArray("list").add(odd).addObject().put(odd, 1);

        assertThat(new Masking(List.of(odd)).mask(json).toString())
                .isEqualTo(
                        "{\"plain\":\"••••\",\"written\":\"{\\\"k\\\":\\\"••••\\\"}\",\"list\":[\"••••\",{\"••••\":1}]}");
    }

    @Test
    void aFieldThatIsCalledAuthorizationHoldsOne() {
        var json = (ObjectNode) Json.mapper()
                .readTree("{\"headers\":{\"authorization\":\"Bearer abcdefgh\",\"accept\":\"everything\"}}");
        assertThat(masking.mask(json).toString())
                .isEqualTo("{\"headers\":{\"authorization\":\"Bearer ••••\",\"accept\":\"everything\"}}");
    }

    @ParameterizedTest
    @CsvSource({
        "Bearer abc, abc",
        "basic   YTpi, YTpi",
        "ApiKey k, k",
        "Bearer, ",
        "abc, ",
        "anna:abc, ",
        "Digest a=1 b=2, "
    })
    void whatIsSecretOfAHeaderIsTheOneWordBehindItsScheme(String header, @Nullable String secret) {
        assertThat(Masking.credentials(header)).isEqualTo(Optional.ofNullable(secret));
    }

    @Test
    void whatHoldsNoSecretIsHandedBackAsItIs() {
        var text = "as it was";
        var json = Json.mapper().createObjectNode().put("text", text);
        json.putArray("list").add(1).add("two");
        var event = new RunEvent.PlanChanged("e", "r", "t", new Plan("goal", List.of()));

        assertThat(masking.mask(text)).isSameAs(text);
        assertThat(masking.mask(json)).isSameAs(json);
        assertThat(masking.mask(event)).isSameAs(event);
    }

    @Test
    void halfASecretWhereATextWasCutIsNotShown() {
        assertThat(masking.maskCut("the key is sk-very-sec")).isEqualTo("the key is ");
        assertThat(masking.maskCut("use " + TOKEN.substring(0, 20))).isEqualTo("use ");
        assertThat(masking.maskCut("-H Authorization: Bearer abc")).isEqualTo("-H ");
        assertThat(masking.maskCut("these words")).isEqualTo("these words");
    }

    @Test
    void anEventsIdsStayBecauseThingsAreFoundByThem() {
        var event = new RunEvent.Stopped("e-" + KEY, KEY, KEY, KEY, null, KEY, null, 1, null, null);
        assertThat(masking.mask(event))
                .isEqualTo(new RunEvent.Stopped("e-" + KEY, KEY, KEY, "••••", null, "••••", null, 1, null, null));
    }
}
