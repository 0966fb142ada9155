import { describe, expect, it } from 'vitest';
import { freeJoker, layInto, layNew, meldWith, split, takeBack } from './draft';
import { begin, redo, step, undo } from './history';
import { judge, marksOf, type TurnRules } from './judge';
import { rekeyed } from './keys';
import { PLAIN_RULES } from './melds';
import { placesFor } from './places';
import { rebase } from './plan';
import { aDraft, key, rackOf, shown } from './testing';
import { readRack, readTable } from './tiles';

const RULES: TurnRules = {
  ...PLAIN_RULES,
  initial_meld_min: 30,
  joker_in_initial_meld: true,
  manipulate_in_initial_turn: false,
};

describe('laying tiles', () => {
  it('puts a tile where it belongs, wherever it was dropped', () => {
    const draft = aDraft('[r1 r2 r3]', 'r4 k9');
    const laid = layInto(draft, [key(draft, 'r4')], draft.melds[0]!.id, 0, RULES);
    expect(shown(laid)).toBe('[r1 r2 r3 r4]');
    expect(rackOf(laid)).toBe('k9');
  });

  it('lays several tiles as a sorted meld', () => {
    const draft = aDraft('-', 'k8 k6 k7');
    expect(
      shown(
        layNew(
          draft,
          draft.rack.map((piece) => piece.key),
          RULES,
        ),
      ),
    ).toBe('[k6 k7 k8]');
  });

  it('splits a long run when a duplicate tile is laid inside it', () => {
    const draft = aDraft('[b3 b4 b5 b6 b7]', 'b5');
    const laid = layInto(draft, [key(draft, 'b5')], draft.melds[0]!.id, 2, RULES);
    expect(shown(laid)).toBe('[b3 b4 b5] [b5 b6 b7]');
  });

  it('splits a run when a middle tile is taken and both ends are melds', () => {
    const draft = aDraft('[k1 k2 k3 k4 k5 k6 k7] [r4 b4 y4]', 'r9');
    const laid = layInto(draft, [key(draft, 'k4')], draft.melds[1]!.id, 3, RULES);
    expect(shown(laid)).toBe('[k1 k2 k3] [k5 k6 k7] [r4 b4 y4 k4]');
  });

  it('leaves a gap when a tile is taken and the ends are too short', () => {
    const draft = aDraft('[b9 b10 b11 b12 b13]', 'k11 y11');
    const laid = layNew(draft, [key(draft, 'b11')], RULES);
    expect(shown(laid)).toBe('[b9 b10 b12 b13] [b11]');
  });

  it('takes back only tiles that came from the rack', () => {
    const draft = aDraft('[r1 r2 r3]', 'r4');
    const own = new Set(draft.rack.map((piece) => piece.key));
    const laid = layInto(draft, [key(draft, 'r4')], draft.melds[0]!.id, 3, RULES);
    const back = takeBack(
      laid,
      laid.melds[0]!.pieces.map((piece) => piece.key),
      0,
      own,
      RULES,
    );
    expect(shown(back)).toBe('[r1 r2 r3]');
    expect(rackOf(back)).toBe('r4');
  });

  it('splits before a tile', () => {
    const draft = aDraft('[b3 b4 b5 b6]', '-');
    expect(shown(split(draft, key(draft, 'b5')))).toBe('[b3 b4] [b5 b6]');
    expect(split(draft, key(draft, 'b3'))).toBe(draft);
  });

  it('frees a joker with the tile it represents', () => {
    const draft = aDraft('[r6 r7 J r9]', 'r8');
    const freed = freeJoker(draft, key(draft, 'r8'), key(draft, 'J'), RULES);
    expect(shown(freed)).toBe('[r6 r7 r8 r9] [J]');
  });

  it('undoes and redoes', () => {
    const draft = aDraft('-', 'r1 r2');
    const laid = layNew(draft, [key(draft, 'r1')], RULES);
    const history = step(begin(draft), laid);
    expect(undo(history).now).toBe(draft);
    expect(redo(undo(history)).now).toBe(laid);
    expect(undo(begin(draft)).now).toBe(draft);
  });
});

describe('places for a tile', () => {
  const where = (table: string, rack: string, ...tiles: string[]): string[] => {
    const draft = aDraft(table, rack);
    const hand = tiles.map((tile) => draft.rack.find((piece) => piece.tile === tile)!);
    return placesFor(hand, draft, RULES).map(
      (place) => `${draft.melds.findIndex((meld) => meld.id === place.meld)}:${place.kind}`,
    );
  };

  it('include the ends of runs, and one place in a group', () => {
    expect(where('[r1 r2 r3 r4] [r6 r7 r8] [b5 k5 y5]', 'r5', 'r5')).toEqual(['0:end', '1:start', '2:end']);
  });

  it('include a joker it can replace', () => {
    expect(where('[r6 r7 J r9]', 'r8', 'r8')).toEqual(['0:swap']);
  });

  it('include the inside of a run that can be split', () => {
    expect(where('[b3 b4 b5 b6 b7]', 'b5', 'b5')).toEqual(['0:split']);
  });

  it('are empty when nothing fits', () => {
    expect(where('[r1 r2 r3]', 'k9', 'k9')).toEqual([]);
  });
});

