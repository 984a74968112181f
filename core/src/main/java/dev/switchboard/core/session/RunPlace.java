package dev.switchboard.core.session;

import java.time.Duration;

/**
 * One of the places for runs at once, as the run has it that was given it. A run that waits for a person needs none:
 * people take minutes, and nobody else's message may wait for them.
 *
 * <p>Thread: the run's.
 */
public interface RunPlace {
    /** For a run there is no other beside. */
    RunPlace ALONE = new RunPlace() {
        @Override
        public boolean leaveToWait(boolean anyway) {
            return true;
        }

        @Override
        public void takeAgain() {
            // It was nobody else's meanwhile.
        }
    };

    /**
     * Gives the place back for as long as the run waits for somebody's word. False, and the place is kept, if too many
     * runs wait already.
     *
     * @param anyway however many wait: the question is on record and people may have seen it
     */
    boolean leaveToWait(boolean anyway);

    /** How long the run has waited for it before it was begun or taken up again. */
    default Duration queued() {
        return Duration.ZERO;
    }

    /** Queues for a place again, behind those who came before. Without one the run may still end, and nothing else. */
    void takeAgain() throws InterruptedException;
}
