import { expect, it } from 'vitest';
import { tableTurns } from '../../../../engine/screens/lottery/blocks/chase-plan/table-turns.ts';
import { gameNamed } from '../../rules/support/games.ts';

const described = gameNamed('qwlhc');
const plan = ['2027-02-05', '2027-02-06', '2027-02-07'].map((day, at) => ({
  issue: `00${at + 1}`,
  drawsAt: Date.parse(`${day}T21:30:00+08:00`),
  closesAt: 0,
  multiplier: 1,
}));

it('a chase over the lunar new year says from which issue on another table counts', () => {
  expect(tableTurns({ described }, plan, ['TX'])).toEqual([{ issue: '002', name: '羊年生肖' }]);
});

it('says nothing within a year, and nothing of plays that mean the same in every year', () => {
  expect(tableTurns({ described }, plan.slice(1), ['TX'])).toEqual([]);
  expect(
    tableTurns(
      { described: gameNamed('lhc') },
      plan,
      gameNamed('lhc').playGroups.flatMap(({ plays }) => plays.map(({ code }) => code)),
    ),
  ).toEqual([]);
});
