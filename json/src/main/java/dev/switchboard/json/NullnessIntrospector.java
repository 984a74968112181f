package dev.switchboard.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.Constructor;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** A record component without {@code @Nullable} is required: absent or null is an error that names it. */
final class NullnessIntrospector extends JacksonAnnotationIntrospector {
    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return isRequired(member) ? Boolean.TRUE : super.hasRequiredMarker(config, member);
    }

    @Override
    public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
        return isRequired(member) ? JsonSetter.Value.forValueNulls(Nulls.FAIL) : super.findSetterInfo(config, member);
    }

    private static boolean isRequired(Annotated member) {
        return member instanceof AnnotatedParameter parameter
                && parameter.getOwner().getAnnotated() instanceof Constructor<?> constructor
                && constructor.getDeclaringClass().isRecord()
                && !constructor.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(Nullable.class);
    }
}
