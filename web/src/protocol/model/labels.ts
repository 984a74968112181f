import type { Args, FileArea, ToolResult } from '../wire/activity.ts';
import { textOf } from '../wire/frame.ts';

/** What a call is about, in the words of the seed's table, both L's included. An icon is no part of it. */
export function callLabel(tool: string, args?: Args, result?: ToolResult): string {
  switch (tool) {
    case 'read':
      return pathOf(args, result) + lines(result?.area ?? askedLines(args));
    case 'write':
      return `${pathOf(args, result)} (overwrite)`;
    case 'edit':
    case 'append':
      return pathOf(args, result) + lines(result?.area);
    case 'exec':
      return textOf(args, 'command') || tool;
    case 'web_fetch':
      return textOf(args, 'url') || result?.url || tool;
    case 'web_search':
      return textOf(args, 'query') || tool;
    default:
      return result?.summary ? `${dotted(tool)}: ${result.summary}` : dotted(tool);
  }
}

function pathOf(args?: Args, result?: ToolResult): string {
  return textOf(args, 'path') || result?.file?.path || '';
}

function lines(area?: FileArea): string {
  return area === undefined ? '' : `:L${area.startLine}–L${area.endLine}`;
}

/** What is to be read, before it is known what was there. */
function askedLines(args?: Args): FileArea | undefined {
  const start = numberOf(args, 'offset') ?? 1;
  const limit = numberOf(args, 'limit');
  return limit === undefined ? undefined : { startLine: start, endLine: start + limit - 1 };
}

function numberOf(args: Args | undefined, field: string): number | undefined {
  const value = args?.[field];
  return typeof value === 'number' ? value : undefined;
}

/** A tool of an MCP server is named `server__tool`. */
function dotted(tool: string): string {
  return tool.replace('__', '.');
}
