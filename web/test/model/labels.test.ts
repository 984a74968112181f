import { describe, expect, it } from 'vitest';
import { callLabel } from '../../src/protocol/model/labels.ts';

const area = (startLine: number, endLine: number) => ({ ok: true, area: { startLine, endLine } });

describe('labels are the seed’s, both L’s included', () => {
  it.each([
    ['read', { path: 'a.md', offset: 10, limit: 3 }, area(10, 12), 'a.md:L10–L12'],
    ['read', { path: 'a.md' }, area(1, 50), 'a.md:L1–L50'],
    ['read', { path: 'empty' }, { ok: true }, 'empty'],
    ['write', { path: 'a.md', operation: 'write' }, area(1, 3), 'a.md (overwrite)'],
    ['edit', { path: 'a.md', operation: 'edit' }, area(22, 28), 'a.md:L22–L28'],
    ['append', { path: 'a.md', operation: 'append' }, area(180, 195), 'a.md:L180–L195'],
    ['exec', { command: 'wc -l a.md' }, { ok: true }, 'wc -l a.md'],
    ['web_fetch', { url: 'https://example.org/' }, { ok: true }, 'https://example.org/'],
    ['web_search', { query: 'switchboards' }, { ok: true }, 'switchboards'],
    ['terminal_read', {}, { ok: true, summary: '24 lines of s-1' }, 'terminal_read: 24 lines of s-1'],
    ['calendar__today', {}, { ok: true, raw: {} }, 'calendar.today'],
  ])('%s %j', (tool, args, result, label) => {
    expect(callLabel(tool, args, result)).toBe(label);
  });

  it('say what is asked for before a read is over, and of an edit only where', () => {
    expect(callLabel('read', { path: 'a', offset: 10, limit: 41 })).toBe('a:L10–L50');
    expect(callLabel('edit', { path: 'a' })).toBe('a');
  });

  it('name the file all the same when the beginning was not shown', () => {
    expect(callLabel('read', undefined, { ...area(1, 2), file: { path: 'a', viewerPath: 'a' } })).toBe('a:L1–L2');
  });

  it('survive arguments that are not what they should be', () => {
    expect(callLabel('exec', { command: 42 })).toBe('exec');
    expect(callLabel('read', { path: ['a'], limit: 'many' })).toBe('');
  });
});
