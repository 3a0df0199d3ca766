/** The slip as it is sent is a ticket that the rules take: of every kind of game, with odds and without. */
import { describe, expect, it } from 'vitest';
import type { PickedMatch } from '../../engine/machines/picked-matches.ts';
import { compileSport, validateSportTicket } from '../../engine/rules/sports/index.ts';
import { sentTicket, slipRules } from '../../engine/screens/sports/slip/slip-runtime.ts';
import { sport } from './support/sports.ts';

const match = (n: number, picks: PickedMatch['picks'], numbers: PickedMatch['numbers'] = {}): PickedMatch => ({
  match: `m${n}`,
  code: `周日${n}`,
  league: '演示',
  home: '主',
  away: '客',
  startsAt: n,
  singleStopsAt: n,
  passStopsAt: n,
  numbers,
  singles: [],
  picks,
});

describe('the slip as it is sent', () => {
  it.each([
    ['jczq', [match(1, { BRQSPF: { '3': '1.85' } }), match(2, { SPF: { '0': '2.10' } }, { handicap: '-1' })]],
    ['jclq', [match(1, { SF: { '3': '1.70' } }), match(2, { DXF: { '0': '1.75' } }, { line: '210.5' })]],
    // Sold without odds: none may be known.
    ['bjdc', [match(1, { SPF: { '3': '' } }, { handicap: '0' }), match(2, { SPF: { '1': '3.2' } }, { handicap: '1' })]],
    ['ctzq', Array.from({ length: 9 }, (_, i) => match(i + 1, { TR9: { '3': '', '1': '' } }))],
    ['ctzq', Array.from({ length: 14 }, (_, i) => match(i + 1, { T14C: { '0': '' } }))],
  ] as const)('%s', async (code, legs) => {
    const game = await sport(code);
    const rules = slipRules({ hash: 'h1', sport: game });
    const ticket = JSON.parse(JSON.stringify(sentTicket(code, { rules, legs, passes: null, multiplier: 2 }))) as unknown;
    const checked = validateSportTicket(compileSport(game, game.table), ticket);
    expect(checked.ok ? [] : checked.errors).toEqual([]);
  });
});
