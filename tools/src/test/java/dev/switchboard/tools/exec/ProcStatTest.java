package dev.switchboard.tools.exec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {
    private static final String REST =
            " S 1 4242 4240 0 -1 4194304 101 0 0 0 1 2 3 4 20 0 1 0 987654 3000000 200 18446744073709551615 1 1";

    @ParameterizedTest
    @ValueSource(strings = {"(bash)", "(a b)", "(tricky) R 9 9 9)", "(((( )", "())", "( 1 2 3 )"})
    void names_with_spaces_and_parentheses_do_not_shift_the_fields(String name) {
        assertThat(ProcStat.parse("4243 " + name + REST)).isEqualTo(new ProcStat(4243, 'S', 4242, 4240, 987654));
    }

    @Test
    void our_own_process_is_found_and_no_number_that_is_too_large() throws Exception {
        long own = ProcessHandle.current().pid();

        assertThat(ProcStat.read(own)).hasValueSatisfying(process -> {
            assertThat(process.pid()).isEqualTo(own);
            assertThat(process.alive()).isTrue();
        });
        assertThat(ProcStat.all()).extracting(ProcStat::pid).contains(own);
        assertThat(ProcStat.read(Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void a_zombie_is_not_alive() {
        assertThat(ProcStat.parse("1 (x)" + REST.replace(" S ", " Z ")).alive()).isFalse();
    }
}
