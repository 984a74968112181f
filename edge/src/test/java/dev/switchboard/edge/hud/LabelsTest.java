package dev.switchboard.edge.hud;

import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

class LabelsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        new_session  | /new received — resetting session | {"previousAgent":"tester"}
        agent_switch | switch → titan                    | {"from":"tester","to":"titan"}
        handover     | handover → titan                  | {"from":"tester","to":"titan"}
        stop         | stop received — aborting turn     | {"state":"AGENT_RUNNING"}
        kill         | kill received — aborting turn     | {"state":"AGENT_RUNNING"}
        reconnect    | reconnected — replaying history   | {"sessionKey":"web-1"}
        message      | message received                  | {"preview":"hello world"}
        """)
    void a_label_is_the_seeds(String subtype, String label, String payload) {
        assertThat(Labels.of(subtype, Json.mapper().readValue(payload, ObjectNode.class)))
                .isEqualTo(label);
    }

    @Test
    void what_an_older_or_newer_gateway_has_recorded_has_words_too() {
        assertThat(Labels.of("agent_switch", null)).isEqualTo("switch → another agent");
        assertThat(Labels.of("left_alone", null)).isEqualTo("left alone received");
    }
}
