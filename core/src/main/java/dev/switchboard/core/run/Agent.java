package dev.switchboard.core.run;

import dev.switchboard.core.model.Model;
import org.jspecify.annotations.Nullable;

/** Who answers: a name, a model, and what it is told of itself. */
public record Agent(String name, Model model, @Nullable String system) {}
