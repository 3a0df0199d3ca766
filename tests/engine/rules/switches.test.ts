/**
 * Some rules differ between operators. A family describes both variants as plays or sets of numbers. A game leaves one out with `omitPlays`.
 * The games of this repository have the customary variant.
 */
import { expect, it } from 'vitest';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import type { FamilyDescription, Game, GameDescription } from '../../../engine/descriptions/types.ts';
import { compileGame, priceTicket, settleTicket, validateTicket } from '../../../engine/rules/index.ts';
import bjpk10 from '../../../games/bjpk10.json' with { type: 'json' };
import jlffc from '../../../games/jlffc.json' with { type: 'json' };
import syxw from '../../../games/syxw.json' with { type: 'json' };
import { familyOf } from '../../support/families.ts';

const eleven = familyOf('11x5');
const racing = familyOf('pk10');
const ssc = familyOf('ssc');

const described = (game: unknown, family: FamilyDescription, change: Partial<GameDescription> = {}): Game =>
  resolveGame({ ...(game as GameDescription), ...change }, family);
const plays = (game: Game) => game.playGroups.flatMap((group) => group.plays.map(({ code }) => code));

/** Fen that a line of one play pays. */
function pays(game: Game, play: string, picks: Record<string, readonly (number | string)[]>, numbers: Record<string, readonly number[]>) {
  const compiled = compileGame(game);
  const ticket = { game: game.code, lines: [{ play, picks }] };
  const checked = validateTicket(compiled, ticket);
  if (!checked.ok) throw new Error(checked.errors.map(({ message }) => message).join());
  return Number(settleTicket(compiled, checked.value, { numbers }).prizeFen);
}

it('RX1 is the first ball; a game may offer any of the five instead', () => {
  expect(plays(described(syxw, eleven))).toContain('RX1');
  expect(plays(described(syxw, eleven))).not.toContain('RX1_ANY');
  const drawn = { balls: [3, 7, 1, 9, 11] };
  expect(pays(described(syxw, eleven), 'RX1', { pick: [3, 7] }, drawn)).toBe(1300);
  const other = described(syxw, eleven, { omitPlays: ['RX1'] });
  expect(plays(other)).not.toContain('RX1');
  expect(pays(other, 'RX1_ANY', { pick: [3, 7, 8] }, drawn)).toBe(2 * 396);
  expect(pays(other, 'RX1_ANY', { pick: [2] }, drawn)).toBe(0);
});

it('冠亚和 11 gives the stake back; a game may count it as small and odd', () => {
  const drawn = { cars: [5, 6, 1, 2, 3, 4, 7, 8, 9, 10] };
  const zone = racing.draw.zones[0]?.id as string;
  const numbers = { [zone]: drawn.cars };
  const area = (code: string) => {
    const all = racing.playGroups.flatMap((group) => group.plays);
    const found = all.find((play) => play.code === code)?.areas[0];
    if (found?.kind !== 'options') throw new Error(code);
    return found;
  };
  const values = (code: string, ...labels: string[]) => ({
    [area(code).id]: area(code).options.flatMap(({ value, label }) => (labels.includes(label) ? [value] : [])),
  });
  const usual = described(bjpk10, racing);
  expect(plays(usual)).not.toContain('GYH_DXDS11');
  expect(pays(usual, 'GYH_DXDS', values('GYH_DXDS', '大', '小'), numbers)).toBe(2 * usual.unitFen);
  const other = described(bjpk10, racing, { omitPlays: ['GYH_DXDS'] });
  expect(pays(other, 'GYH_DXDS11', values('GYH_DXDS11', '大', '双'), numbers)).toBe(0);
  expect(pays(other, 'GYH_DXDS11', values('GYH_DXDS11', '小', '单'), numbers)).toBeGreaterThan(2 * other.unitFen);
});

it('whether 1 is prime is a set of numbers in the description', () => {
  const find = (family: FamilyDescription) =>
    family.playGroups
      .flatMap((group) => group.plays)
      .find(({ rule }) => rule.kind === 'options' && JSON.stringify(rule).includes('"prime"'));
  const play = find(ssc);
  const area = play?.areas[0]?.id as string;
  const numbers = { digits: [1, 0, 0, 0, 0] };
  expect(pays(described(jlffc, ssc), play?.code as string, { [area]: ['prime'] }, numbers)).toBeGreaterThan(0);
  const other = JSON.parse(JSON.stringify(ssc).replaceAll('[1,2,3,5,7]', '[2,3,5,7]').replaceAll('[0,4,6,8,9]', '[0,1,4,6,8,9]'));
  expect(pays(described(jlffc, other), play?.code as string, { [area]: ['prime'] }, numbers)).toBe(0);
  expect(pays(described(jlffc, other), play?.code as string, { [area]: ['composite'] }, numbers)).toBeGreaterThan(0);
});

it('a line with bankers that makes only one bet is accepted', () => {
  const game = described(syxw, eleven);
  const banker = game.playGroups
    .flatMap((group) => group.plays)
    .find((play) => play.areas.some((one) => one.kind === 'numbers' && one.bankers));
  const area = banker?.areas[0];
  if (!banker || area?.kind !== 'numbers' || banker.rule.kind !== 'combination') throw new Error('no banker play');
  const need = banker.rule.picks[0]?.choose as number;
  const ticket = {
    game: game.code,
    lines: [
      {
        play: banker.code,
        bankers: { [area.id]: [1] },
        picks: { [area.id]: Array.from({ length: need - 1 }, (_, at) => at + 2) },
      },
    ],
  };
  const compiled = compileGame(game);
  expect(validateTicket(compiled, ticket).ok).toBe(true);
  expect(priceTicket(compiled, ticket).bets).toBe(1n);
});
