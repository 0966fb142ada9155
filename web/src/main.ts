// The entry point: loads language and settings, then shows the page of the address.

import '@fontsource-variable/rubik/wght.css';
import './lib/tokens.css';
import './lib/ui/ui.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './lib/state/settings.svelte';
import { words } from './lib/words/words.svelte';

async function start(): Promise<void> {
  settings.apply();
  settings.follow();
  await words.speak(settings.language);
  mount(App, { target: document.getElementById('app')! });
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  }
}

/** Shown when the words could not be loaded, so it is in English only. */
function failed(): void {
  const [page, again] = [document.getElementById('app')!, document.createElement('button')];
  again.className = 'button';
  again.textContent = 'Try again';
  again.onclick = () => location.reload();
  page.replaceChildren('Tilewise didn’t load. ', again);
}

start().catch(failed);
