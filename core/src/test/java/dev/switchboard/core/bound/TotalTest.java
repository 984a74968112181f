package dev.switchboard.core.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TotalTest {
    private final Total total = new Total("test", 100);
    private final List<String> cut = new ArrayList<>();

    private Total.Part part(String user, String name) {
        return total.part(user, () -> cut.add(name));
    }

    @Test
    void whoHoldsMostIsCutWhoeverAskedForMore() {
        var greedy = part("greedy", "greedy");
        var modest = part("modest", "modest");

        assertThat(greedy.holds(90)).isTrue();
        assertThat(modest.holds(20)).isTrue();

        assertThat(cut).containsExactly("greedy");
        assertThat(greedy.holds(95)).isFalse();
        assertThat(total.held()).isEqualTo(115);
        greedy.close();
        assertThat(total.held()).isEqualTo(20);
        assertThat(total.cuts()).isEqualTo(1);
    }

    @Test
    void aUserIsAllItsPartsAndLosesTheLargestFirst() {
        part("many", "small").holds(15);
        part("many", "large").holds(25);
        part("many", "middle").holds(20);
        part("one", "one").holds(38);
        var last = part("another", "another");

        assertThat(last.holds(20)).isTrue();

        // 60 against 38: the many lose 25, and 93 are left.
        assertThat(cut).containsExactly("large");
    }

    @Test
    void whatIsCutGoesOnUntilTheTotalIsMet() {
        for (int i = 0; i < 10; i++) {
            part("many", "many").holds(10);
        }

        assertThat(part("one", "one").holds(45)).isTrue();

        assertThat(cut).hasSize(5).containsOnly("many");
    }

    @Test
    void whoAsksForTooMuchAloneIsCutItself() {
        var only = part("only", "only");

        assertThat(only.holds(101)).isFalse();
        assertThat(cut).containsExactly("only");

        only.close();
        assertThat(total.held()).isZero();
        assertThat(part("only", "again").holds(100)).isTrue();
    }

    @Test
    void aPartChangesHandsWhenItsOwnerIsKnown() {
        var first = part("address", "first");
        first.holds(40);
        part("address", "second").holds(30);
        part("token", "third").holds(25);

        first.belongsTo("token");
        part("new", "new").holds(10);

        assertThat(cut).containsExactly("first");
    }
}