describe('problems of a draft', () => {
  it('counts only melds made entirely of rack tiles towards the initial meld', () => {
    const begun = aDraft('[r1 r2 r3]', 'k6 k7 k8 r4');
    const draft = layNew(
      begun,
      ['k6', 'k7', 'k8'].map((tile) => key(begun, tile)),
      RULES,
    );
    const judgement = judge(draft, begun, RULES, false);
    expect(judgement.points).toBe(21);
    expect(judgement.problems).toEqual([{ kind: 'points', have: 21, need: 30 }]);
  });

  it('reports a change to the table before the initial meld', () => {
    const begun = aDraft('[r1 r2 r3]', 'r4');
    const draft = layInto(begun, [key(begun, 'r4')], begun.melds[0]!.id, 3, RULES);
    expect(judge(draft, begun, RULES, false).problems.map((problem) => problem.kind)).toContain('touched');
    expect(judge(draft, begun, RULES, true).problems).toEqual([]);
  });

  it('names the broken meld and its fault', () => {
    const begun = aDraft('[b9 b10 b11 b12 b13]', 'k11');
    const draft = layNew(begun, [key(begun, 'b11'), key(begun, 'k11')], RULES);
    const faults = judge(draft, begun, RULES, true).problems.map(
      (problem) => 'fault' in problem && problem.fault,
    );
    expect(faults).toEqual(['not-consecutive', 'too-few-tiles']);
  });

  it('requires at least one tile from the rack', () => {
    const begun = aDraft('[r1 r2 r3 r4 r5 r6]', 'k11');
    const draft = split(begun, key(begun, 'r4'));
    expect(judge(draft, begun, RULES, true).problems).toEqual([{ kind: 'nothing-laid' }]);
  });

  it('marks laid tiles and moved tiles', () => {
    const begun = aDraft('[b9 b10 b11 b12]', 'k12 y12');
    const draft = layNew(
      begun,
      ['k12', 'b12', 'y12'].map((tile) => key(begun, tile)),
      RULES,
    );
    const marks = marksOf(draft, begun);
    expect(draft.melds[1]!.pieces.map((piece) => marks.get(piece.key))).toEqual(['mine', 'moved', 'mine']);
    expect(marks.has(draft.melds[0]!.pieces[0]!.key)).toBe(false);
  });
});

describe('keys', () => {
  it('stay with tiles that stay, even identical ones', () => {
    const old = aDraft('[r1 r2 r3] [r1 b1 k1]', 'r4');
    const now = rekeyed(readTable('[r1 b1 k1 y1] [r1 r2 r3 r4]'), readRack('-'), old);
    expect(now.melds[0]!.id).toBe(old.melds[1]!.id);
    expect(now.melds[1]!.pieces.slice(0, 3)).toEqual(old.melds[0]!.pieces);
    expect(now.melds[1]!.pieces[3]).toBe(old.rack[0]);
  });

  it('keep the order of the rack when a tile arrives', () => {
    const old = aDraft('-', 'k9 r1 b5');
    expect(rackOf(rekeyed([], readRack('r1 r2 b5 k9'), old))).toBe('k9 r1 b5 r2');
  });
});

describe('a plan on a table that changes', () => {
  const planned = (table: string, rack: string, tiles: string[], meld: number | null) => {
    const old = aDraft(table, rack);
    const keys = tiles.map((tile) => key(old, tile));
    const plan =
      meld === null ? layNew(old, keys, RULES) : layInto(old, keys, old.melds[meld]!.id, 99, RULES);
    return { old, plan };
  };

  it('keeps melds that the change does not affect', () => {
    const { old, plan } = planned('[r1 r2 r3]', 'k6 k7 k8', ['k6', 'k7', 'k8'], null);
    const now = rekeyed(readTable('[r1 r2 r3 r4]'), readRack('k6 k7 k8'), old);
    const { draft, lost } = rebase(plan, old, now, RULES);
    expect(shown(draft)).toBe('[r1 r2 r3 r4] [k6 k7 k8]');
    expect(lost).toEqual([]);
  });

  it('follows a meld that grew at its other end', () => {
    const { old, plan } = planned('[r2 r3 r4]', 'r5', ['r5'], 0);
    const now = rekeyed(readTable('[r1 r2 r3 r4]'), readRack('r5'), old);
    expect(shown(rebase(plan, old, now, RULES).draft)).toBe('[r1 r2 r3 r4 r5]');
  });

  it('returns tiles that no longer fit, and lists them', () => {
    const { old, plan } = planned('[r2 r3 r4]', 'r5', ['r5'], 0);
    const now = rekeyed(readTable('[r2 r3 r4 r5 r6]'), readRack('r5'), old);
    const { draft, lost } = rebase(plan, old, now, RULES);
    expect(shown(draft)).toBe('[r2 r3 r4 r5 r6]');
    expect(rackOf(draft)).toBe('r5');
    expect(lost.map((piece) => piece.tile)).toEqual(['r5']);
  });

  it('keeps a rearranged meld while its tiles are still on the table', () => {
    const { old, plan } = planned('[b9 b10 b11 b12]', 'k12 y12', ['b12', 'k12', 'y12'], null);
    const now = rekeyed(readTable('[b9 b10 b11 b12] [r1 r2 r3]'), readRack('k12 y12'), old);
    expect(shown(rebase(plan, old, now, RULES).draft)).toBe('[b9 b10 b11] [r1 r2 r3] [b12 k12 y12]');
    expect(meldWith(plan, key(old, 'k12'))).toBeDefined();
  });
});
