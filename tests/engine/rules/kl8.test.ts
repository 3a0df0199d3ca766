/** 快乐8: 20 of 80. Chances against formulas of their own, prizes as the official tables have them, and what the plays cost to work out. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import { costlyPlays } from '../../../engine/rules/costs.ts';
import { betReturn, compileGame, probability } from '../../../engine/rules/index.ts';
import type { CompiledPlay } from '../../../engine/rules/types.ts';
import { numberRules } from '../../../server/content/number-rules.ts';
import { settle } from '../../../tools/games/commands.ts';
import { GameLibrary } from '../../../tools/games/library.ts';
import { familyOf } from '../../support/families.ts';
import { gameNamed } from './support/games.ts';
import { OF_2020, OF_2025 } from './support/kl8-tables.ts';

const game = gameNamed('kl8');
const compiled = compileGame(game);
const play = (code: string) => compiled.play(code) as CompiledPlay;
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

function choose(n: number, k: number): bigint {
  let ways = 1n;
  for (let i = 0; i < k; i++) ways = (ways * BigInt(n - i)) / BigInt(i + 1);
  return k < 0 || k > n ? 0n : ways;
}
const ALL = choose(80, 20);

/** Draws by the sum of their numbers, one number after the other. */
const sums = range(1, 80).reduce<bigint[][]>(
  (rows, number) => {
    for (let taken = Math.min(number, 20); taken > 0; taken--)
      for (let sum = 1410; sum >= number; sum--)
        (rows[taken] as bigint[])[sum] = (rows[taken]?.[sum] ?? 0n) + (rows[taken - 1]?.[sum - number] ?? 0n);
    return rows;
  },
  range(0, 20).map((taken) => range(0, 1410).map((sum) => (taken === 0 && sum === 0 ? 1n : 0n))),
)[20] as bigint[];
const between = (from: number, to: number): bigint => sums.slice(from, to + 1).reduce((all, ways) => all + ways, 0n);
const LAST_OLD = '2025-12-29T21:30:00+08:00';
const FIRST_NEW = '2025-12-30T21:30:00+08:00';

/** Chances of one bet of these picks, over all draws. */
function chances(code: string, picks: readonly (number | string)[]): Record<string, bigint> {
  const found = probability(play(code), { play: code, picks: { pick: picks } });
  return Object.fromEntries([...found].map(([tier, { numerator: num, denominator: den }]) => [tier, (num * ALL) / den]));
}

describe.each([
  ['2020', OF_2020, LAST_OLD, [5_700, 5_810]],
  ['2025350', OF_2025, FIRST_NEW, [5_625, 5_713]],
] as const)('快乐8 by the table of %s', (version, official, instant, [least, most]) => {
  const drawn = compileGame(game, Date.parse(instant));
  const playThen = (code: string) => drawn.play(code) as CompiledPlay;
  it.each(Object.entries(official))(
    '选 %s: every tier by its hits, paid by the table, the return in all; with bankers the same',
    (size, table) => {
      const n = Number(size);
      const expected = Object.fromEntries(Object.keys(table).map((k) => [k, choose(n, Number(k)) * choose(80 - n, 20 - Number(k))]));
      expect(chances(`X${n}`, range(1, n))).toEqual(expected);
      const paid = (code: string) =>
        Object.fromEntries(
          playThen(code).play.prizes.map((prize) => [prize.tier, (prize.kind === 'fixed' ? prize.fen : prize.estimateFen) / 100]),
        );
      expect(paid(`X${n}`)).toEqual(table);
      if (n > 1) expect(paid(`X${n}_DT`)).toEqual(table);
      const { numerator: num, denominator: den } = betReturn(playThen(`X${n}`), { play: `X${n}`, picks: { pick: range(1, n) } });
      const permyriad = Number((num * 10_000n) / den);
      expect(permyriad).toBeGreaterThanOrEqual(least);
      expect(permyriad).toBeLessThan(most);
    },
  );

  it('players read which table it is, in the rules and with the odds', () => {
    expect(drawn.game.prizeTable.version).toBe(version);
    const notes = numberRules(game, Date.parse(instant), []).flatMap((piece) => (piece.kind === 'note' ? [piece.text] : []));
    expect(notes.join()).toContain(drawn.game.prizeTable.source);
    expect(notes.join()).toContain(drawn.game.prizeTable.date);
  });
});

