package dev.switchboard.core.modelrun;

import dev.switchboard.core.model.Model;
import dev.switchboard.core.run.Abilities;
import org.jspecify.annotations.Nullable;

/** An agent whose work a model does: its name, the model, what that is told of itself, and what it may do. */
public record ModelAgent(String name, Model model, @Nullable String system, Abilities abilities) {
    public ModelAgent(String name, Model model, @Nullable String system) {
        this(name, model, system, Abilities.NONE);
    }
}
