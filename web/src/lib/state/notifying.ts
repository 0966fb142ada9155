// System notifications, for a player who is looking at another tab or app.

/** Show a notification through the service worker, which phones require, or else from the page. */
export async function notify(title: string, room: string): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const options = { tag: room, icon: '/assets/icon-192.png', data: `/r/${room}` };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, options);
  else new Notification(title, options);
}
