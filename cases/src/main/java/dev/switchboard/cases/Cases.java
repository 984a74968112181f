package dev.switchboard.cases;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Asks one question of many inputs. Each run of the tests draws others; the failure names the seed, the number of the case
 * and what was drawn, and {@code -Dseed=… -Dcase=…} draws that one again ({@code -Dseed} alone: all of them).
 *
 * <p>The edges do not wait for chance: case 0 draws the smallest of everything, case 1 the largest.
 */
public final class Cases {

    /** What has to hold, whatever is drawn. */
    @FunctionalInterface
    public interface Property {
        void holds(Draw draw) throws Exception;
    }

    private final long seed;
    private final @Nullable Integer only;

    Cases(long seed, @Nullable Integer only) {
        this.seed = seed;
        this.only = only;
    }

    public static void check(int cases, Property property) {
        var seed = Long.getLong("seed");
        new Cases(seed == null ? new SplittableRandom().nextLong() : seed, Integer.getInteger("case"))
                .run(cases, property);
    }

    void run(int cases, Property property) {
        for (int number = 0; number < cases; number++) {
            if (only == null || only == number) {
                var draw = draw(number);
                try {
                    property.holds(draw);
                } catch (Exception | AssertionError e) {
                    throw new AssertionError(failure(number, cases, draw, e), e);
                }
            }
        }
    }

    private Draw draw(int number) {
        var manner =
                switch (number) {
                    case 0 -> Draw.Manner.SMALLEST;
                    case 1 -> Draw.Manner.LARGEST;
                    default -> Draw.Manner.ANY;
                };
        return new Draw(new SplittableRandom(seed + number), manner);
    }

    private String failure(int number, int cases, Draw draw, Throwable failure) {
        return "case %d of %d does not hold (again with -Dseed=%d -Dcase=%d), drawn: %s%n%s"
                .formatted(number, cases, seed, number, draw, failure);
    }
}
