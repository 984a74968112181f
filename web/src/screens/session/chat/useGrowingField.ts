import { nextTick, onMounted, ref, watch, type Ref, type ShallowRef } from 'vue';

/** Higher than one line. */
const ONE_LINE = 60;
/** More than the field ever shows: it is as high as it gets, and measuring so much at each key is slow. */
const SURELY_FULL = 10_000;

/**
 * A field as high as its text. Tells whether that has more than one line: where there is little room the buttons then
 * stand under it.
 */
export function useGrowingField(
  field: Readonly<ShallowRef<HTMLTextAreaElement | null>>,
  text: Readonly<Ref<string>>,
): Readonly<Ref<boolean>> {
  const isTall = ref(false);
  let tallFrom = 0;

  function fit(): void {
    const area = field.value;
    if (area !== null && text.value.length > SURELY_FULL) {
      area.style.blockSize = '100vb';
      decide(true);
    } else if (area !== null) {
      area.style.blockSize = 'auto';
      area.style.blockSize = `${area.scrollHeight}px`;
      decide(area.scrollHeight > ONE_LINE);
    }
  }

  /** It stays so until the text is shorter than when it began: there is more room now, so the lines do not tell. */
  function decide(wraps: boolean): void {
    const { length } = text.value;
    if (isTall.value ? length < tallFrom && !text.value.includes('\n') : wraps && length > 0) {
      isTall.value = !isTall.value;
      tallFrom = length;
      void nextTick(fit);
    }
  }

  onMounted(fit);
  watch(text, () => void nextTick(fit));
  return isTall;
}
