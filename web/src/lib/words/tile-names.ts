// Names tiles in words.

import { colourOf, isSpecial, numberOf, type Colour, type Tile } from '../game/tiles';
import { list, tt } from './words.svelte';

/** The edition's name for the fourth colour. */
export type Fourth = 'yellow' | 'orange';

const NAMES = { r: 'red', b: 'blue', k: 'black' } as const;

export function shade(colour: Colour, fourth: Fourth): string {
  return colour === 'y' ? fourth : NAMES[colour];
}

export function tileName(tile: Tile, fourth: Fourth): string {
  const colour = colourOf(tile);
  return colour ? tt(`tile.${shade(colour, fourth)}`, { n: numberOf(tile) }) : tt(`joker.${tile}`);
}

/** Return the description of a special joker for screen readers. */
export function description(tile: Tile): { 'aria-description'?: string } {
  return isSpecial(tile) ? { 'aria-description': tt(`joker.${tile}.about`) } : {};
}

export function tileNames(tiles: readonly Tile[], fourth: Fourth): string {
  return list(tiles.map((tile) => tileName(tile, fourth)));
}
