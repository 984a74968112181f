import { onScopeDispose, watch, type Ref } from 'vue';

/** While `active`: a press anywhere but in `inside` is told. */
export function useOutsidePress(inside: Ref<HTMLElement | null>, active: Ref<boolean>, pressed: () => void): void {
  const heard = (event: PointerEvent) => {
    if (!(event.target instanceof Node) || inside.value?.contains(event.target) !== true) {
      pressed();
    }
  };
  const end = () => document.removeEventListener('pointerdown', heard, true);
  watch(active, (now) => (now ? document.addEventListener('pointerdown', heard, true) : end()));
  onScopeDispose(end);
}
