package dev.switchboard.app.run;

import static dev.switchboard.app.run.Rig.call;
import static dev.switchboard.app.run.Rig.calls;
import static dev.switchboard.app.run.Rig.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.switchboard.core.model.ModelReply;
import dev.switchboard.core.tool.Effect;
import dev.switchboard.core.tool.ToolResult;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoppingGatewayTest {
    @TempDir
    Path folder;

    @Test
    void aLargeResultThatWasThereWhenTheGatewayStoppedIsNotOfUnknownOutcome() throws Exception {
        var big = new CountedTool("big", Effect.EXECUTE, (_, _) -> {
            // As the gateway does that stops, in the moment the tool is done.
            Thread.currentThread().interrupt();
            return new ToolResult(ToolResult.okay().put("text", "long ".repeat(50_000)));
        });
        try (var rig = new Rig(folder, Clock.systemUTC())) {
            rig.with(big)
                    .saying(
                            calls(call("big", "{}")),
                            (_, _) -> {
                                Thread.sleep(1);
                                return ModelReply.text("never");
                            },
                            text("done"))
                    .start();
            var cut = rig.begin("go");
            Awaitility.await().until(cut::isDone);
            assertThat(cut).isCompletedExceptionally();

            rig.restart();

            assertThat(rig.goOn().get(20, TimeUnit.SECONDS).text()).isEqualTo("done");
            assertThat(rig.told(2).getLast()).startsWith("result: {\"ok\":true,\"text\":\"long long");
            assertThat(big.calls).hasSize(1);
        }
    }
}
