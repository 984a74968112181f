import { computed, type ComputedRef } from 'vue';
import { useClock } from '../../../components/clock.ts';
import type { HudNode } from '../../../protocol/model/node.ts';

/** How long a turn took, or has taken so far: then once a second. */
export function useTurnTime(turn: () => HudNode): ComputedRef<number> {
  const { second } = useClock();
  return computed(() => {
    const { durationMs, startedAt } = turn();
    return Math.max(1, durationMs ?? second.value - startedAt);
  });
}
