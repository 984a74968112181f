import { describe, expect, it } from 'vitest';
import { sessionId } from '../../src/protocol/wire/ids.ts';
import { Deletions } from '../../src/state/Deletions.ts';
import { Notices } from '../../src/state/Notices.ts';

const garden = sessionId('garden');

function room() {
  const sent: string[] = [];
  const deletions = new Deletions((session, leaving) => sent.push(`${session}${leaving ? ' while leaving' : ''}`));
  const notices = new Notices();
  const remove = () => {
    deletions.begin(garden);
    notices.offer('gone', 'Undo', { acted: () => deletions.undo(garden), gone: () => deletions.commit(garden) });
    return notices.shown.value.at(-1)?.id ?? '';
  };
  return { sent, deletions, notices, remove };
}

describe('deleting a session', () => {
  it('hides it at once and sends it when its notice has gone', () => {
    const { sent, deletions, notices, remove } = room();
    const notice = remove();
    expect(deletions.pending.value.has(garden)).toBe(true);
    expect(sent).toEqual([]);
    notices.gone(notice);
    expect(sent).toEqual(['garden']);
    expect(deletions.pending.value.has(garden)).toBe(true);
  });

  it('sends nothing after Undo, and shows it again', () => {
    const { sent, deletions, notices, remove } = room();
    const notice = remove();
    notices.acted(notice);
    notices.gone(notice);
    deletions.commitAll();
    expect([sent, deletions.pending.value.size]).toEqual([[], 0]);
  });

  it('is sent when the page is left, once', () => {
    const { sent, deletions, notices, remove } = room();
    const notice = remove();
    deletions.commitAll();
    notices.gone(notice);
    expect(sent).toEqual(['garden while leaving']);
  });

  it('is there again if the gateway would not, and can be tried once more', () => {
    const { sent, deletions, notices, remove } = room();
    notices.gone(remove());
    deletions.over(garden);
    expect(deletions.pending.value.size).toBe(0);
    notices.gone(remove());
    expect(sent).toEqual(['garden', 'garden']);
  });
});
