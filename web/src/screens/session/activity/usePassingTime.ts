import { onMounted, onUnmounted, watch, type Ref, type ShallowRef } from 'vue';
import { useClock } from '../../../components/clock.ts';
import type { HudNode } from '../../../protocol/model/node.ts';
import { tickStep } from './ticks.ts';

/**
 * The turn under way is as long as it has taken: bars that run grow by `--turn` alone, which is set on the tree once a
 * frame. While we hear nothing, time stands still.
 */
export function usePassingTime(
  tree: Readonly<ShallowRef<HTMLElement | null>>,
  running: Readonly<Ref<HudNode | undefined>>,
  connected: () => boolean,
): void {
  const clock = useClock();
  let frame = 0;
  let shown = 0;

  function pass(): void {
    const turn = running.value;
    if (turn === undefined || tree.value === null) {
      return;
    }
    const took = Math.max(1, clock.now() - turn.startedAt);
    // All rows are styled anew by this: only when a bar grows by half a pixel or so.
    if (Math.abs(took - shown) > took / 500) {
      shown = took;
      tree.value.style.setProperty('--turn', String(took));
      tree.value.style.setProperty('--tick', String(tickStep(took)));
    }
    frame = connected() ? requestAnimationFrame(pass) : 0;
  }

  watch(
    [running, connected],
    () => {
      cancelAnimationFrame(frame);
      shown = 0;
      pass();
    },
    { flush: 'post' },
  );
  onMounted(pass);
  onUnmounted(() => cancelAnimationFrame(frame));
}
