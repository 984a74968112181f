package dev.switchboard.cli.device;

import dev.switchboard.client.Notice;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was said about which approval: a gateway says it again after each new connection. Thread: one. */
final class Waits {
    private static final int MOST = 256;

    private final Map<String, String> said = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };

    boolean isNews(Notice.Word word) {
        return word.approvalId() == null || !word.code().equals(said.put(word.approvalId(), word.code()));
    }
}
