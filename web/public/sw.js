// Keeps the files of the last visit, so that the site opens at once and without a line. Play itself is never cached.

const SHELF = 'tilewise-1';

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.add('/')));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== SHELF));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
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
