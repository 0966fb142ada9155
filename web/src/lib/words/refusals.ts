// Describes the server's refusals in words: the problem and its remedy.

import type { Refused, Violation } from '../protocol/types';
import { faultWords } from './describe';
import { tileNames, type Fourth } from './tile-names';
import { t, tt } from './words.svelte';

export interface Words {
  readonly what: string;
  readonly way: string;
}

export function refusalWords(refused: Refused, fourth: Fourth): Words[] {
  const violations = refused.violations ?? [];
  if (violations.length) return violations.map((violation) => violationWords(violation, fourth));
  return [{ what: tt(`reason.${refused.reason}`), way: '' }];
}

export function violationWords(violation: Violation, fourth: Fourth): Words {
  const tiles = violation.tiles ?? [];
  if (violation.rule === 'not-a-meld' && violation.why) return faultWords(tiles, violation.why, fourth);
  if (violation.rule === 'initial-meld-points') {
    const [have, need] = [violation.have ?? 0, violation.need ?? 0];
    return { what: t('opening.points', { have, need }), way: t('opening.more', { n: need - have }) };
  }
  return { what: tt(`rule.${violation.rule}`, { tiles: tileNames(tiles, fourth) }), way: '' };
}
