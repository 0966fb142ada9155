// Service worker. Caches the files of the last visit, so that the site opens fast and offline. API calls are
// never cached.

const CACHE = 'tilewise-1';
/** Every script and style of this build. vite.config.ts fills it in. */
const FILES = [];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then(addFiles));
  self.skipWaiting();
});

/** Cache the page and every file of the build, so that pages not visited yet work offline too. */
async function addFiles(cache) {
  await cache.add('/');
  const cached = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  await Promise.allSettled(FILES.filter((file) => !cached.has(file)).map((file) => cache.add(file)));
}

/** Delete scripts and styles of older builds. */
async function deleteOldFiles(cache) {
  const requests = await cache.keys();
  const old = requests.filter(({ url }) => {
    const { pathname } = new URL(url);
    return FILES.length > 0 && /[.](?:js|css)$/.test(pathname) && !FILES.includes(pathname);
  });
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(caches.open(CACHE).then(deleteOldFiles));
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
  else if (address.pathname.startsWith('/assets/')) event.respondWith(cachedFile(event.request));
});

/** A tap on a "your turn" notification focuses the tab that shows the table, or opens a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(focusOrOpen(event.notification.data));
});

async function focusOrOpen(path) {
  const open = await self.clients.matchAll({ type: 'window' });
  const there = open.find((client) => new URL(client.url).pathname === path);
  await (there ? there.focus() : self.clients.openWindow(path));
}

/** Fetch the page from the server; fall back to the cached one when the server does not answer. */
async function freshPage(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put('/', answer.clone());
    return answer;
  } catch {
    return (await cache.match('/')) ?? Response.error();
  }
}

/** Return the cached file first. File names contain a content hash, so files never change. */
async function cachedFile(request) {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request);
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
