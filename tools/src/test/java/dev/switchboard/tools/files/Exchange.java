package dev.switchboard.tools.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Lets two names change places in one step, as Linux can and Java cannot: the fastest way to confuse a walker. */
final class Exchange {
    private static final int CURRENT_FOLDER = -100;
    private static final int EXCHANGE = 2;

    private static final MethodHandle RENAME = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("renameat2"),
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT,
                            ValueLayout.ADDRESS,
                            ValueLayout.JAVA_INT));

    private Exchange() {}

    static void names(Path one, Path other) throws IOException {
        try (var arena = Arena.ofConfined()) {
            int failed = (int) RENAME.invokeExact(
                    CURRENT_FOLDER,
                    arena.allocateFrom(one.toString()),
                    CURRENT_FOLDER,
                    arena.allocateFrom(other.toString()),
                    EXCHANGE);
            if (failed != 0) {
                throw new IOException("%s and %s cannot be exchanged".formatted(one, other));
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new LinkageError("renameat2 cannot be called", e);
        }
    }
}
