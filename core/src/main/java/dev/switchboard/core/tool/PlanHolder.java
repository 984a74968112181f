package dev.switchboard.core.tool;

import java.util.Optional;

/** The plan of one run. Thread: the run's. */
public interface PlanHolder {
    Optional<Plan> plan();

    void change(Plan plan);
}
