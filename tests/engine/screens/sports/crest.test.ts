/** Crests that are chosen by the code of a club. */
import { expect, it } from 'vitest';
import { crestOfCode } from '../../../../engine/screens/kit/crest.tsx';
import { namesOfPicksInSheet, shortPicks } from '../../../../engine/screens/sports/blocks/match-board/match-row.tsx';
import { viewOf } from '../../../../engine/screens/sports/plays.ts';
import { readSport } from './support/sports.ts';

it('a code has one crest, and codes differ', () => {
  const codes = Array.from({ length: 60 }, (_, i) => `club${i}`);
  expect(codes.map(crestOfCode)).toEqual(codes.map(crestOfCode));
  expect(crestOfCode('rma')).toEqual(crestOfCode('rma'));
  expect(new Set(codes.map((code) => JSON.stringify(crestOfCode(code)))).size).toBeGreaterThan(40);
});

it('a card names two picks and counts the others', async () => {
  expect(shortPicks(['1:0'])).toBe('1:0');
  expect(shortPicks(['1:0', '2:1'])).toBe('1:0 · 2:1');
  expect(shortPicks(['1:0', '2:1', '3', '大'])).toBe('1:0 · 2:1 +2');
  const view = viewOf(await readSport('jczq'), 'HH');
  expect(namesOfPicksInSheet({ BF: { '2:1': '9.00', '1:0': '7.00' } }, view)).toEqual(['1:0', '2:1']);
});
