package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.text;

import dev.switchboard.core.failure.ErrorCode;
import dev.switchboard.core.failure.SwitchboardException;
import java.util.concurrent.CountDownLatch;

/** The life of runs that ask a model. */
final class ModelRunLifeTest extends RunLifeContract {
    @Override
    void prepare(Rig fresh) {}

    @Override
    void answers(String text) {
        rig.saying(text(text));
    }

    @Override
    void saysAndWaits(String said, CountDownLatch waiting, String then) {
        rig.saying(
                (_, listener) -> {
                    listener.text(said);
                    waiting.countDown();
                    new CountDownLatch(1).await();
                    throw new AssertionError("never");
                },
                text(then));
    }

    @Override
    void calls(String then) {
        rig.saying(Rig.calls(call("wipe", "{}")), text(then));
    }

    @Override
    void fails(String why, String then) {
        rig.saying(
                (_, _) -> {
                    throw new SwitchboardException(ErrorCode.MODEL_UNAVAILABLE, why);
                },
                text(then));
    }

    @Override
    void breaks(Error error, String then) {
        rig.saying(
                (_, _) -> {
                    throw error;
                },
                text(then));
    }
}
