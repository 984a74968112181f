package dev.switchboard.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionIdsTest {
    @Test
    void aSessionIdIsChannelAccountAndPeer() {
        assertThat(SessionIds.of("terminal-dev", "local", "device-001", null).value())
                .isEqualTo("terminal-dev:local:device-001");
    }

    @Test
    void aThreadIsAFourthPart() {
        assertThat(SessionIds.of("terminal-dev", "local", "device-001", "kitchen")
                        .value())
                .isEqualTo("terminal-dev:local:device-001:kitchen");
    }

    @Test
    void aMacAddressWorksAsAPeer() {
        assertThat(SessionIds.of("terminal-dev", "local", "aa:bb:cc", null).value())
                .isEqualTo("terminal-dev:local:aa%3Abb%3Acc");
    }

    @Test
    void aPeerWithAColonNeverEqualsAPeerWithAThread() {
        assertThat(SessionIds.of("c", "l", "a", "b")).isNotEqualTo(SessionIds.of("c", "l", "a:b", null));
    }

    @Property
    void differentPartsNeverMakeTheSameId(
            @ForAll("ids") String peerA,
            @ForAll("threads") @Nullable String threadA,
            @ForAll("ids") String peerB,
            @ForAll("threads") @Nullable String threadB) {
        var same = peerA.equals(peerB) && Objects.equals(threadA, threadB);
        assertThat(SessionIds.of("c", "l", peerA, threadA).equals(SessionIds.of("c", "l", peerB, threadB)))
                .isEqualTo(same);
    }

    /** Few letters, so that collisions would be found. */
    @Provide
    Arbitrary<String> ids() {
        return Arbitraries.strings().withChars(":%3A5ab/ ?").ofMinLength(1).ofMaxLength(6);
    }

    @Provide
    Arbitrary<String> threads() {
        return ids().injectNull(0.3);
    }
}
