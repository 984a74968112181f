package dev.switchboard.tools.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
    @TempDir
    Path root = Path.of("");

    private final AtomicInteger closings = new AtomicInteger();

    @Test
    void a_folder_that_cannot_be_closed_undoes_no_call_and_leaves_no_other_open() throws Exception {
        Files.createDirectory(root.resolve("inner"));
        try (var real = (SecureDirectoryStream<Path>) Files.newDirectoryStream(root)) {
            // The last one entered is closed first.
            var workspace = new Workspace(root, root.toRealPath(), real);
            workspace.enter(failingToClose(real), Path.of("inner"));

            assertThatCode(workspace::close).doesNotThrowAnyException();

            assertThat(closings).hasValue(1);
            assertThatThrownBy(real::iterator)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    /** Whose folders say, when they are closed, that they could not be. */
    @SuppressWarnings("unchecked")
    private SecureDirectoryStream<Path> failingToClose(SecureDirectoryStream<Path> real) {
        return (SecureDirectoryStream<Path>) Proxy.newProxyInstance(
                WorkspaceTest.class.getClassLoader(),
                new Class<?>[] {SecureDirectoryStream.class},
                (_, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closings.incrementAndGet();
                        throw new IOException("the disk is gone");
                    }
                    try {
                        var given = method.invoke(real, arguments);
                        return given instanceof SecureDirectoryStream<?> folder
                                ? failingToClose((SecureDirectoryStream<Path>) folder)
                                : given;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
