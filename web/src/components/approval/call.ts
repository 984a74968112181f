import type { Approvals } from '../../protocol/model/approvals.ts';
import { controlsIn, spelled } from '../../strings/controls.ts';
import { en } from '../../strings/en.ts';

export type Question = Approvals['waiting'][number];
export type ApprovalId = Question['approval_id'];

/** What is asked for, to the letter. */
export interface Call {
  /** A shell's command has a prompt before it. */
  readonly isCommand: boolean;
  readonly lines: readonly string[];
}

/** A command as it is; of anything else its name and its arguments, all of them. */
export function callOf(question: Question): Call {
  const { name, arguments: args } = question.tool_call;
  const { command, ...others } = args;
  if (name === 'exec' && typeof command === 'string' && Object.keys(others).length === 0) {
    return { isCommand: true, lines: command.split('\n') };
  }
  const written = Object.entries(args).flatMap(([field, value]) =>
    typeof value === 'string'
      ? textLines(field, value)
      : JSON.stringify({ [field]: value }, null, 2)
          .split('\n')
          .slice(1, -1),
  );
  return { isCommand: false, lines: [name, ...written] };
}

/** Longer texts keep their lines: so they can be read. */
function textLines(field: string, value: string): readonly string[] {
  const [first = '', ...rest] = value.split('\n');
  return rest.length === 0
    ? [`  ${field}: ${first}`]
    : [`  ${field}:`, ...[first, ...rest].map((line) => `    ${line}`)];
}

/** All of it in one line, for a bar; undefined if it has more lines. */
export function oneLine(call: Call): string | undefined {
  if (call.isCommand) {
    return call.lines.length === 1 ? call.lines[0] : undefined;
  }
  return call.lines.length <= 2 ? call.lines.map((line) => line.trim()).join(' ') : undefined;
}

export function firstWords(call: Call): string {
  return oneLine(call) ?? `${call.lines[0] ?? ''} …`;
}

/** The same as text, where no boxes can be drawn. */
export function spelledWords(call: Call): string {
  return spelled(firstWords(call));
}

/** "11 lines, 2 control characters" */
export function sizeWords(call: Call): string {
  const controls = controlsIn(call.lines.join('\n')).length;
  return [
    ...(call.lines.length > 1 ? [en.approval.lines(call.lines.length)] : []),
    ...(controls > 0 ? [en.approval.controls(controls)] : []),
  ].join(', ');
}

/** Where in it there is something one does not see. */
export function marks(call: Call): readonly string[] {
  return call.lines.flatMap((line, at) => {
    const names = controlsIn(line);
    return names.length === 0 ? [] : [en.approval.markedIn(at + 1, names)];
  });
}

export function wish(question: Question, agent: string): string {
  const { wants } = en.approval;
  switch (question.tool_call.name) {
    case 'exec':
      return wants.run(agent);
    case 'write':
    case 'edit':
    case 'append':
      return wants.change(agent);
    case 'web_fetch':
      return wants.fetch(agent);
    default:
      return wants.use(agent, question.tool_call.name.replace('__', '.'));
  }
}
