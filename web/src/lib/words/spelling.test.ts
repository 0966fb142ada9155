// Checks Hebrew and Ukrainian texts: correct punctuation, consistent terms, verbs on buttons, gender-neutral
// wording.

import { describe, expect, it } from 'vitest';
import { he } from './he';
import { uk } from './uk';
import type { Catalogue, Key, Plural } from './words.svelte';

const KEYS = Object.keys(he) as Key[];

function forms(message: string | Plural): string[] {
  return typeof message === 'string' ? [message] : Object.values(message);
}

/** Return the keys of messages that match a pattern. */
function keysWith(catalogue: Catalogue, pattern: RegExp): Key[] {
  return KEYS.filter((key) => forms(catalogue[key]).some((text) => pattern.test(text)));
}

/** Return the Latin words in a language with another script, without parameters. */
function latinWords(catalogue: Catalogue): string[] {
  const texts = KEYS.flatMap((key) => forms(catalogue[key]).map((text) => text.replaceAll(/\{\w+\}/g, '')));
  return [...new Set(texts.flatMap((text) => text.match(/[A-Za-z]+/g) ?? []))];
}

const NAMES = ['Tilewise', 'tilewise', 'verify', 'Rummikub', 'Twist', 'XP', 'HTTP', 'SHA', 'QR'];
const KEYBOARD = ['Tab', 'Shift', 'N', 'r', 'b', 'y', 'k', 'J', 'D', 'C', 'M'];

const BUTTONS = [
  'close',
  'error.retry',
  'game.concede',
  'gave-up.new',
  'actions.undo',
  'actions.redo',
  'actions.start-over',
  'actions.draw',
  'actions.pass',
  'actions.end',
  'hint.show',
  'hint.take-back',
  'chat.send',
  'away.return',
  'away.call',
  'leave.bot',
  'end.look',
  'end.sheet',
  'end.rematch',
  'end.next',
  'home.play',
  'home.continue',
  'home.to-table',
  'home.invite',
  'home.quick',
  'home.join',
  'join.sit',
  'lobby.join',
  'lobby.create',
  'waiting.begin',
  'waiting.stand',
  'waiting.add-bot',
  'invite.copy',
  'invite.share',
  'create.create',
  'create.start',
  'settings.save',
  'sign.in',
  'sign.up',
  'sign.out',
  'account.change',
  'learn.begin',
  'learn.go-on',
  'learn.show',
  'puzzles.start',
  'puzzle.check',
  'puzzle.give-up',
  'puzzle.show',
  'run.begin',
  'run.again',
  'solve.try',
  'solve.edit',
  'solve.read',
  'solve.clear',
  'companion.add',
  'companion.start',
  'companion.write',
  'companion.cancel',
  'companion.new-game',
  'companion.share',
  'companion.stop',
  'companion.forget',
] as const satisfies readonly Key[];

describe('Hebrew', () => {
  it('uses its own punctuation: geresh and maqaf', () => {
    expect(keysWith(he, /['"`“”„]/)).toEqual([]);
    expect(keysWith(he, /[א-ת]-/)).toEqual([]);
  });

  it('has no Latin words except names and keys', () => {
    expect(latinWords(he).filter((word) => ![...NAMES, ...KEYBOARD].includes(word))).toEqual([]);
  });

  it('uses consistent terms and no masculine forms by default', () => {
    expect(keysWith(he, /שחק(ן|נים)(?!\p{L})|כיסא|תורות|שולף|שיחה/u)).toEqual([]);
    expect(keysWith(he, /(המנצח|הבא בתור|מוכן|מחפש)(?!\p{L})/u)).toEqual([]);
  });

  it('has verbs on its buttons', () => {
    expect(BUTTONS.filter((key) => !/^ל/.test(he[key]))).toEqual([]);
  });
});

describe('Ukrainian', () => {
  it('uses its own punctuation and letters', () => {
    expect(keysWith(uk, /['"“”ыэёъ]/)).toEqual([]);
  });

  it('has no Latin words except names and keys', () => {
    expect(latinWords(uk).filter((word) => ![...NAMES, ...KEYBOARD].includes(word))).toEqual([]);
  });

  it('uses consistent terms and no masculine forms by default', () => {
    expect(keysWith(uk, /заступа|брошур|стіл(ець|ьц)|Твіст|перекладає|бракуюч/i)).toEqual([]);
    expect(keysWith(uk, /(?<!\p{L})(самому|першим|готовий|міг|виклав гравець)(?!\p{L})/u)).toEqual([]);
  });

  it('includes the number in the form for one, which also serves 21', () => {
    const silent = KEYS.filter((key) => {
      const message = uk[key];
      return typeof message !== 'string' && message.many!.includes('{n}') && !message.one!.includes('{n}');
    });
    expect(silent).toEqual([]);
  });

  it('has verbs on its buttons', () => {
    expect(BUTTONS.filter((key) => !/^(\S+ти(ся)?|До)( |$)/.test(uk[key]))).toEqual([]);
  });
});
