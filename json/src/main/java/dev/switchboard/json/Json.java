package dev.switchboard.json;

import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** The one mapper of the gateway: unknown fields are ignored, nothing is coerced, depth and length are bounded. */
public final class Json {
    /** Deeper nesting is refused while parsing, before anything is built from it. */
    public static final int MAX_DEPTH = 64;

    private static final JsonMapper MAPPER = builder().build();

    private Json() {}

    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** For those who need the same rules and one more, such as comments in a configuration file. */
    public static JsonMapper.Builder builder() {
        return builder(JsonFactory.builder().build());
    }

    public static JsonMapper.Builder builder(JsonFactory factory) {
        var bounded = factory.rebuild()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();
        return JsonMapper.builder(bounded)
                .annotationIntrospector(new NullnessIntrospector())
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .withCoercionConfig(LogicalType.Textual, coercion -> coercion.setCoercion(
                                CoercionInputShape.Integer, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }
}