describe('快乐8', () => {
  const changed = Object.entries(OF_2025).flatMap(([size, table]) =>
    Object.entries(table).flatMap(([hits, yuan]) =>
      yuan === OF_2020[Number(size)]?.[Number(hits)] ? [] : [[`选${size}中${hits}`, Number(size), Number(hits)] as const],
    ),
  );
  it('fourteen tiers changed, less 十中十, which changed its share of the pool alone', () => {
    expect(changed).toHaveLength(13);
  });

  it.each(changed)('settle pays %s by the table of the draw, and today the new one', async (_, size, hits) => {
    const library = await GameLibrary.open(join(import.meta.dirname, '../../../games'), 'zh');
    const ticket = { game: 'kl8', lines: [{ play: `X${size}`, picks: { pick: [...range(1, hits), ...range(41, 40 + size - hits)] } }] };
    const paid = async (at?: string) => {
      const answer = await settle(
        { ticket, draw: { numbers: { balls: range(1, 20) } }, ...(at === undefined ? {} : { at }) },
        library,
        'zh',
      );
      return answer.ok ? Number(answer.prizeFen) / 100 : answer.errors;
    };
    expect(await paid(LAST_OLD)).toBe(OF_2020[size]?.[hits]);
    expect(await paid(FIRST_NEW)).toBe(OF_2025[size]?.[hits]);
    expect(await paid()).toBe(OF_2025[size]?.[hits]);
  });

  it('九中九 floats from 2025350 on, with a cap, and shares the pool with 十中十 as their caps do', () => {
    const tiers = (at: string) =>
      gameAt(game, Date.parse(at)).playGroups.flatMap(({ plays }) =>
        plays.flatMap(({ code, prizes }) => prizes.filter(({ kind }) => kind === 'floating').map((prize) => ({ code, ...prize }))),
      );
    expect(tiers(LAST_OLD).map(({ code, tier }) => `${code}/${tier}`)).toEqual(['X10/10', 'X10_DT/10']);
    expect(tiers(FIRST_NEW)).toEqual([
      { code: 'X9', kind: 'floating', tier: '9', name: '九中九', poolPermille: 48, capFen: 25_000_000, estimateFen: 25_000_000 },
      { code: 'X10', kind: 'floating', tier: '10', name: '十中十', poolPermille: 952, capFen: 500_000_000, estimateFen: 500_000_000 },
      { code: 'X9_DT', kind: 'floating', tier: '9', name: '九中九', poolPermille: 48, capFen: 25_000_000, estimateFen: 25_000_000 },
      { code: 'X10_DT', kind: 'floating', tier: '10', name: '十中十', poolPermille: 952, capFen: 500_000_000, estimateFen: 500_000_000 },
    ]);
    // What is guaranteed pays one winner of each at its cap.
    for (const { poolPermille, capFen } of tiers(FIRST_NEW) as unknown as { poolPermille: number; capFen: number }[])
      expect((game.poolFen * poolPermille) / 1_000).toBeGreaterThanOrEqual(capFen);
  });

  it('北京快乐8, which is not sold any more, keeps the table of 2020', () => {
    const quick = compileGame(gameNamed('bjkl8'), Date.parse('2026-11-01T12:00:00+08:00'));
    expect(quick.play('X9')?.play.prizes[0]).toMatchObject({ kind: 'fixed', fen: 30_000_000 });
    expect(quick.game.prizeTable.version).toBe('2020');
  });

  it('bets and bankers are counted', () => {
    const count = (code: string, pick: number[], bankers?: number[]) =>
      play(code).count({ play: code, picks: { pick }, ...(bankers ? { bankers: { pick: bankers } } : {}) });
    expect(count('X10', range(1, 20))).toBe(184_756n);
    expect(count('X10_DT', range(11, 20), range(1, 9))).toBe(10n);
    expect(count('X1', [7, 80])).toBe(2n);
  });

  it('盘口: more, fewer or ten of a half; the sum of all twenty', () => {
    const ten = choose(40, 10) ** 2n;
    const more = (ALL - ten) / 2n;
    for (const code of ['SXP', 'JOP'])
      for (const [value, ways] of [
        ['more', more],
        ['equal', ten],
        ['less', more],
      ] as const)
        expect(chances(code, [value]), `${code} ${value}`).toEqual({ [value]: ways });
    const tie = sums[810] as bigint;
    expect(chances('HZ_DX', ['big'])).toEqual({ big: between(811, 1410), push: tie });
    expect(chances('HZ_DX', ['small'])).toEqual({ small: between(210, 809), push: tie });
    expect(chances('HZ_810', ['tie'])).toEqual({ tie });
    const odd = sums.reduce((all, ways, sum) => (sum % 2 === 1 ? all + ways : all), 0n);
    expect([chances('HZ_DS', ['odd']), chances('HZ_DS', ['even'])]).toEqual([{ odd }, { even: ALL - odd }]);
    const elements = { metal: [210, 695], wood: [696, 763], water: [764, 855], fire: [856, 923], earth: [924, 1410] } as const;
    for (const [value, [from, to]] of Object.entries(elements)) expect(chances('WX', [value])).toEqual({ [value]: between(from, to) });
  });

  it('every 盘口 pays between 89.5 and 90 %', () => {
    for (const { code, areas } of game.playGroups.find((group) => group.code === 'PK')?.plays ?? [])
      for (const { value } of areas[0]?.kind === 'options' ? areas[0].options : []) {
        const { numerator: num, denominator: den } = betReturn(play(code), { play: code, picks: { pick: [value] } });
        const permyriad = Number((num * 10_000n) / den);
        expect(permyriad, `${code} ${value}`).toBeGreaterThanOrEqual(8_950);
        expect(permyriad, `${code} ${value}`).toBeLessThanOrEqual(9_000);
      }
  });

  it('[R21] no play is too costly, whichever is looked at first: the sums of all draws are paid for once for all kinds of its bets', () => {
    // A zone that nothing else looks at, so that nothing is at hand from before.
    const fresh = structuredClone(familyOf('kl8'));
    const zones = fresh.draw.zones.map((zone) => ({ ...zone, from: 2, to: 81 }));
    expect([...costlyPlays({ ...fresh, draw: { zones } }, ({ code }) => code === 'HZ_DX')]).toEqual([]);
  });
});
