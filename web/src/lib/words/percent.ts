// Formats shares and chances as percentages in the language of the page: 12%, 0.4%, −3%.

import type { Measured } from '../protocol/types';
import { words } from './words.svelte';

/** Format a share. */
export function percent(share: number): string {
  return format(share, Math.abs(share) === 0 || Math.abs(share) === 1);
}

/** Format a share of sampled games. It is never 0% or 100%, because samples prove nothing. */
export function sampled(share: number): string {
  return format(share, false);
}

/** Format a chance. One without an error is certain. */
export function chance({ mean, error }: Measured): string {
  return error ? sampled(mean) : percent(mean);
}

/** Only exact shares are 0% or 100%; the others get a decimal near these ends. */
function format(share: number, isExact: boolean): string {
  const size = Math.abs(share);
  const shown = isExact ? size : Math.min(0.999, Math.max(0.001, size));
  const digits = isExact || (shown >= 0.0095 && shown <= 0.9905) ? 0 : 1;
  const style = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return (share < 0 ? '−' : '') + new Intl.NumberFormat(words.language, style).format(shown);
}
