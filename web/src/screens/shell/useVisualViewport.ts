import { onScopeDispose, shallowRef, type Ref } from 'vue';

/** Less than this is a bar of the browser, not a keyboard. */
const LEAST_KEYBOARD = 120;

/**
 * Keeps `--keyboard` (its height) and `--viewport-top` (how far the browser pushed the page up for it) on the document,
 * so that the page ends where the keyboard begins. Tells whether one is up.
 */
export function useVisualViewport(): Readonly<Ref<boolean>> {
  const up = shallowRef(false);
  const viewport = window.visualViewport;
  const root = document.documentElement;
  const measured = () => {
    if (viewport === null || viewport.scale > 1.01) {
      return; // who zooms in wants to look, not to have the page laid out anew
    }
    const keyboard = Math.max(0, Math.round(root.clientHeight - viewport.height));
    root.style.setProperty('--keyboard', `${keyboard}px`);
    root.style.setProperty('--viewport-top', `${Math.round(viewport.offsetTop)}px`);
    up.value = keyboard > LEAST_KEYBOARD;
  };
  viewport?.addEventListener('resize', measured);
  viewport?.addEventListener('scroll', measured);
  measured();
  onScopeDispose(() => {
    viewport?.removeEventListener('resize', measured);
    viewport?.removeEventListener('scroll', measured);
  });
  return up;
}
