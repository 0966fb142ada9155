// Sound effects, synthesised with Web Audio: wood, cloth, a bell. There are no sound files to load.

import { settings } from '../state/settings.svelte';

type Note = readonly [hertz: number, start: number, length: number, kind?: OscillatorType];

const SOUNDS = {
  pick: [[900, 0, 0.03, 'triangle']],
  drop: [
    [260, 0, 0.06, 'triangle'],
    [180, 0.01, 0.08, 'sine'],
  ],
  draw: [
    [500, 0, 0.05, 'triangle'],
    [300, 0.09, 0.06, 'triangle'],
  ],
  others: [[220, 0, 0.05, 'sine']],
  turn: [
    [523, 0, 0.16, 'sine'],
    [659, 0.14, 0.24, 'sine'],
  ],
  refused: [[120, 0, 0.16, 'square']],
  tick: [[1200, 0, 0.02, 'sine']],
  late: [
    [440, 0, 0.14, 'sine'],
    [330, 0.13, 0.22, 'sine'],
  ],
  win: [
    [523, 0, 0.5, 'sine'],
    [659, 0.06, 0.5, 'sine'],
    [784, 0.12, 0.6, 'sine'],
  ],
} as const satisfies Record<string, readonly Note[]>;

export type Sound = keyof typeof SOUNDS;

const MINE: ReadonlySet<Sound> = new Set(['turn', 'refused', 'tick', 'late', 'win']);

/**
 * Creating the first AudioContext blocks for about 0.1 seconds, so wait until the screen has been updated.
 */
const WAKING_MS = 60;

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  const { volume, soundsOnlyMine } = settings.now;
  if (volume === 0 || typeof AudioContext === 'undefined' || (soundsOnlyMine && !MINE.has(sound))) return;
  // browsers play no sound before the first user gesture, and trying costs time
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (context) ring(context, sound, volume);
  else setTimeout(() => ring((context ??= new AudioContext()), sound, volume), WAKING_MS);
}

function ring(audio: AudioContext, sound: Sound, volume: number): void {
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  // five variants of a clack, slightly higher or lower
  const bend = sound === 'drop' || sound === 'others' ? 0.92 + Math.floor(Math.random() * 5) * 0.04 : 1;
  for (const note of SOUNDS[sound]) strike(audio, note, volume, bend);
}

function strike(audio: AudioContext, note: Note, volume: number, bend: number): void {
  const [hertz, start, length, kind = 'sine'] = note;
  const at = audio.currentTime + start;
  const voice = audio.createOscillator();
  const loudness = audio.createGain();
  voice.type = kind;
  voice.frequency.value = hertz * bend;
  loudness.gain.setValueAtTime(0.0001, at);
  loudness.gain.exponentialRampToValueAtTime(volume * (kind === 'square' ? 0.05 : 0.16), at + 0.008);
  loudness.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(loudness).connect(audio.destination);
  voice.start(at);
  voice.stop(at + length + 0.02);
}

export function vibrate(): void {
  if (settings.now.vibrates && 'vibrate' in navigator) navigator.vibrate(10);
}
