package dev.switchboard.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.switchboard.json.Json;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    enum Kind {
        FULL,
        SHORT;

        @JsonValue
        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Wanted(
            String path,
            @Nullable Integer limit,
            @Nullable Kind kind,
            @Nullable Boolean deep) {
        Wanted {
            if (limit != null && limit < 1) {
                throw new IllegalArgumentException("limit must be at least 1; was " + limit);
            }
        }
    }

    @Test
    void what_is_right_is_decoded_and_what_is_unknown_ignored() throws Exception {
        assertThat(decode("{'path':'a','limit':3,'kind':'short','deep':true,'more':[]}"))
                .isEqualTo(new Wanted("a", 3, Kind.SHORT, true));
        assertThat(decode("{'path':'a'}")).isEqualTo(new Wanted("a", null, null, null));
        assertThat(decode("{'path':'a','limit':null}")).isEqualTo(new Wanted("a", null, null, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {}                          | path is required; given: nothing
        {'file':'a','limit':1}      | path is required; given: file, limit
        {'path':null}               | path is required; given: path
        {'path':42}                 | path must be a text
        {'path':['a']}              | path must be a text
        {'path':{'a':1}}            | path must be a text
        {'path':'a','limit':'ten'}  | limit must be a whole number in range
        {'path':'a','limit':'10'}   | limit must be a whole number in range
        {'path':'a','limit':1e12}   | limit must be a whole number in range
        {'path':'a','limit':0}      | limit must be at least 1; was 0
        {'path':'a','kind':'half'}  | kind must be one of full, short
        {'path':'a','deep':'yes'}   | deep must be true or false
        ['a']                       | the arguments must be a JSON object
        null                        | the arguments must be a JSON object
        'a'                         | the arguments must be a JSON object
        """)
    void what_is_wrong_is_named(String arguments, String complaint) {
        assertThatThrownBy(() -> decode(arguments)).isInstanceOf(Refused.class).hasMessage(complaint);
    }

    private static Wanted decode(String arguments) throws Refused {
        return Arguments.decode(Json.mapper().readTree(arguments.replace('\'', '"')), Wanted.class);
    }
}
