import type { HudNode } from '../../../../protocol/model/node.ts';
import type { Args, FileMeta, ToolResult } from '../../../../protocol/wire/activity.ts';
import { textOf } from '../../../../protocol/wire/frame.ts';
import { en } from '../../../../strings/en.ts';

/** What a row can be looked at as: formatted JSON always, and better where the shape allows it. */
export type View =
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly path: string;
      readonly text: string;
      readonly from: number;
    }
  | {
      readonly kind: 'diff';
      readonly name: string;
      readonly path: string;
      readonly old: string;
      readonly new: string;
      readonly from: number;
    }
  | {
      readonly kind: 'output';
      readonly name: string;
      readonly command: string;
      readonly text: string;
      readonly paths: readonly FileMeta[];
    }
  | { readonly kind: 'text'; readonly name: string; readonly text: string; readonly link: string | undefined }
  | { readonly kind: 'mcp'; readonly name: string; readonly parts: readonly McpPart[] }
  | { readonly kind: 'json'; readonly name: string; readonly value: unknown };

export type McpPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly address: string }
  | { readonly kind: 'image'; readonly type: string; readonly base64: string }
  | { readonly kind: 'other'; readonly value: unknown };

/** The whole of a result that came capped, once it was asked for. */
export type Whole =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'here'; readonly result: ToolResult };

export function canOpen(node: HudNode): boolean {
  switch (node.type) {
    case 'tool':
      return true;
    case 'think':
      return node.text !== undefined && node.text !== '';
    case 'approval':
      return node.args !== undefined;
    default:
      return false;
  }
}

/** @param result the whole one, if it was loaded */
export function viewsOf(node: HudNode, result: ToolResult | undefined): readonly View[] {
  if (node.type === 'think') {
    return [{ kind: 'text', name: en.opened.thought, text: node.text ?? '', link: undefined }];
  }
  const args: readonly View[] =
    node.args === undefined ? [] : [{ kind: 'json', name: en.opened.arguments, value: node.args }];
  if (result === undefined) {
    return args;
  }
  const best = bestView(node.tool ?? '', node.args, result);
  const raw =
    best?.kind === 'mcp' ? { name: en.opened.raw, value: result.raw } : { name: en.opened.result, value: result };
  return [...(best === undefined ? [] : [best]), ...args, { kind: 'json', ...raw }];
}

function bestView(tool: string, args: Args | undefined, result: ToolResult): View | undefined {
  const path = result.file?.viewerPath ?? textOf(args, 'path');
  const from = result.area?.startLine ?? 1;
  switch (tool) {
    case 'read':
      return result.text === undefined
        ? undefined
        : { kind: 'file', name: en.opened.file, path, text: result.text, from };
    case 'write':
    case 'append':
      return args === undefined || !result.ok
        ? undefined
        : { kind: 'file', name: en.opened.file, path, text: textOf(args, 'content'), from };
    case 'edit':
      return args === undefined || !result.ok
        ? undefined
        : { kind: 'diff', name: en.opened.diff, path, old: textOf(args, 'old'), new: textOf(args, 'new'), from };
    case 'exec': {
      const text = result.stdout ?? result.error ?? '';
      const command = textOf(args, 'command');
      return { kind: 'output', name: en.opened.output, command, text, paths: result.mentionedPaths ?? [] };
    }
    default: {
      const parts = partsIn(result.raw);
      if (parts !== undefined) {
        return { kind: 'mcp', name: en.opened.result, parts };
      }
      return result.text === undefined
        ? undefined
        : { kind: 'text', name: en.opened.text, text: result.text, link: result.url };
    }
  }
}

/** The parts of what an MCP server answered; undefined if it is no such answer. */
function partsIn(raw: unknown): readonly McpPart[] | undefined {
  if (typeof raw !== 'object' || raw === null || !('content' in raw) || !Array.isArray(raw.content)) {
    return undefined;
  }
  const parts: readonly unknown[] = raw.content;
  return parts.map(partOf);
}

function partOf(part: unknown): McpPart {
  switch (textOf(part, 'type')) {
    case 'text':
      return { kind: 'text', text: textOf(part, 'text') };
    case 'resource_link':
      return { kind: 'link', address: textOf(part, 'uri') };
    case 'image':
      return { kind: 'image', type: textOf(part, 'mimeType'), base64: textOf(part, 'data') };
    default:
      return { kind: 'other', value: part };
  }
}

/** What a copy button takes. */
export function textOfView(view: View): string {
  switch (view.kind) {
    case 'file':
    case 'output':
    case 'text':
      return view.text;
    case 'diff':
      return [
        ...view.old.split('\n').map((line) => `-${line}`),
        ...view.new.split('\n').map((line) => `+${line}`),
      ].join('\n');
    case 'mcp':
      return view.parts
        .map((part) => (part.kind === 'text' ? part.text : part.kind === 'link' ? part.address : ''))
        .join('\n');
    case 'json':
      return JSON.stringify(view.value, null, 2);
  }
}

/** The server of a tool named `server__tool`. */
export function serverOf(tool: string | undefined): string | undefined {
  const end = tool?.indexOf('__') ?? -1;
  return end > 0 ? tool?.slice(0, end) : undefined;
}
