package dev.switchboard.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@link WebLoad} printed: of a name as many values as it was measured. */
final class WebFigures {
    private static final double KB = 1_000;
    private static final double MB = 1_000_000;

    private final Map<String, List<Double>> figures = new HashMap<>();

    WebFigures(String printed) {
        printed.lines().map(Child::words).filter(words -> words.size() == 2).forEach(words -> figures.computeIfAbsent(
                        words.get(0), _ -> new ArrayList<>())
                .add(Double.parseDouble(words.get(1))));
    }

    void tell(Report report) {
        firstLoad(report);
        opening(report);
        streaming(report);
        staying(report);
    }

    private void firstLoad(Report report) {
        double usable = one("first_load_bytes");
        double rest = one("first_rest_bytes");
        report.say(
                "over the wire until one can talk: %.1f KB, headers and all; with what is loaded ahead and kept for"
                        + " later: %.1f KB",
                usable / KB, rest / KB);
        report.row(
                "first load, compressed",
                "<= 250 KB",
                "%.0f KB (%.0f with all that is kept)".formatted(usable / KB, rest / KB),
                usable <= 250 * KB);
    }

    private void opening(Report report) {
        var scrolled = all("open_scrolled_ms");
        report.say("10,000 events: last message and activity in view after %s ms", rounded("open_shown_ms"));
        report.say("10,000 events: both scrolled by a page after %s ms", rounded("open_scrolled_ms"));
        report.say(
                "10,000 events: the page's thread worked %s ms of the processor's time for it",
                rounded("open_work_ms"));
        report.row(
                "10,000 events opened and scrolled",
                "< 1,000 ms",
                "best %.0f ms, median %.0f (%.0f of the page's own work)"
                        .formatted(Collections.min(scrolled), median(scrolled), median(all("open_work_ms"))),
                Collections.min(scrolled) < 1_000);
    }

    private void streaming(Report report) {
        report.say(
                "a page where nothing happens: %.1f frames a second at the median, the longest %.0f ms",
                1_000 / one("idle_median_frame_ms"), one("idle_longest_frame_ms"));
        var longest = all("stream_longest_frame_ms");
        int best = longest.indexOf(Collections.min(longest));
        for (int i = 0; i < longest.size(); i++) {
            report.say(
                    "%.0f deltas in %d s: %.1f frames a second at the median, %.0f frames, p99 %.0f ms, the longest"
                            + " %.0f ms; %.0f tasks over 50 ms, the longest %.0f ms",
                    all("stream_deltas").get(i),
                    TalkingModel.SECONDS,
                    1_000 / all("stream_median_frame_ms").get(i),
                    all("stream_frames").get(i),
                    all("stream_p99_frame_ms").get(i),
                    longest.get(i),
                    all("stream_long_tasks").get(i),
                    all("stream_longest_task_ms").get(i));
            report.say(
                    "  the page's thread worked %.1f ms of the processor's time a frame: script %.1f, style %.1f,"
                            + " layout %.1f",
                    perFrame("stream_TaskDuration", i),
                    perFrame("stream_ScriptDuration", i),
                    perFrame("stream_RecalcStyleDuration", i),
                    perFrame("stream_LayoutDuration", i));
        }
        double rate = 1_000 / all("stream_median_frame_ms").get(best);
        report.row(
                "%d deltas a second, frames a second at the median".formatted(TalkingModel.DELTAS_PER_SECOND),
                ">= 50",
                "%.0f".formatted(rate),
                rate >= 50);
        report.row(
                "%d deltas a second, the longest frame".formatted(TalkingModel.DELTAS_PER_SECOND),
                "<= 100 ms",
                "best of %d: %.0f ms, median %.0f".formatted(longest.size(), longest.get(best), median(longest)),
                longest.get(best) <= 100);
    }

    private void staying(Report report) {
        var heap = all("heap_bytes");
        for (int i = 0; i < heap.size(); i++) {
            report.say(
                    "after %d turns: %.1f MB of heap, %.0f nodes",
                    WebLoad.TURNS[i], heap.get(i) / MB, all("nodes").get(i));
        }
        double last = heap.getLast();
        double before = heap.get(heap.size() - 2);
        report.row(
                "heap of the page after %d turns".formatted(WebLoad.TURNS[heap.size() - 1]),
                "<= 1.1 x %.1f MB after %d".formatted(before / MB, WebLoad.TURNS[heap.size() - 2]),
                "%.1f MB".formatted(last / MB),
                last <= 1.1 * before);
    }

    private double perFrame(String name, int stream) {
        return all(name).get(stream) / all("stream_frames").get(stream);
    }

    private double one(String name) {
        return all(name).getFirst();
    }

    private List<Double> all(String name) {
        var values = figures.get(name);
        if (values == null) {
            throw new MeasureException("the browser's process did not print " + name);
        }
        return values;
    }

    private String rounded(String name) {
        return all(name).stream()
                .map(value -> String.format(Locale.ROOT, "%.0f", value))
                .collect(Collectors.joining(", "));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
