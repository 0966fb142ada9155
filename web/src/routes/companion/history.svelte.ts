// Archived sheets, latest first. Stored in this browser.

import { keep, kept } from '../../lib/state/storage';
import type { Sheet } from '../../lib/protocol/types';
import { isSheet } from './readable';

const NAME = 'companion-history';
const MOST = 60;

export interface PutAway {
  /** Timestamp in milliseconds. */
  readonly at: number;
  readonly sheet: Sheet;
}

function isHistory(value: unknown): value is PutAway[] {
  return Array.isArray(value) && value.every((each: Partial<PutAway>) => isSheet(each?.sheet));
}

export class History {
  sheets = $state.raw<readonly PutAway[]>(kept(NAME, [], isHistory));
  isKept = $state(true);

  add(sheet: Sheet): void {
    this.#set([{ at: Date.now(), sheet }, ...this.sheets].slice(0, MOST));
  }

  forget(sheet: Sheet): void {
    if (this.sheets.some((each) => each.sheet === sheet))
      this.#set(this.sheets.filter((each) => each.sheet !== sheet));
  }

  #set(sheets: readonly PutAway[]): void {
    this.sheets = sheets;
    this.isKept = keep(NAME, sheets);
  }
}
