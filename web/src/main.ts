import { createApp } from 'vue';
import App from './App.vue';
import { addressBar } from './browser/addressBar.ts';
import { alone } from './browser/alone.ts';
import { clock } from './browser/clock.ts';
import { nextFrame } from './browser/frames.ts';
import { http } from './browser/http.ts';
import { randomId } from './browser/ids.ts';
import { notifications } from './browser/notifications.ts';
import { onNudge } from './browser/nudges.ts';
import { DiskOutbox } from './browser/outboxStore.ts';
import { registerServiceWorker } from './browser/serviceWorker.ts';
import { BrowserStorage } from './browser/storage.ts';
import { outboxTabs } from './browser/tabs.ts';
import { tabSign } from './browser/tabSign.ts';
import { showTheme } from './browser/theme.ts';
import { onTrouble, whenIdle } from './browser/trouble.ts';
import { visibility } from './browser/visibility.ts';
import { webSocket } from './browser/webSocket.ts';
import { clockKey } from './components/clock.ts';
import { SpareRows } from './protocol/link/spareRows.ts';
import { sessionId, type SessionId } from './protocol/wire/ids.ts';
import { loadAll } from './screens/routes.ts';
import { OWN } from './screens/shell/useShownSession.ts';
import { Announcements } from './state/Announcements.ts';
import { Commands } from './state/Commands.ts';
import { Deletions } from './state/Deletions.ts';
import { Directory } from './state/Directory.ts';
import { Draft } from './state/Draft.ts';
import { FileViews } from './state/FileViews.ts';
import { Gateway } from './state/Gateway.ts';
import { GatewayClock } from './state/GatewayClock.ts';
import { House } from './state/House.ts';
import { Links } from './state/Links.ts';
import { LobbyFeed } from './state/LobbyFeed.ts';
import { Notices } from './state/Notices.ts';
import { Outboxes } from './state/Outboxes.ts';
import { Preferences } from './state/Preferences.ts';
import { Pump } from './state/Pump.ts';
import { Router } from './state/Router.ts';
import { SeenSessions } from './state/SeenSessions.ts';
import { servicesKey } from './state/services.ts';
import { SessionFeed } from './state/SessionFeed.ts';
import { SessionFeeds } from './state/SessionFeeds.ts';
import { SignIn } from './state/SignIn.ts';
import { en } from './strings/en.ts';
import './styles/tokens.css';
import './styles/base.css';

const storage = new BrowserStorage();
const notices = new Notices();
const signIn = new SignIn(http, storage, clock);
const gateway = new Gateway(http, signIn);

const csrf = () => signIn.csrf;
const sockets = { hud: webSocket('hud', csrf), lobby: webSocket('lobby', csrf) };
const links = new Links(sockets, clock, Math.random, signIn);
const pump = new Pump(nextFrame);
const lobby = new LobbyFeed(links, pump, (session) => forgetDraft(session));
const gatewayClock = new GatewayClock(
  clock,
  () => visibility.isHidden() || lobby.connection.value.state !== 'connected',
);

const feeds = new SessionFeeds(
  (session) =>
    new SessionFeed(session, links, pump, clock, storage, {
      connected: (id) => outboxes.connected(id),
      gone: (id) => void forgetUnsent(id),
      lived: (ts) => gatewayClock.lived(ts),
    }),
  clock,
);
const rows = new SpareRows(new DiskOutbox(), () => notices.say(en.notices.notKept));
const outboxes = new Outboxes(rows, alone, feeds, clock, outboxTabs(), randomId);
const commands = new Commands(gateway, outboxes, (why) =>
  notices.say(why.kind === 'refused' ? why.message : en.notices[why.kind]),
);
const deletions = new Deletions(async (session, leaving) => {
  const isGone = await commands.delete(session, leaving);
  // The list is told a moment later.
  clock.after(isGone ? 5_000 : 0, () => deletions.over(session));
});

/** What was being written to a session that is no more, shown here or not. */
function forgetDraft(session: SessionId): void {
  const feed = feeds.find(session);
  if (feed === undefined) {
    new Draft(session, storage, clock).forget();
  } else {
    feed.forgetDraft();
  }
}

async function forgetUnsent(session: SessionId): Promise<void> {
  const count = await outboxes.forget(session);
  if (count > 0) {
    notices.say(en.notices.unsentGone(count));
  }
}

const app = createApp(App);
app.provide(clockKey, gatewayClock);
app.provide(servicesKey, {
  signIn,
  links,
  lobby,
  feeds,
  outboxes,
  commands,
  deletions,
  directory: new Directory(gateway),
  files: new FileViews(gateway),
  house: new House(gateway),
  notices,
  announcements: new Announcements(),
  preferences: new Preferences(storage, showTheme),
  seen: new SeenSessions(storage, clock.now()),
  router: new Router(addressBar),
  clock: gatewayClock,
  notifications,
  tabSign,
  isHidden: visibility.isHidden,
  reload: () => location.reload(),
  place: addressBar.host(),
  newSession: () => sessionId(`${OWN}${randomId()}`),
});

onTrouble({
  wrong: (reason) => {
    console.error(reason);
    notices.say(en.notices.wrong);
  },
  outdated: () => {
    // Without a connection it is merely not there yet.
    if (lobby.connection.value.state === 'connected') {
      notices.offer(en.notices.newVersion, en.common.reload, { acted: () => location.reload() });
    }
  },
});
app.config.errorHandler = (reason) => {
  console.error(reason);
  notices.say(en.notices.wrong);
};

onNudge(() => {
  links.nudge();
  void signIn.tellSignedOut();
});
visibility.onLeave(() => {
  deletions.commitAll();
  feeds.keepDrafts();
});
// A phone may end a page that is hidden without another word.
visibility.onChange(() => feeds.keepDrafts());
addressBar.onHash(() => {
  const code = addressBar.takeCode();
  if (code !== undefined) {
    void signIn.begin(code);
  }
});

lobby.want();
void signIn.begin(addressBar.takeCode());
void outboxes.begin();
app.mount('#app');
// What is kept for later must not hold up what is wanted now.
whenIdle(() => {
  void loadAll().catch(() => {});
  registerServiceWorker((reason) => console.warn('the app will not open offline', reason));
});
