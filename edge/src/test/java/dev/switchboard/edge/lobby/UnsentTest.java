package dev.switchboard.edge.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UnsentTest {
    private final Unsent unsent = new Unsent();

    @Test
    void who_has_just_come_is_told_everything_first() throws Exception {
        unsent.offer("session a", "a1");
        var taken = unsent.take();
        assertThat(taken.again()).isTrue();
        assertThat(taken.frames()).containsExactly("a1");
        assertThat(taken.closed()).isFalse();
    }

    @Test
    void of_each_thing_the_newest_in_the_order_of_their_last_change() throws Exception {
        unsent.take();
        unsent.offer("session a", "a1");
        unsent.offer("session b", "b1");
        unsent.offer("approval a", "asked");
        unsent.offer("session a", "a2");
        var taken = unsent.take();
        assertThat(taken.again()).isFalse();
        assertThat(taken.frames()).containsExactly("b1", "asked", "a2");
    }

    @Test
    void what_was_taken_is_not_given_again() throws Exception {
        unsent.offer("session a", "a1");
        unsent.take();
        unsent.offer("session b", "b1");
        assertThat(unsent.take().frames()).containsExactly("b1");
    }

    @Test
    void a_few_that_are_large_are_as_much_as_many_that_are_small() throws Exception {
        unsent.take();
        var half = "x".repeat(Unsent.MAX_CHARS / 2);
        for (int i = 0; i < 5; i++) {
            unsent.offer("approval 1", half);
        }
        unsent.offer("approval 2", half);
        assertThat(unsent.take().frames()).as("of each the newest").hasSize(2);
        unsent.offer("approval 1", half);
        unsent.offer("approval 2", half);
        unsent.offer("approval 3", "one more");
        unsent.offer("session 7", "after");
        var taken = unsent.take();
        assertThat(taken.again()).isTrue();
        assertThat(taken.frames()).containsExactly("after");
    }

    @Test
    void beyond_its_bound_everything_is_told_anew_and_nothing_that_follows_is_lost() throws Exception {
        unsent.take();
        for (int i = 0; i < Unsent.MAX; i++) {
            unsent.offer("session " + i, "s" + i);
        }
        for (int i = 0; i < Unsent.MAX; i++) {
            unsent.offer("session " + i, "again " + i);
        }
        unsent.offer("session one more", "over");
        unsent.offer("session 7", "after");
        var taken = unsent.take();
        assertThat(taken.again()).isTrue();
        assertThat(taken.frames()).containsExactly("after");
    }

    @Test
    void as_much_as_fits_is_kept() throws Exception {
        unsent.take();
        for (int i = 0; i < Unsent.MAX; i++) {
            unsent.offer("session " + i, "s" + i);
        }
        var taken = unsent.take();
        assertThat(taken.again()).isFalse();
        assertThat(taken.frames()).hasSize(Unsent.MAX);
    }

    @Test
    void when_more_changed_than_anybody_knows_everything_is_told_anew() throws Exception {
        unsent.take();
        unsent.offer("session a", "a1");
        unsent.tellAgain();
        var taken = unsent.take();
        assertThat(taken.again()).isTrue();
        assertThat(taken.frames()).isEmpty();
    }

    @Test
    void who_waits_is_woken_by_a_change_and_by_the_end() throws Exception {
        unsent.take();
        var waiting = waiting();
        unsent.offer("session a", "a1");
        assertThat(waiting.get(60, TimeUnit.SECONDS).frames()).containsExactly("a1");
        var last = waiting();
        unsent.close();
        assertThat(last.get(60, TimeUnit.SECONDS).closed()).isTrue();
    }

    /** Somebody who has begun to wait. */
    private CompletableFuture<Unsent.Taken> waiting() throws InterruptedException {
        var taken = new CompletableFuture<Unsent.Taken>();
        var thread = Thread.ofVirtual().start(() -> {
            try {
                taken.complete(unsent.take());
            } catch (InterruptedException e) {
                taken.completeExceptionally(e);
            }
        });
        while (thread.getState() != Thread.State.WAITING && !thread.join(Duration.ofMillis(1))) {
            // Not there yet.
        }
        return taken;
    }
}
