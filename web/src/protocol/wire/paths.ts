import type { ApprovalId, EventId, RunId, SessionId } from './ids.ts';

/** Where things are. Ids are passed on as they are, percent-encoded: they may hold `:` and `/`. */

const at = encodeURIComponent;

type Value = string | number | boolean | undefined;

function query(values: Readonly<Record<string, Value>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${at(String(value))}`],
  );
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

export const paths = {
  lobby: '/ws',
  /** Without `after` the newest events come; with it, what came after. */
  hud: (session: SessionId, after?: number) => `/ws/${at(session)}${query({ after })}`,
  self: '/api/session',
  browsers: '/api/browsers',
  browser: (id: string) => `/api/browsers/${at(id)}`,
  sessions: (wanted: { q?: string; kind?: string; archived?: boolean; before?: string; limit?: number } = {}) =>
    `/api/sessions${query(wanted)}`,
  session: (session: SessionId) => `/api/sessions/${at(session)}`,
  events: (session: SessionId, wanted: { after?: number; limit?: number } = {}) =>
    `/api/sessions/${at(session)}/events${query(wanted)}`,
  reset: (session: SessionId) => `/api/sessions/${at(session)}/reset`,
  stop: (session: SessionId) => `/api/sessions/${at(session)}/stop`,
  agent: (session: SessionId) => `/api/sessions/${at(session)}/agent`,
  file: (session: SessionId, path: string, lines: { start?: number; end?: number } = {}) =>
    `/api/sessions/${at(session)}/file${query({ path, ...lines })}`,
  download: (session: SessionId, path: string) => `/api/sessions/${at(session)}/file${query({ path, download: 1 })}`,
  /** All of a result of which a `tool_end` shows the beginning. */
  result: (event: EventId) => `/api/events/${at(event)}/result`,
  run: (run: RunId) => `/api/runs/${at(run)}`,
  approvals: (after?: string) => `/api/approvals${query({ after })}`,
  approval: (approval: ApprovalId) => `/api/approvals/${at(approval)}`,
} as const;

/** What a browser offers at a socket in place of a header, which it cannot set. The first one is selected. */
export const subprotocols = (dialect: 'hud' | 'lobby', csrf: string): readonly string[] => [
  `switchboard.${dialect}.v1`,
  `switchboard.session.${csrf}`,
];
