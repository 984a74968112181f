package dev.switchboard.edge.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.switchboard.core.identity.Scope;
import dev.switchboard.protocol.board.FromBoard;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NeededTest {
    /** What anybody may say, also before a login. */
    private static final Set<Class<?>> ANYBODY =
            Set.of(FromBoard.Auth.class, FromBoard.Leave.class, FromBoard.HealthPing.class, FromBoard.Ping.class);

    /** What changes nothing but what its sender is shown. */
    private static final List<Class<?>> LOOKS = List.of(
            FromBoard.ListTasks.class,
            FromBoard.AttachTask.class,
            FromBoard.ListTerminals.class,
            FromBoard.AttachTerminal.class,
            FromBoard.DetachTerminal.class);

    static Stream<Class<?>> kinds() {
        return Arrays.stream(FromBoard.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_message_but_those_of_the_connection_needs_a_scope(Class<?> kind) throws ReflectiveOperationException {
        var message = empty(kind);
        if (ANYBODY.contains(kind)) {
            assertThatIllegalArgumentException().isThrownBy(() -> Needed.by(message));
        } else if (LOOKS.contains(kind)) {
            assertThat(Needed.by(message)).isNotEmpty().isSubsetOf(Scope.TASK_READ, Scope.TERMINAL_READ);
        } else {
            assertThat(Needed.by(message).getFirst())
                    .isIn(Scope.TASK_WRITE, Scope.TERMINAL_WRITE, Scope.APPROVAL_RESPOND);
        }
    }

    /** A message of this kind in which nothing is said. */
    private static FromBoard empty(Class<?> kind) throws ReflectiveOperationException {
        var constructor = kind.getDeclaredConstructors()[0];
        return (FromBoard) constructor.newInstance(new Object[constructor.getParameterCount()]);
    }
}
