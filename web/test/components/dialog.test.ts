// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { h, nextTick, ref } from 'vue';
import Dialog from '../../src/components/Dialog.vue';
import { mounted } from './mounted.ts';

let end: () => void = () => {};
afterEach(() => end());

it('is opened and closed by its owner, and says what was pressed', async () => {
  const open = ref(false);
  const told: string[] = [];
  const page = mounted(() =>
    h(
      Dialog,
      {
        open: open.value,
        title: 'Reset?',
        verb: 'Reset',
        onConfirmed: () => told.push('confirmed'),
        onCancelled: () => told.push('cancelled'),
      },
      () => 'All is gone.',
    ),
  );
  end = page.end;

  const dialog = page.host.querySelector('dialog');
  expect(dialog?.open).toBe(false);
  open.value = true;
  await nextTick();
  expect(dialog?.open).toBe(true);
  const [cancel, verb] = page.host.querySelectorAll('button');
  expect(cancel?.hasAttribute('autofocus')).toBe(true);
  cancel?.click();
  dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
  verb?.click();
  expect(told).toEqual(['cancelled', 'cancelled', 'confirmed']);
  open.value = false;
  await nextTick();
  expect(dialog?.open).toBe(false);
});
