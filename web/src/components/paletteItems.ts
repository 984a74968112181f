import type { IconName } from './icons.ts';
import type { Glyph } from './StateGlyph.vue';

/** Something that can be found and opened. What waits for an answer is opened too, never answered. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconName;
  readonly glyph?: Glyph;
  /** The label is what a machine will run. */
  readonly mono?: true;
  readonly keys?: readonly string[];
  /** Stays whatever is looked for, like "New chat". */
  readonly always?: true;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

/** So many of a group are shown; who looks for more writes more. */
const MOST = 30;

/** What has all the words, in its label or its hint; empty groups are left out. */
export function found(groups: readonly PaletteGroup[], query: string): readonly PaletteGroup[] {
  const words = wordsOf(query);
  return groups
    .map(({ name, items }) => ({ name, items: fitting(items, words).slice(0, MOST) }))
    .filter(({ items }) => items.length > 0);
}

/** What merely stays comes last: Enter opens what was looked for. */
function fitting(items: readonly PaletteItem[], words: readonly string[]): readonly PaletteItem[] {
  return [
    ...items.filter((item) => fits(item, words)),
    ...items.filter((item) => item.always === true && !fits(item, words)),
  ];
}

function fits(item: PaletteItem, words: readonly string[]): boolean {
  const text = `${item.label} ${item.hint ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export interface Mark {
  readonly text: string;
  readonly found: boolean;
}

/** The text cut where the words are. */
export function marks(text: string, query: string): readonly Mark[] {
  const lower = text.toLowerCase();
  const words = wordsOf(query);
  if (words.length === 0 || lower.length !== text.length) {
    return [{ text, found: false }];
  }
  const pieces: Mark[] = [];
  let from = 0;
  while (from < text.length) {
    const next = nearest(lower, words, from);
    if (next === undefined) {
      break;
    }
    if (next.at > from) {
      pieces.push({ text: text.slice(from, next.at), found: false });
    }
    pieces.push({ text: text.slice(next.at, next.end), found: true });
    from = next.end;
  }
  return from < text.length ? [...pieces, { text: text.slice(from), found: false }] : pieces;
}

function nearest(text: string, words: readonly string[], from: number): { at: number; end: number } | undefined {
  return words
    .map((word) => ({ at: text.indexOf(word, from), length: word.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.length - a.length)
    .map(({ at, length }) => ({ at, end: at + length }))[0];
}

function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}
