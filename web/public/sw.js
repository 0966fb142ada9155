// Keeps the files of the last visit, so that the site opens at once and without a line. Play itself is never cached.

const SHELF = 'tilewise-1';
/** Every script and style of this build; filled in by vite.config.ts. */
const FILES = [];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELF).then(fill));
  self.skipWaiting();
});

/** The page, and all it may need later: what was never visited opens without a line too. */
async function fill(shelf) {
  await shelf.add('/');
  const kept = new Set((await shelf.keys()).map((request) => new URL(request.url).pathname));
  await Promise.allSettled(FILES.filter((file) => !kept.has(file)).map((file) => shelf.add(file)));
}

/** Scripts and styles of an older build go. */
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

/** Who taps "your turn" comes to the table: the page that shows it, or a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(comeTo(event.notification.data));
});

async function comeTo(path) {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find((client) => new URL(client.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** The page from the server; the kept one when the server does not answer. */
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

/** Files with their content in their name never change: the kept one first. */
async function keptFile(request) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shelf.put(request, answer.clone());
  return answer;
}
