// The gateway's plain page: is it up, who am I, which channels are there.
// It talks to the server it came from and to no other; no address is ever taken from the URL.

const HEALTH_EVERY = 10_000;
const VALUE_KEY = 'switchboard.session'; // kept per origin, port included, which a cookie is not

const byId = (id) => document.getElementById(id);

function showHealth(good, words) {
  byId('health').querySelector('.dot').className = good ? 'dot good' : 'dot bad';
  const line = byId('health').querySelector('.words');
  if (line.textContent !== words) line.textContent = words; // a screen reader hears changes only
}

async function checkHealth() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    const body = await answer.json();
    showHealth(answer.ok && body.status === 'ok', answer.ok ? 'running' : 'not well');
  } catch {
    showHealth(false, 'not reachable');
  }
}

/** The body of an answer; what went wrong is thrown in the server's own words. */
async function ask(method, path, body) {
  const headers = { Accept: 'application/json' };
  const value = localStorage.getItem(VALUE_KEY);
  if (value) headers['X-Switchboard-Session'] = value;
  if (body) headers['Content-Type'] = 'application/json';
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: 'no-store' });
  const content = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) {
    const failure = new Error(content?.error?.message ?? `The gateway answered ${answer.status}.`);
    failure.status = answer.status;
    throw failure;
  }
  return content;
}

function channelItem(channel) {
  const item = document.createElement('li');
  const name = document.createElement('span');
  name.className = 'name';
  const dot = document.createElement('span');
  dot.className = { running: 'dot good', error: 'dot bad' }[channel.state] ?? 'dot';
  name.append(dot, channel.display_name || channel.channel_id);
  const detail = document.createElement('span');
  detail.className = 'detail';
  const peers = channel.connected_peers === 1 ? '1 device' : `${channel.connected_peers ?? 0} devices`;
  detail.textContent = [channel.kind, channel.state, peers, channel.websocket_url].filter(Boolean).join(' · ');
  item.append(name, detail);
  return item;
}

function showSignedOut(words) {
  byId('session').textContent = words;
  byId('signin').hidden = false;
  byId('signout').hidden = true;
  byId('channels').hidden = true;
}

async function showSignedIn() {
  try {
    const { name } = await ask('GET', '/api/session'); // also sets the cookie again, so that it never ends while it is used
    const { channels } = await ask('GET', '/api/channels');
    const self = `Signed in as ${name}.`;
    byId('session').textContent = channels.length ? `${self} Your channels:` : `${self} There are no channels yet.`;
    byId('channels').replaceChildren(...channels.map(channelItem));
    byId('channels').hidden = false;
  } catch (failure) {
    if (failure.status === 401) {
      const was = localStorage.getItem(VALUE_KEY);
      localStorage.removeItem(VALUE_KEY);
      return showSignedOut(was ? 'Your session has ended.' : 'Not signed in.');
    }
    byId('session').textContent = `Signed in. ${failure.message}`;
  }
  byId('signin').hidden = true;
  byId('signout').hidden = false;
}

async function signIn(proof) {
  byId('session').textContent = 'Signing in…';
  try {
    const { csrf } = await ask('POST', '/api/session', proof);
    localStorage.setItem(VALUE_KEY, csrf);
  } catch (failure) {
    return showSignedOut(failure.message);
  }
  await showSignedIn();
}

/** A one-time code in the fragment is taken out of the address bar before it is used: it must not stay in the history. */
function takeCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code !== null) history.replaceState(null, '', location.pathname);
  return code;
}

async function start() {
  const code = takeCode();
  if (code) {
    await signIn({ code });
  } else if (localStorage.getItem(VALUE_KEY)) {
    await showSignedIn();
  } else {
    showSignedOut('Not signed in.');
  }
}

function addCopyButtons() {
  if (!navigator.clipboard) return; // only where the page is local or encrypted
  for (const box of document.querySelectorAll('.copyable')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(box.querySelector('code').textContent);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    box.append(button);
  }
}

byId('socket').textContent =
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/channels/terminal-dev/ws`;
byId('signin').addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = byId('token').value.trim();
  byId('token').value = '';
  await signIn({ token });
});
byId('signout').addEventListener('click', async () => {
  await ask('DELETE', '/api/session').catch(() => {}); // over on the server's side or unreachable: over here anyway
  localStorage.removeItem(VALUE_KEY);
  showSignedOut('Signed out.');
});
addEventListener('hashchange', () => {
  const code = takeCode();
  if (code) signIn({ code });
});

addCopyButtons();
checkHealth();
setInterval(checkHealth, HEALTH_EVERY);
start();
