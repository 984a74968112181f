// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
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

it.each([{ shiftKey: true }, { isComposing: true }, { keyCode: 229 }])(
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

it('does not send what is too long, says so, and keeps it', async () => {
  const text = 'x'.repeat(200_001);
  const { field, sent, find } = composer({ modelValue: text });
  await press(field, 'Enter');
  expect(sent).not.toHaveBeenCalled();
  expect(find('[role=alert]').textContent).toContain('at most 200,000 characters');
  expect(find<HTMLButtonElement>('[aria-label=Send]').disabled).toBe(true);
  expect(field.value).toBe(text);
});

it('does not take in what could never be sent, until something else is written', async () => {
  const { field, find, root } = composer({ modelValue: 'before' });
  const clipboardData = { getData: () => 'x'.repeat(6_000_000) };
  const paste = Object.assign(new Event('paste', { cancelable: true }), { clipboardData });
  field.dispatchEvent(paste);
  await nextTick();
  expect([paste.defaultPrevented, field.value]).toEqual([true, 'before']);
  expect(find('[role=alert]').textContent).toContain('Nothing was put in');
  field.value = 'before it';
  field.dispatchEvent(new Event('input'));
  await nextTick();
  expect(root.querySelector('[role=alert]')).toBeNull();
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
