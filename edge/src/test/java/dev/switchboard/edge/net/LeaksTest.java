package dev.switchboard.edge.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Whoever relies on an alarm should have heard it once. */
@Isolated("others would hear its alarm")
class LeaksTest extends ServerTest {

    @Test
    void aLostBufferIsReported() {
        lose();

        var reports = new ArrayList<String>();
        await().until(() -> {
            System.gc();
            PooledByteBufAllocator.DEFAULT.directBuffer(1).release();
            reports.addAll(Leaks.reports());
            return !reports.isEmpty();
        });
        assertThat(reports.getFirst()).contains("ByteBuf");
    }

    private static void lose() {
        PooledByteBufAllocator.DEFAULT.directBuffer(16).writeByte(1);
    }
}
