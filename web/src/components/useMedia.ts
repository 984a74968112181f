import { onScopeDispose, readonly, shallowRef, type Ref } from 'vue';

/** Whether a media query holds, as long as the scope lives. For what a style sheet cannot decide: what is in the page. */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = window.matchMedia(query);
  const holds = shallowRef(list.matches);
  const changed = () => {
    holds.value = list.matches;
  };
  list.addEventListener('change', changed);
  onScopeDispose(() => list.removeEventListener('change', changed));
  return readonly(holds);
}

/** The breakpoints of the shell's grid. */
export const media = {
  phone: '(width < 640px)',
  /** No room for the activity beside the session. */
  narrow: '(width < 1024px)',
} as const;
