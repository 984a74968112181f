import type { Glyph } from '../../components/StateGlyph.vue';
import type { IconName } from '../../components/icons.ts';
import type { HudNode } from '../../protocol/model/node.ts';
import { en } from '../../strings/en.ts';

/** How one thing that goes on or went on is drawn, in the chat and in the activity alike. */

const toolIcons: Readonly<Record<string, IconName>> = {
  read: 'eye',
  write: 'pencil',
  edit: 'pencil',
  append: 'pencil',
  exec: 'bolt',
  web_fetch: 'globe',
  web_search: 'search',
};

export function iconOf(node: HudNode): IconName {
  switch (node.type) {
    case 'turn':
      return 'chat';
    case 'tool':
      return toolIcons[node.tool ?? ''] ?? 'link';
    case 'think':
    case 'model':
      return 'thinking';
    case 'approval':
      return 'hourglass';
    case 'stage':
      return 'wave';
    case 'received':
      return 'received';
  }
}

/** While we are offline nobody knows whether it still runs. */
export function glyphOf(node: HudNode, connected = true): Glyph {
  switch (node.state) {
    case 'running':
      return node.type === 'approval' ? 'needsYou' : connected ? 'running' : 'waiting';
    case 'error':
      return node.type === 'approval' ? 'event' : 'failed';
    case 'aborted':
      return 'stopped';
    case 'done':
      return node.type === 'tool' || node.type === 'think' || node.type === 'turn' || node.type === 'stage'
        ? 'ok'
        : 'event';
  }
}

/** What a machine said or will run is mono; our own words are not. */
export function isMachine(node: HudNode): boolean {
  return node.type === 'tool' || node.type === 'approval';
}

export interface LabelParts {
  /** Gives way first. */
  readonly folder: string;
  readonly rest: string;
}

const withPath = new Set(['read', 'write', 'edit', 'append']);

export function labelParts(node: HudNode): LabelParts {
  if (node.type === 'approval') {
    return { folder: '', rest: node.state === 'running' ? en.activity.waitingForYou : en.activity.waitedForYou };
  }
  if (!withPath.has(node.tool ?? '')) {
    return { folder: '', rest: oneLine(node.label) };
  }
  const end = node.label.lastIndexOf('/') + 1;
  return { folder: node.label.slice(0, end), rest: node.label.slice(end) };
}

export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ⏎ ');
}

/** What came of it, in a word or two. */
export function outcomeOf(node: HudNode): string {
  const { result } = node;
  if (node.state === 'aborted') {
    return en.activity.stopped;
  }
  if (result === undefined || node.state !== 'error') {
    return result?.ok === true && result.summary !== undefined && result.summary.length <= 24 ? result.summary : '';
  }
  return result.exitCode === undefined ? en.activity.failed : en.session.exit(result.exitCode);
}
