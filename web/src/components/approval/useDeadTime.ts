import { onScopeDispose, ref, watch, type Ref } from 'vue';

/** A thumb that was on its way when something came in presses nothing. */
const DEAD = 600;

/** True for a moment after what is asked has changed. */
export function useDeadTime(asked: () => unknown): Readonly<Ref<boolean>> {
  const dead = ref(true);
  let later: ReturnType<typeof setTimeout> | undefined;
  watch(
    asked,
    () => {
      dead.value = true;
      clearTimeout(later);
      later = setTimeout(() => (dead.value = false), DEAD);
    },
    { immediate: true, flush: 'sync' },
  );
  onScopeDispose(() => clearTimeout(later));
  return dead;
}
