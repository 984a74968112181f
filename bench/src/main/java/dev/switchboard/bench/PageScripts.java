package dev.switchboard.bench;

/** What the page itself is asked to note: only there is known when something could be seen. */
final class PageScripts {
    /** Begins to note when pictures were made and which tasks held them up. */
    static final String COUNT_FRAMES = """
        () => {
          window.benchFrames?.stop();
          const stamps = [];
          const tasks = [];
          const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((one) => one.duration)));
          observer.observe({ type: 'longtask' });
          let frame = requestAnimationFrame(function tick(now) {
            stamps.push(now);
            frame = requestAnimationFrame(tick);
          });
          window.benchFrames = {
            stop() {
              cancelAnimationFrame(frame);
              observer.disconnect();
              return { intervals: stamps.slice(1).map((now, at) => now - stamps[at]), tasks };
            },
          };
        }\
        """;

    /** Ends it: {@code {intervals, tasks}} in milliseconds. */
    static final String COUNTED = "window.benchFrames.stop()";

    private PageScripts() {}

    /**
     * Waits until the answer that begins so is in view at the end of the conversation, with the activity beside it; scrolls
     * both by a page, and notes when that was drawn.
     */
    static String watchOpening(String answer) {
        return """
            window.benchOpened = new Promise((done) => {
              const inView = (element, room) => {
                const box = element.getBoundingClientRect();
                const at = room.getBoundingClientRect();
                return box.bottom > at.top && box.top < at.bottom;
              };
              const scrollerOf = (element) => {
                let at = element;
                while (at && !(at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY))) {
                  at = at.parentElement;
                }
                return at;
              };
              const rows = (room, what) => [...room.querySelectorAll(what)].filter((row) => inView(row, room)).length;
              let missing = 'a first frame';
              setTimeout(() => done({ missing: `${missing} (the page is ${document.visibilityState})` }), 30_000);
              requestAnimationFrame(function look() {
                const log = document.querySelector('[role=log]');
                const tree = document.querySelector('[role=tree]');
                const last = log && [...log.querySelectorAll('article')].find((one) => one.textContent.includes('%s'));
                const work = tree && scrollerOf(tree);
                missing = !last
                  ? `the last answer among ${log ? log.querySelectorAll('article').length : 'no'} messages`
                  : !inView(last, log)
                    ? 'the last answer in view'
                    : !work || rows(work, '[role=treeitem]') === 0
                      ? 'the activity'
                      : '';
                if (missing !== '') {
                  requestAnimationFrame(look);
                  return;
                }
                const shown = performance.now();
                log.scrollTop -= log.clientHeight;
                work.scrollTop += work.clientHeight;
                requestAnimationFrame(() => requestAnimationFrame(() => {
                  done({
                    shown,
                    scrolled: performance.now(),
                    rows: Math.min(rows(log, '[data-index]'), rows(work, '[role=treeitem]')),
                  });
                }));
              });
            });\
            """.formatted(answer);
    }
}
