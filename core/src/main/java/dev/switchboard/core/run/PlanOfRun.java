package dev.switchboard.core.run;

import dev.switchboard.core.tool.Plan;
import dev.switchboard.core.tool.PlanHolder;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The plan a run moves as it goes; every move is an event. Thread: the run's. */
final class PlanOfRun implements PlanHolder {
    private final Consumer<Plan> moved;
    private @Nullable Plan plan;
    private boolean changed;

    PlanOfRun(Consumer<Plan> moved) {
        this.moved = moved;
    }

    /** The plan the run was given, if it was given one. */
    void begin(@Nullable Plan given) {
        plan = given;
    }

    /** The plan as the run had moved it before a restart. */
    void resume(Plan earlier) {
        plan = earlier;
        changed = true;
    }

    @Override
    public Optional<Plan> plan() {
        return Optional.ofNullable(plan);
    }

    @Override
    public void change(Plan next) {
        plan = next;
        changed = true;
        moved.accept(next);
    }

    /** Null unless this run has moved it. */
    @Nullable
    Plan moved() {
        return changed ? plan : null;
    }
}
