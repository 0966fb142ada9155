// The symbols printed on tiles: a shape for each colour (a 10 × 10 box) and the four jokers (40 × 40). Our
// own drawings.

import type { Colour } from '../game/tiles';

export const PIPS: Record<Colour, string> = {
  r: 'M5 9.600C2.200 7.500.2 5.700.2 3.300.2 1.600 1.500.5 2.900.5c.9 0 1.700.5 2.100 1.200C5.400 1 6.200.5 7.100.5c1.400 0 2.700 1.100 2.700 2.800 0 2.400-2 4.200-4.800 6.300z',
  b: 'M5 0a5 5 0 1 1 0 10A5 5 0 0 1 5 0zm0 2.700a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600z',
  k: 'M1.500.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z',
  y: 'M5 .2c.4 0 .7.2.9.5l4 7.500c.4.7-.1 1.500-.9 1.500H1c-.8 0-1.300-.8-.9-1.500l4-7.500c.2-.3.5-.5.9-.5z',
};

/** The jester's cap with two bells, and the smiling face under it. */
export const CAP =
  'M8.500 22.500C9.200 17 7.400 13.600 3.800 13.200 8 6.200 16 7.400 20 13.800c4-6.400 12-7.600 16.200-.6-3.600.4-5.400 3.800-4.700 9.300z';
export const CHIN = 'M9.800 24.800h20.400V26a10.200 10.200 0 0 1-20.400 0z';
export const SMILE = 'M16.200 31.300c2.200 2 5.400 2 7.600 0';

/** One blade of the pinwheel. Four rotated copies make the colour-change joker. */
export const SAIL = 'M0 0C-3-10 4-18.500 13-17.500 16.500-11 10-2 0 0z';
