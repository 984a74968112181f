package dev.switchboard.terminals;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The arguments of a call, each asked for by name and refused in words. */
record Given(ObjectNode arguments) {
    String text(String name) {
        var text = optionalText(name);
        if (text == null || text.isEmpty()) {
            throw new SwitchboardException(ErrorCode.INVALID, name + " is required");
        }
        return text;
    }

    @Nullable
    String optionalText(String name) {
        if (!arguments.hasNonNull(name)) {
            return null;
        }
        return arguments
                .path(name)
                .stringValueOpt()
                .orElseThrow(() -> new SwitchboardException(ErrorCode.INVALID, name + " must be a text"));
    }

    /** 0 unless given. */
    long offset(String name) {
        if (!arguments.hasNonNull(name)) {
            return 0;
        }
        var number = arguments.path(name).longValueOpt();
        if (!arguments.path(name).isIntegralNumber() || number.isEmpty() || number.getAsLong() < 0) {
            throw new SwitchboardException(ErrorCode.INVALID, name + " must be a whole number from 0 on");
        }
        return number.getAsLong();
    }
}
