/* global FILES, VERSION: the build writes both in front of this. */

// Keeps the app itself, so that it opens without a connection and says so. Nothing of what the gateway knows is kept
// here: /api and /ws never come this way.
const NAME = `app ${VERSION}`;
const INDEX = '/';
/** One that hangs is not waited for any longer: the app opens, and says that it is offline. */
const PATIENCE = 3_000;

self.addEventListener('install', (event) => {
  // Chromium loses about every second request of a page that is being left if it has to pass by the worker first.
  event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' });
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([INDEX, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) {
    return;
  }
  if (request.mode === 'navigate' && (pathname === INDEX || pathname.startsWith('/session/'))) {
    event.respondWith(newestIndex(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(request));
  }
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.path));
});

/**
 * The gateway's own, as long as there is one that answers; a proxy that has lost it answers with 502 or the like. An
 * address that it cannot read (400) or does not have (404) is the app's to explain.
 */
async function newestIndex(request) {
  const index = await caches.match(INDEX);
  if (index === undefined) {
    return fetch(request);
  }
  const newest = fetch(request).then(
    (answer) => (answer.status >= 500 || answer.status === 400 || answer.status === 404 ? index : answer),
    () => index,
  );
  const late = new Promise((done) => setTimeout(() => done(index), PATIENCE));
  return Promise.race([newest, late]);
}

/** Names change with the content, or with the version of all. */
async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
