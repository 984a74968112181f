// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import Composer from '../../src/screens/session/chat/Composer.vue';
import { given, press } from '../components/given.ts';

function composer(facts: Record<string, unknown> = {}) {
  const sent = vi.fn<(text: string) => void>();
  const page = given(Composer, {
    agent: 'titan',
    modelValue: '',
    'onUpdate:modelValue': (text: string) => void page.give({ modelValue: text }),
    onSent: sent,
    ...facts,
  });
  const field = page.find<HTMLTextAreaElement>('textarea');
  return { ...page, sent, field };
}

it('sends with Enter, and is empty then', async () => {
  const { field, sent } = composer({ modelValue: ' hello\nworld ' });
  await press(field, 'Enter');
  expect(sent.mock.calls).toEqual([['hello\nworld']]);
  expect(field.value).toBe('');
});

it.each([{ shiftKey: true }, { isComposing: true }])(
  'breaks the line or chooses a word with Enter and %o',
  async (how) => {
    const { field, sent } = composer({ modelValue: 'hello' });
    const event = await press(field, 'Enter', how);
    expect(event.defaultPrevented).toBe(false);
    expect(sent).not.toHaveBeenCalled();
  },
);

it('sends nothing that is empty', async () => {
  const { field, sent, find } = composer({ modelValue: '  \n ' });
  await press(field, 'Enter');
  expect(sent).not.toHaveBeenCalled();
  expect(find<HTMLButtonElement>('[aria-label=Send]').disabled).toBe(true);
});

it('takes the last message with ↑, if nothing is written', async () => {
  const { field } = composer({ lastText: 'do it' });
  await press(field, 'ArrowUp');
  expect(field.value).toBe('do it');
});

it('leaves ↑ to the text that is there', async () => {
  const { field } = composer({ modelValue: 'x', lastText: 'do it' });
  const event = await press(field, 'ArrowUp');
  expect(event.defaultPrevented).toBe(false);
  expect(field.value).toBe('x');
});

it('can be stopped while the agent works and we are connected', async () => {
  const { root, give } = composer({ running: true });
  expect(root.querySelector('[aria-label=Stop]')).not.toBeNull();
  expect(root.textContent).toContain('steers');
  await give({ connected: false });
  expect(root.querySelector('[aria-label=Stop]')).toBeNull();
  expect(root.textContent).toContain('waits here');
});
