import { inject, type InjectionKey } from 'vue';
import type { SessionId } from '../protocol/wire/ids.ts';
import type { Announcements } from './Announcements.ts';
import type { Commands } from './Commands.ts';
import type { Deletions } from './Deletions.ts';
import type { Directory } from './Directory.ts';
import type { FileViews } from './FileViews.ts';
import type { GatewayClock } from './GatewayClock.ts';
import type { House } from './House.ts';
import type { Links } from './Links.ts';
import type { LobbyFeed } from './LobbyFeed.ts';
import type { Notices } from './Notices.ts';
import type { Outboxes } from './Outboxes.ts';
import type { Notifications } from './ports.ts';
import type { Preferences } from './Preferences.ts';
import type { Router } from './Router.ts';
import type { SeenSessions } from './SeenSessions.ts';
import type { SessionFeeds } from './SessionFeeds.ts';
import type { SignIn } from './SignIn.ts';

/** What screens work with: built once in `main.ts`, and anew by each test. */
export interface Services {
  readonly signIn: SignIn;
  readonly links: Links;
  readonly lobby: LobbyFeed;
  readonly feeds: SessionFeeds;
  readonly outboxes: Outboxes;
  readonly commands: Commands;
  readonly deletions: Deletions;
  readonly directory: Directory;
  readonly files: FileViews;
  readonly house: House;
  readonly notices: Notices;
  readonly announcements: Announcements;
  readonly preferences: Preferences;
  readonly seen: SeenSessions;
  readonly router: Router;
  readonly clock: GatewayClock;
  readonly notifications: Notifications;
  /** What the tab shows. */
  readonly tabSign: (title: string, lit: boolean) => void;
  readonly isHidden: () => boolean;
  readonly reload: () => void;
  /** The gateway's address, as one knows it. */
  readonly place: string;
  /** An id nobody has used: the first message makes a chat of it. */
  readonly newSession: () => SessionId;
}

export const servicesKey: InjectionKey<Services> = Symbol('services');

export function useServices(): Services {
  const services = inject(servicesKey);
  if (services === undefined) {
    throw new Error('no services were provided');
  }
  return services;
}
