/** Limits of a game are set in its text one amount at a time; the rest of the file stays as it is written. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limitAt, limitsInText, limitPointer, withLimit } from '../../../app/workshop/limits-edit.ts';
import { loadGame } from '../../../engine/descriptions/load.ts';

const text = readFileSync('games/ssq.json', 'utf8');
const DS = { play: 'DS', of: 'stakeFen' } as const;

it('an amount is put in and taken out again, and the file is what it was', () => {
  const limited = withLimit(withLimit(text, undefined, { of: 'stakeFen' }, 500_000), undefined, DS, 100_000);
  expect(limitsInText(limited)).toEqual({ stakeFen: 500_000, plays: [{ play: 'DS', stakeFen: 100_000 }] });
  expect(limitAt(limitsInText(limited), DS)).toBe(100_000);
  expect(loadGame(limited, { file: 'games/ssq.json' }).ok).toBe(true);
  const without = withLimit(withLimit(limited, undefined, DS, undefined), undefined, { of: 'stakeFen' }, undefined);
  expect(JSON.parse(without)).toEqual(JSON.parse(text));
});

it('named values and what else a play has stay; the first change of an inherited limit writes them all down', () => {
  const inherited = { plays: [{ play: 'TM', selection: { exposureFen: 9 }, selections: [{ values: [8], stakeFen: 7 }] }] };
  const changed = limitsInText(withLimit('{"code": "x"}', inherited, { play: 'TM', of: 'selection/exposureFen' }, undefined));
  expect(changed).toEqual({ plays: [{ play: 'TM', selections: [{ values: [8], stakeFen: 7 }] }] });
  expect(limitsInText(withLimit('{"code": "x"}', { stakeFen: 5 }, { of: 'stakeFen' }, undefined)), "not the family's again").toEqual({});
});

it('a problem of an amount stands at the place where the page looks for it', () => {
  const low = withLimit(text, undefined, { play: 'DS', of: 'stakeFen' }, 100);
  const loaded = loadGame(low, { file: 'games/ssq.json' });
  expect(loaded.ok ? [] : loaded.problems.map(({ pointer, code }) => [pointer, code])).toEqual([
    [limitPointer(limitsInText(low), DS), 'LIMIT_SMALL'],
  ]);
});
