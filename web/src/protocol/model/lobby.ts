import { absurd } from '../wire/frame.ts';
import type { SessionId } from '../wire/ids.ts';
import type {
  Agent,
  AgentChanged,
  Device,
  DeviceChanged,
  FromLobby,
  SessionChanged,
  SessionLine,
  SessionRemoved,
} from '../wire/lobby.ts';
import { asked, noApprovals, replaced, resolved, type Approvals } from './approvals.ts';

export interface Lobby {
  /** False until the gateway has told what there is: an empty list then is one that has not come. */
  readonly told: boolean;
  readonly version: string | undefined;
  readonly sessions: readonly SessionLine[];
  readonly approvals: Approvals;
  readonly agents: readonly Agent[];
  readonly devices: readonly Device[];
}

export const noLobby: Lobby = {
  told: false,
  version: undefined,
  sessions: [],
  approvals: noApprovals,
  agents: [],
  devices: [],
};

export function apply(lobby: Lobby, frame: FromLobby): Lobby {
  switch (frame.type) {
    case 'connected':
      return { ...lobby, version: frame.version };
    case 'sessions':
      // Replaces, never merges: what is not in it may be gone since.
      return {
        ...lobby,
        told: true,
        sessions: frame.sessions,
        approvals: replaced(lobby.approvals, frame.approvals),
        agents: frame.agents,
        devices: frame.devices,
      };
    case 'session':
      return { ...lobby, sessions: withSession(lobby.sessions, frame) };
    case 'approval': {
      const { type: _, ...question } = frame;
      return { ...lobby, approvals: asked(lobby.approvals, question) };
    }
    case 'approval_resolved':
      return { ...lobby, approvals: resolved(lobby.approvals, frame) };
    case 'agent':
      return { ...lobby, agents: withAgent(lobby.agents, frame) };
    case 'device':
      return { ...lobby, devices: withDevice(lobby.devices, frame) };
    case 'error': // whoever asked for it
    case 'pong':
      return lobby;
    default:
      return absurd(frame);
  }
}

function withSession(sessions: readonly SessionLine[], frame: SessionChanged | SessionRemoved): readonly SessionLine[] {
  const others = sessions.filter((session) => session.session_id !== frame.session_id);
  if (frame.removed === true) {
    return others;
  }
  const { type: _type, removed: _removed, ...session } = frame;
  return [session, ...others];
}

function withAgent(agents: readonly Agent[], frame: AgentChanged): readonly Agent[] {
  const { type: _, ...agent } = frame;
  const at = agents.findIndex((one) => one.agent_id === agent.agent_id);
  return at < 0 ? [...agents, agent] : agents.with(at, agent);
}

function withDevice(devices: readonly Device[], frame: DeviceChanged): readonly Device[] {
  const others = devices.filter((one) => one.channel_id !== frame.channel_id || one.peer_id !== frame.peer_id);
  if (frame.removed === true) {
    return others;
  }
  const { type: _type, removed: _removed, ...device } = frame;
  return [device, ...others];
}

/** The list as it is shown. */
export interface SessionGroups {
  readonly needsYou: readonly SessionLine[];
  readonly running: readonly SessionLine[];
  readonly pinned: readonly SessionLine[];
  /** The newest day first. */
  readonly days: readonly Day[];
  readonly terminals: readonly SessionLine[];
}

export interface Day {
  /** Its beginning, where the reader is, in milliseconds since 1970. */
  readonly start: number;
  readonly sessions: readonly SessionLine[];
}

/** Each session once, in the first group it fits; within a group by their last event, the newest first. */
export function groupsOf(lobby: Lobby): SessionGroups {
  const asking = new Set<SessionId>(lobby.approvals.waiting.map((question) => question.session_id));
  const needsYou: SessionLine[] = [];
  const running: SessionLine[] = [];
  const pinned: SessionLine[] = [];
  const terminals: SessionLine[] = [];
  const days = new Map<number, SessionLine[]>();
  for (const session of lobby.sessions.toSorted(newestFirst)) {
    if (session.archived) {
      continue;
    }
    if (session.state === 'WAITING_APPROVAL' || asking.has(session.session_id)) {
      needsYou.push(session);
    } else if (session.kind === 'terminal') {
      terminals.push(session);
    } else if (session.state === 'AGENT_RUNNING') {
      running.push(session);
    } else if (session.pinned) {
      pinned.push(session);
    } else {
      const start = dayOf(session.last_event_at);
      days.set(start, [...(days.get(start) ?? []), session]);
    }
  }
  return {
    needsYou,
    running,
    pinned,
    days: [...days].map(([start, sessions]) => ({ start, sessions })),
    terminals,
  };
}

function newestFirst(a: SessionLine, b: SessionLine): number {
  return Date.parse(b.last_event_at) - Date.parse(a.last_event_at);
}

/** Of the reader's own time zone. */
export function dayOf(time: string): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

/** A chat of a page that began with the choice of an agent is called by its id: that is no name for people. */
export function hasName({ name, session_id, channel }: SessionLine): boolean {
  return name !== session_id || (channel !== undefined && channel !== 'web');
}

/** For a field above the list: those whose name has all words, in any order. What was said is searched by the gateway. */
export function named(sessions: readonly SessionLine[], words: string): readonly SessionLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter((session) => {
    const name = session.name.toLowerCase();
    return wanted.every((word) => name.includes(word));
  });
}
