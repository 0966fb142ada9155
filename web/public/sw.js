// Service worker. Caches the files of the last visit, so that the site opens fast and offline. API calls are
// never cached.

const SHELF = 'tilewise-1';
/** Every script and style of this build. vite.config.ts fills it in. */
const FILES = [];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELF).then(fill));
  self.skipWaiting();
});

/** Cache the page and every file of the build, so that pages not visited yet work offline too. */
async function fill(shelf) {
  await shelf.add('/');
  const kept = new Set((await shelf.keys()).map((request) => new URL(request.url).pathname));
  await Promise.allSettled(FILES.filter((file) => !kept.has(file)).map((file) => shelf.add(file)));
}

/** Delete scripts and styles of older builds. */
async function tidy(shelf) {
  const requests = await shelf.keys();
  const old = requests.filter(({ url }) => {
    const { pathname } = new URL(url);
    return FILES.length > 0 && /[.](?:js|css)$/.test(pathname) && !FILES.includes(pathname);
  });
  await Promise.all(old.map((request) => shelf.delete(request)));
}

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== SHELF));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(caches.open(SHELF).then(tidy));
  self.clients.claim();
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (
    event.request.method !== 'GET' ||
    address.origin !== location.origin ||
    address.pathname.startsWith('/api')
  )
    return;
  if (event.request.mode === 'navigate') event.respondWith(freshPage(event.request));
  else if (address.pathname.startsWith('/assets/')) event.respondWith(keptFile(event.request));
});

/** A tap on a "your turn" notification focuses the tab that shows the table, or opens a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(comeTo(event.notification.data));
});

async function comeTo(path) {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find((client) => new URL(client.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** Fetch the page from the server; fall back to the cached one when the server does not answer. */
async function freshPage(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok) await shelf.put('/', answer.clone());
    return answer;
  } catch {
    return (await shelf.match('/')) ?? Response.error();
  }
}

/** Return the cached file first. File names contain a content hash, so files never change. */
async function keptFile(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}
