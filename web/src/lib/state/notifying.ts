// A word outside the page, for who looks elsewhere.

/** Phones let only the service worker speak; where there is none the page does. */
export async function notify(title: string, room: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { tag: room, icon: '/assets/icon-192.png', data: `/r/${room}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}
