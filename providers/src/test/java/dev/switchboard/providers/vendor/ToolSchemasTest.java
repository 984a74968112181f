package dev.switchboard.providers.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.switchboard.core.model.ToolSpec;
import dev.switchboard.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ToolSchemasTest {
    private static final JsonNode SCHEMA = Json.mapper().readTree("""
        {"type": "object", "required": ["mode"],
         "properties": {
           "mode": {"enum": ["fast", "slow"], "description": "how"},
           "count": {"type": ["integer", "null"], "minimum": 1},
           "names": {"type": "array", "items": {"type": "string"}},
           "where": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/point"}]},
           "tree": {"$ref": "#/$defs/node"}},
         "$defs": {
           "point": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
           "node": {"type": "object", "properties": {"child": {"$ref": "#/$defs/node"}}}}}\
        """);

    @Test
    void aSchemaGoesVerbatimButForItsReferences() {
        JsonNode sent = sent(ToolSchemas.verbatim(tools()));

        assertThat(sent.at("/properties/count")).isEqualTo(SCHEMA.at("/properties/count"));
        assertThat(sent.at("/properties/where/oneOf/1")).isEqualTo(SCHEMA.at("/$defs/point"));
        assertThat(sent.path("required")).isEqualTo(SCHEMA.path("required"));
        assertThat(sent.toString()).doesNotContain("$ref", "$defs");
    }

    @Test
    void aSchemaIsTranslatedForAVendorThatKnowsLess() {
        JsonNode sent = sent(ToolSchemas.translated(tools()));

        assertThat(sent.at("/properties/mode"))
                .isEqualTo(Json.mapper()
                        .readTree("{\"type\":\"string\",\"description\":\"how\",\"enum\":[\"fast\",\"slow\"]}"));
        assertThat(sent.at("/properties/count"))
                .isEqualTo(Json.mapper().readTree("{\"anyOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}"));
        assertThat(sent.at("/properties/names/items/type").asString()).isEqualTo("string");
        assertThat(sent.at("/properties/where/anyOf/1/properties/x/type").asString())
                .isEqualTo("number");
    }

    private static List<ToolSpec> tools() {
        return List.of(new ToolSpec("t", "does", SCHEMA));
    }

    private static JsonNode sent(List<ToolSpecification> tools) {
        return Json.mapper()
                .valueToTree(JsonSchemaElementUtils.toMap(tools.getFirst().parameters()));
    }
}
