import { onMounted, onUnmounted, ref, type Ref, type ShallowRef } from 'vue';

/** Nearer than this is the end. */
const NEAR = 40;

export interface FollowEnd {
  /** Whether the end is kept in view; it ends when the reader scrolls up, and begins again at the end. */
  readonly following: Readonly<Ref<boolean>>;
  toEnd(): void;
  /** For whoever has to keep the place of what is read. */
  write(offset: number): void;
}

/**
 * The one owner of a scroll position: nobody else writes scrollTop.
 *
 * @param begin where to begin; undefined at the end
 */
export function useFollowEnd(
  scroller: Readonly<ShallowRef<HTMLElement | null>>,
  content: Readonly<ShallowRef<HTMLElement | null>>,
  begin: () => number | undefined,
): FollowEnd {
  const following = ref(true);
  let last = 0;

  function write(offset: number): void {
    if (scroller.value !== null) {
      scroller.value.scrollTop = offset;
      last = scroller.value.scrollTop;
    }
  }

  function toEnd(): void {
    following.value = true;
    write(scroller.value?.scrollHeight ?? 0);
  }

  function scrolled(): void {
    const at = scroller.value;
    if (at === null) {
      return;
    }
    const isNear = at.scrollHeight - at.clientHeight - at.scrollTop < NEAR;
    // What grows below leaves the reader where the end was: only who goes up leaves it.
    following.value = isNear || (following.value && at.scrollTop >= last);
    last = at.scrollTop;
  }

  const grown = new ResizeObserver(() => {
    if (following.value) {
      write(scroller.value?.scrollHeight ?? 0);
    }
  });

  onMounted(() => {
    scroller.value?.addEventListener('scroll', scrolled, { passive: true });
    for (const element of [scroller.value, content.value]) {
      if (element !== null) {
        grown.observe(element);
      }
    }
    const first = begin();
    if (first === undefined) {
      toEnd();
    } else {
      following.value = false;
      write(first);
    }
  });
  onUnmounted(() => {
    scroller.value?.removeEventListener('scroll', scrolled);
    grown.disconnect();
  });

  return { following, toEnd, write };
}
