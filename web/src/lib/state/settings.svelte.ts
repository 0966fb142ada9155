// The player's settings: look, sound, keys. Stored in this browser and applied to the page at once.

import { browserLanguage, words, type Language } from '../words/words.svelte';
import { isObject, keep, kept } from './storage';

export interface Settings {
  theme: 'auto' | 'light' | 'dark' | 'felt';
  language: 'auto' | Language;
  isLargePrint: boolean;
  hasSymbols: boolean;
  /** The maximum tile size, in steps around the default: −2 … 2. */
  tileSize: number;
  motion: 'full' | 'less';
  volume: number;
  soundsOnlyMine: boolean;
  vibrates: boolean;
  notifies: boolean;
  /**
   * How long to press a tile on the table to take everything to its right: slow hands need longer, or never.
   */
  hold: 'short' | 'long' | 'never';
  singleKeys: boolean;
  /** How much help the screen gives during a turn. */
  help: 'full' | 'marks' | 'none';
  isPanelOpen: boolean;
  isChatMuted: boolean;
  /** Show the win chances of games that I watch. */
  showsChances: boolean;
  /** The part of an error that grades a turn in a review; see `Part`. */
  gradedBy: 'error' | 'choice' | 'timing';
  name: string;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  language: 'auto',
  isLargePrint: false,
  hasSymbols: false,
  tileSize: 0,
  motion: 'full',
  volume: 0.6,
  soundsOnlyMine: false,
  vibrates: false,
  notifies: false,
  hold: 'short',
  singleKeys: true,
  help: 'full',
  isPanelOpen: true,
  isChatMuted: false,
  showsChances: false,
  gradedBy: 'error',
  name: '',
};

const NAME = 'settings';
const DARK = '(prefers-color-scheme: dark)';
const CALM = '(prefers-reduced-motion: reduce)';
const FORCED = '(forced-colors: active)';

class StoredSettings {
  now = $state<Settings>({ ...DEFAULTS, ...kept(NAME, {}, isObject) });

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.now[name] = value;
    keep(NAME, this.now);
    this.apply();
    if (name === 'language') void words.speak(this.language);
  }

  get language(): Language {
    return this.now.language === 'auto' ? browserLanguage() : this.now.language;
  }

  get theme(): 'light' | 'dark' | 'felt' {
    if (this.now.theme !== 'auto') return this.now.theme;
    return matches(DARK) ? 'dark' : 'light';
  }

  get isCalm(): boolean {
    return this.now.motion === 'less' || matches(CALM);
  }

  get hasSymbols(): boolean {
    return this.now.hasSymbols || matches(FORCED);
  }

  /** Follow the device's dark mode, reduced motion and forced colours. */
  follow(): void {
    for (const query of [DARK, CALM, FORCED])
      matchMedia(query).addEventListener('change', () => this.apply());
  }

  /** Apply the settings to the page. */
  apply(): void {
    const root = document.documentElement;
    root.dataset.theme = this.theme;
    root.dataset.print = this.now.isLargePrint ? 'large' : 'normal';
    root.dataset.symbols = this.hasSymbols ? 'on' : 'off';
    root.dataset.motion = this.isCalm ? 'less' : 'full';
  }
}

function matches(query: string): boolean {
  return typeof matchMedia === 'function' && matchMedia(query).matches;
}

export const settings = new StoredSettings();
