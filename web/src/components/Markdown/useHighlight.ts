import { onWatcherCleanup, shallowRef, watchEffect, type ShallowRef } from 'vue';
import { highlight, type Run } from './highlight.ts';

/** Colours come later, when there is time; what changed in between gets none of the old ones. */
export function useHighlight(
  wanted: () => { readonly text: string; readonly language: string | undefined } | undefined,
): Readonly<ShallowRef<readonly (readonly Run[])[] | undefined>> {
  const lines = shallowRef<readonly (readonly Run[])[]>();
  watchEffect(() => {
    const code = wanted();
    lines.value = undefined;
    if (code?.language === undefined) {
      return;
    }
    let isWanted = true;
    onWatcherCleanup(() => (isWanted = false));
    void highlight(code.text, code.language).then((found) => {
      if (isWanted) {
        lines.value = found;
      }
    });
  });
  return lines;
}
