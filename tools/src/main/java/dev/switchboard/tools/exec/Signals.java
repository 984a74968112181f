package dev.switchboard.tools.exec;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Signals to processes and groups, most of which Java itself cannot send. By the system's own call and not by a program, so that it
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
    static void sendToGroup(long group, int signal) {
        kill(group, -1, signal);
    }

    /** Likewise for one process. */
    static void send(long pid, int signal) {
        kill(pid, 1, signal);
    }

    private static void kill(long number, int sign, int signal) {
        // To the system, 0 is our own group and -1 is everybody.
        if (number <= 1) {
            throw new IllegalArgumentException("no process or group of a command: " + number);
        }
        try {
            int _ = (int) SYSTEM_KILL.invokeExact(sign * Math.toIntExact(number), signal);
        } catch (Throwable e) {
            throw new LinkageError("kill cannot be called", e);
        }
    }
}
