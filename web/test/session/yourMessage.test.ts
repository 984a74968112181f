// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { Story } from '../../gallery/session/story.ts';
import { entriesOf } from '../../src/protocol/model/conversation.ts';
import YourMessage from '../../src/screens/session/chat/YourMessage.vue';
import { given } from '../components/given.ts';

it('shows what would turn a message around', () => {
  const { talk } = new Story(undefined).turn(1_000_000, 'open \u202egnp.exe');
  const [entry] = entriesOf([], talk.messages, talk.turn, []);
  expect(given(YourMessage, { entry }).find('.bubble').textContent).toBe('open ⟨U+202E⟩gnp.exe');
});
