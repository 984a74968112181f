package dev.switchboard.core.run;

import dev.switchboard.core.model.Model;
import org.jspecify.annotations.Nullable;

/** Who answers: a name, a model, what it is told of itself, and what it may do. */
public record Agent(String name, Model model, @Nullable String system, Abilities abilities) {
    public Agent(String name, Model model, @Nullable String system) {
        this(name, model, system, Abilities.NONE);
    }
}
