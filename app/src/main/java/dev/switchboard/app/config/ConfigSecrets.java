package dev.switchboard.app.config;

import dev.switchboard.core.ledger.Masking;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds every secret in a configuration, wherever it stands, so that none has to be listed by hand. */
public final class ConfigSecrets {
    private static final Pattern WORD = Pattern.compile("[a-z]+");
    private static final Pattern KEY = Pattern.compile(
            "key|token|secret|pass|pwd|auth(?!ors?(?:_|$))|credential|cookie", Pattern.CASE_INSENSITIVE);

    private ConfigSecrets() {}

    public static Set<String> in(Config config) {
        var found = new HashSet<String>();
        look(config, found);
        return found;
    }

    private static void look(@Nullable Object value, Set<String> found) {
        // Not a switch over types, whose first one costs a start ten milliseconds.
        if (value instanceof Secret secret) {
            found.add(secret.value());
            Masking.credentials(secret.value()).ifPresent(found::add);
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, entry) -> {
                if (!isSetting(String.valueOf(name), entry)) {
                    look(entry, found);
                }
            });
        } else if (value instanceof Collection<?> list) {
            list.forEach(entry -> look(entry, found));
        } else if (value instanceof Record part) {
            for (var component : part.getClass().getRecordComponents()) {
                look(read(component, part), found);
            }
        }
    }

    /** A word such as the {@code production} of {@code NODE_ENV} is no secret, and masked it would be missing everywhere. */
    private static boolean isSetting(String name, @Nullable Object value) {
        return value instanceof Secret secret && WORD.matcher(secret.value()).matches() && !isKey(name);
    }

    /** Whether a variable of this name holds what nobody else is to know. */
    public static boolean isKey(String name) {
        return KEY.matcher(name).find();
    }

    private static @Nullable Object read(RecordComponent component, Record part) {
        try {
            return component.getAccessor().invoke(part);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
