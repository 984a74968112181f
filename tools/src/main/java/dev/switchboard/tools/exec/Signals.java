package dev.switchboard.tools.exec;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Signals to process groups, which Java itself cannot send. By the system's own call and not by a program, so that it
 * works also when no process can be started any more.
 */
final class Signals {
    static final int HUP = 1;
    static final int KILL = 9;
    static final int TERM = 15;
    static final int CONT = 18;

    private static final MethodHandle SYSTEM_KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private Signals() {}

    /** A group that is gone, or not ours to signal, is left as it is. */
    static void send(long group, int signal) {
        // To the system, 0 is our own group and -1 is everybody.
        if (group <= 1) {
            throw new IllegalArgumentException("no group of a command: " + group);
        }
        try {
            int _ = (int) SYSTEM_KILL.invokeExact(-Math.toIntExact(group), signal);
        } catch (Throwable e) {
            throw new LinkageError("kill cannot be called", e);
        }
    }
}
