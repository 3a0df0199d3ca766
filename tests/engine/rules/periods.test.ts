/** Dated prizes and bonus periods (加奖): what holds at the instant of a draw, to the second, and what is wrong in a file with its place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { floatingFen } from '../../../engine/descriptions/floating.ts';
import { loadFamily, loadGame } from '../../../engine/descriptions/load.ts';
import { instantOf } from '../../../engine/descriptions/periods.ts';
import { resolveGame } from '../../../engine/descriptions/resolve.ts';
import { gameAt } from '../../../engine/descriptions/sets.ts';
import type { Game, GameDescription, Line, Prize } from '../../../engine/descriptions/types.ts';
import { changesBetween } from '../../../engine/rules/version-changes.ts';
import { compileGame, limitUsages, playReturns, prizeRange, randomLine, settleTicket } from '../../../engine/rules/index.ts';
import { numberRules } from '../../../server/content/number-rules.ts';
import { price, readInstant, settle } from '../../../tools/games/commands.ts';
import { GameLibrary } from '../../../tools/games/library.ts';
import { main } from '../../../tools/games/main.ts';
import { runCommand } from '../../support/command.ts';
import { familyOf } from '../../support/families.ts';
import { temporaryFolder } from '../../server/support/server.ts';
import { gameNamed, seeded } from './support/games.ts';
import { runCount } from './support/runs.ts';

const FROM = '2026-12-01T00:00:00';
const UNTIL = '2026-12-08T00:00:00';
const CHANGE = '2026-12-04T12:00:00';
const SECOND = 1_000;
const at = (wall: string, plus = 0): number => instantOf(wall, { utcOffset: '+08:00' }) + plus;
const more = (plays: readonly string[], tier: string, what: object) => ({ plays, tier, ...what });

/** 和值 9 and 12 pay 10.00: from noon of the fourth day 12.00, and in the week of the bonus 2.00 and a tenth more. */
const K3: Game = {
  ...gameNamed('jsks'),
  datedPrizes: [{ from: CHANGE, prizes: [{ plays: ['HZ'], tier: 's9-12', fen: 1_200 }] }],
  bonusPeriods: [{ name: '冬季加奖', from: FROM, until: UNTIL, prizes: [more(['HZ'], 's9-12', { fen: 200, permille: 100 }) as never] }],
};
const prizeOf = (game: Game, play: string, tier: string): Prize | undefined =>
  game.playGroups
    .flatMap(({ plays }) => plays)
    .find(({ code }) => code === play)
    ?.prizes.find((prize) => prize.tier === tier);
const nine = (atMs?: number) => prizeOf(gameAt(K3, atMs), 'HZ', 's9-12');

describe('[R28] what a draw pays', () => {
  it.each([
    ['a second before the bonus', at(FROM, -SECOND), 1_000, undefined],
    ['at its first instant', at(FROM), 1_300, 300],
    ['a second after', at(FROM, SECOND), 1_300, 300],
    ['a second before the change within it', at(CHANGE, -SECOND), 1_300, 300],
    ['at the change', at(CHANGE), 1_520, 320],
    ['in its last second', at(UNTIL, -SECOND), 1_520, 320],
    ['at its end', at(UNTIL), 1_200, undefined],
    ['a second later', at(UNTIL, SECOND), 1_200, undefined],
    ['without an instant', undefined, 1_000, undefined],
  ])('%s', (_, atMs, fen, bonusFen) => {
    expect(nine(atMs)).toMatchObject({ fen });
    expect((nine(atMs) as { bonusFen?: number }).bonusFen).toBe(bonusFen);
    expect(gameAt(K3, atMs).bonuses?.map(({ name }) => name)).toEqual(
      atMs === undefined ? undefined : bonusFen === undefined ? [] : ['冬季加奖'],
    );
  });

  it('the wall clock is that of the schedule', () => {
    const west: Game = { ...K3, schedule: { ...K3.schedule, utcOffset: '-05:00' } };
    expect(prizeOf(gameAt(west, at(FROM)), 'HZ', 's9-12')).toMatchObject({ fen: 1_000 });
    expect(prizeOf(gameAt(west, at(FROM, 13 * 3_600_000)), 'HZ', 's9-12')).toMatchObject({ fen: 1_300 });
  });

  it('what is not changed stays the same object, the same stretch is the same game, and a dated game is not raised again', () => {
    const dated = gameAt(K3, at(FROM));
    expect(gameAt(K3, at(FROM, SECOND))).toBe(dated);
    expect(gameAt(dated, at(FROM))).toBe(dated);
    const plays = (game: Game) => game.playGroups.flatMap((group) => group.plays);
    expect(
      plays(dated)
        .filter((play, i) => play !== plays(K3)[i])
        .map(({ code }) => code),
    ).toEqual(['HZ']);
  });

  it('a floating tier gets its bonus beside what it takes of the pool, on the share as it turns out', () => {
    const ssq: Game = {
      ...gameNamed('ssq'),
      datedPrizes: [{ from: FROM, prizes: [{ plays: ['DS'], tier: '1', poolPermille: 600, capFen: 600_000_000 }] }],
      bonusPeriods: [{ name: '加', from: FROM, until: UNTIL, prizes: [{ plays: ['DS', 'FS'], tier: '1', fen: 5_000, permille: 100 }] }],
    };
    const first = prizeOf(gameAt(ssq, at(FROM)), 'DS', '1');
    if (first?.kind !== 'floating') throw new Error('the first prize floats');
    expect(first).toMatchObject({ poolPermille: 600, capFen: 600_000_000, estimateFen: 550_005_000, bonusFen: 50_005_000 });
    // A share of 1,234 yuan and a tenth of it to the yuan, 123, and 50.
    expect(floatingFen(first, 123_400n)).toBe(123_400n + 12_300n + 5_000n);
    // The cap is on the share.
    expect(floatingFen(first, 700_000_000n)).toBe(600_000_000n + 60_000_000n + 5_000n);
    expect(prizeOf(gameAt(ssq, at(FROM)), 'FS', '1')).toMatchObject({ capFen: 500_000_000 });
  });

  it('law: whatever is bet and drawn, a bonus adds its fen for each winning bet and changes nothing else', () => {
    for (const code of ['jsks', 'qwlhc', 'ssq']) {
      const base = gameNamed(code);
      const tiers = base.playGroups.flatMap(({ plays }) =>
        plays.flatMap(({ code: play, prizes }) => prizes.map((prize) => ({ play, prize }))),
      );
      const draw = (random: (n: number) => number) => ({
        numbers: Object.fromEntries(
          base.draw.zones.map(({ id, kind, from, to, pick }) => {
            const all = Array.from({ length: to - from + 1 }, (_, i) => from + i);
            const one = (i: number) =>
              kind === 'digits'
                ? (all[random(all.length)] as number)
                : (all.splice(random(all.length - i > 0 ? all.length : 1), 1)[0] as number);
            return [id, Array.from({ length: pick }, (_, i) => one(i))];
          }),
        ),
      });
      fc.assert(
        fc.property(fc.nat(), fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 0, max: 3_000 }), (start, fen, permille) => {
          const random = seeded(start);
          const { play, prize } = tiers[random(tiers.length)] as (typeof tiers)[number];
          const what = { fen, ...(permille > 0 ? { permille } : {}) };
          const raised: Game = {
            ...base,
            bonusPeriods: [{ name: '加', from: FROM, until: UNTIL, prizes: [{ plays: [play], tier: prize.tier, ...what }] }],
          };
          const plain = compileGame(base, at(FROM));
          const dated = compileGame(raised, at(FROM));
          const ticket = { game: code, lines: [randomLine(plain, play, random) as Line], multiplier: 1 + random(5) };
          const drawn = draw(random);
          const before = settleTicket(plain, ticket, drawn);
          const after = settleTicket(dated, ticket, drawn);
          const paid = BigInt(prize.kind === 'fixed' ? prize.fen : prize.estimateFen);
          const each = BigInt(fen) + (paid * BigInt(permille)) / 1000n;
          const bets = before.wins.filter(({ tier }) => tier === prize.tier).reduce((sum, { count }) => sum + count, 0n);
          expect(after.wins.map(({ line, tier, count }) => ({ line, tier, count }))).toEqual(
            before.wins.map(({ line, tier, count }) => ({ line, tier, count })),
          );
          expect(after.prizeFen - before.prizeFen).toBe(bets * each * BigInt(ticket.multiplier));
          expect(settleTicket(compileGame(raised, at(UNTIL)), ticket, drawn)).toEqual(
            settleTicket(compileGame(base, at(UNTIL)), ticket, drawn),
          );
        }),
        { numRuns: runCount(60) },
      );
    }
  });
});

const families = new Map([['k3', familyOf('k3')]]);
const JSKS = JSON.parse(readFileSync(join(import.meta.dirname, '../../../games/jsks.json'), 'utf8')) as GameDescription;
const SSQ = JSON.parse(readFileSync(join(import.meta.dirname, '../../../games/ssq.json'), 'utf8')) as GameDescription;
const bonus = (prizes: unknown, from = FROM, until = UNTIL, name = '加') => ({ name, from, until, prizes });
const found = (change: object, base = JSKS) => {
  const loaded = loadGame(JSON.stringify({ ...base, ...change }, null, 1), { file: `${base.code}.json`, families });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};
const HZ9 = { plays: ['HZ'], tier: 's9-12' };
const FLOATS = { poolPermille: 500, capFen: 50_000, estimateFen: 20_000 };

describe('what is wrong in a file', () => {
  it.each([
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }])] }, []],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }], UNTIL, FROM)] }, ['PERIOD_END /bonusPeriods/0/until']],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }], FROM, FROM)] }, ['PERIOD_END /bonusPeriods/0/until']],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }], '2026-02-30T00:00:00')] }, ['PERIOD_INSTANT /bonusPeriods/0/from']],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }], '2026-12-01')] }, ['SHAPE_PATTERN /bonusPeriods/0/from']],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 0 }])] }, ['PRIZE_ZERO /bonusPeriods/0/prizes/0/fen']],
    [{ bonusPeriods: [bonus([HZ9])] }, ['SHAPE_FEW /bonusPeriods/0/prizes/0']],
    [{ bonusPeriods: [bonus([{ ...HZ9, plays: ['HZZ'], fen: 1 }])] }, ['PLAY_UNKNOWN /bonusPeriods/0/prizes/0/plays/0']],
    [{ bonusPeriods: [bonus([{ ...HZ9, tier: 's9', fen: 1 }])] }, ['TIER_UNKNOWN /bonusPeriods/0/prizes/0/tier']],
    [
      {
        bonusPeriods: [
          bonus([
            { ...HZ9, fen: 1 },
            { ...HZ9, fen: 2 },
          ]),
        ],
      },
      ['DUPLICATE /bonusPeriods/0/prizes/1/plays/0'],
    ],
    [
      { bonusPeriods: [bonus([{ ...HZ9, fen: 1 }]), bonus([{ ...HZ9, fen: 1 }], CHANGE, '2027-01-01T00:00:00')] },
      ['PERIOD_OVERLAP /bonusPeriods/1/prizes/0/plays/0'],
    ],
    // One after the other, or of other tiers, they do not meet.
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }]), bonus([{ ...HZ9, fen: 1 }], UNTIL, '2027-01-01T00:00:00')] }, []],
    [{ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }]), bonus([{ ...HZ9, tier: 's3-18', fen: 1 }])] }, []],
    [{ datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, fen: 1_100 }] }] }, []],
    [{ datedPrizes: [UNTIL, FROM].map((from) => ({ from, prizes: [{ ...HZ9, fen: 1_100 }] })) }, ['PERIOD_ORDER /datedPrizes/1/from']],
    [{ datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, capFen: 5 }] }] }, ['PRIZE_FIXED /datedPrizes/0/prizes/0/capFen']],
    [{ poolFen: 100_000, datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, ...FLOATS }] }] }, []],
    [
      { poolFen: 100_000, datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, ...FLOATS, fen: 5 }] }] },
      ['PRIZE_FIXED /datedPrizes/0/prizes/0/poolPermille'],
    ],
    [{ datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, ...FLOATS }] }] }, ['POOL_MISSING /family']],
    // What an earlier date made floating is floating for a later one.
    [
      {
        poolFen: 100_000,
        datedPrizes: [
          { from: FROM, prizes: [{ ...HZ9, ...FLOATS }] },
          { from: UNTIL, prizes: [{ ...HZ9, poolPermille: 200 }] },
        ],
      },
      [],
    ],
    [
      {
        poolFen: 100_000,
        datedPrizes: [
          { from: FROM, prizes: [{ ...HZ9, ...FLOATS }] },
          { from: UNTIL, prizes: [{ ...HZ9, fen: 1_000 }] },
        ],
      },
      ['PRIZE_FLOATING /datedPrizes/1/prizes/0/fen'],
    ],
    // All slices together, over plays.
    [
      {
        poolFen: 100_000,
        datedPrizes: [
          {
            from: FROM,
            prizes: [
              { ...HZ9, ...FLOATS, poolPermille: 600 },
              { plays: ['STH_TX'], tier: 'win', ...FLOATS, poolPermille: 401 },
            ],
          },
        ],
      },
      ['POOL_SHARES /datedPrizes/0/prizes'],
    ],
    [{ datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, fen: 0 }] }] }, ['PRIZE_ZERO /datedPrizes/0/prizes/0/fen']],
    [{ caps: { multiplier: 1_000_000 }, bonusPeriods: [bonus([{ ...HZ9, fen: 9_007_199_255 }])] }, ['AMOUNT_OVERFLOW /caps/multiplier']],
    [
      {
        limits: { plays: [{ play: 'STH_TX', selection: { exposureFen: 4_000 } }] },
        bonusPeriods: [bonus([{ plays: ['STH_TX'], tier: 'win', fen: 1 }])],
      },
      ['LIMIT_SMALL /limits/plays/0/selection/exposureFen'],
    ],
  ])('%j', (change, problems) => {
    expect(found(change)).toEqual(problems);
  });

  it('of floating prizes: no fixed amount, shares within the pool, an estimate within the cap, and a bonus of something', () => {
    const dated = (change: object) => found({ datedPrizes: [{ from: FROM, prizes: [{ plays: ['DS'], tier: '1', ...change }] }] }, SSQ);
    expect(dated({ fen: 5 })).toEqual(['PRIZE_FLOATING /datedPrizes/0/prizes/0/fen']);
    expect(dated({ poolPermille: 701 })).toEqual(['POOL_SHARES /datedPrizes/0/prizes/0/poolPermille']);
    expect(dated({ capFen: 400_000_000 })).toEqual(['PRIZE_ESTIMATE /datedPrizes/0/prizes/0']);
    expect(dated({ capFen: 400_000_000, estimateFen: 400_000_000 })).toEqual([]);
    expect(found({ bonusPeriods: [bonus([{ plays: ['DS'], tier: '6', permille: 1 }])] }, SSQ)).toEqual([
      'BONUS_NOTHING /bonusPeriods/0/prizes/0/permille',
    ]);
  });

  it("a family's own are checked there, and of a game count without what it does not sell or pays otherwise", () => {
    const K3_FAMILY = JSON.parse(readFileSync(join(import.meta.dirname, '../../../games/families/k3.json'), 'utf8')) as object;
    const load = (change: object) => loadFamily(JSON.stringify({ ...K3_FAMILY, ...change }), { file: 'k3.json' });
    const wrong = load({ bonusPeriods: [bonus([{ ...HZ9, fen: 1 }], UNTIL, FROM)] });
    expect(wrong.ok ? [] : wrong.problems.map(({ pointer }) => pointer)).toEqual(['/bonusPeriods/0/until']);
    const family = load({
      datedPrizes: [{ from: FROM, prizes: [{ ...HZ9, fen: 1_100 }] }],
      bonusPeriods: [
        bonus([
          { ...HZ9, fen: 100 },
          { plays: ['STH_TX'], tier: 'win', fen: 100 },
        ]),
      ],
    });
    if (!family.ok) throw new Error('the family is sound');
    const of = (change: object) => resolveGame({ ...JSKS, ...change }, family.document);
    expect(prizeOf(gameAt(of({}), at(FROM)), 'HZ', 's9-12')).toMatchObject({ fen: 1_200 });
    expect(prizeOf(gameAt(of({ prizes: [{ play: 'HZ', tier: 's9-12', fen: 950 }] }), at(FROM)), 'HZ', 's9-12')).toMatchObject({
      fen: 1_050,
    });
    expect(of({ omitPlays: ['STH_TX'] }).bonusPeriods?.[0]?.prizes).toEqual([{ ...HZ9, fen: 100 }]);
    expect(of({ omitPlays: ['HZ', 'STH_TX'] })).not.toHaveProperty('bonusPeriods');
  });
});

describe('all functions agree about an instant', () => {
  it('returns, the range, limits, the page of rules, and what a version changes', () => {
    const [plain, raised] = [compileGame(K3, at(FROM, -1)), compileGame(K3, at(FROM))];
    const ticket = { game: 'jsks', lines: [{ play: 'HZ', picks: { sum: [9] } }] };
    expect([prizeRange(plain, ticket).maxFen, prizeRange(raised, ticket).maxFen]).toEqual([1_000n, 1_300n]);
    const rate = (compiled: typeof plain) => playReturns(compiled, 'HZ')?.highest as { numerator: bigint; denominator: bigint };
    // 25 of 216 dice make 9, a bet costs 2.00: 25 × 13.00 ÷ 432.
    expect(rate(raised).numerator * 432n).toBe(rate(raised).denominator * 25n * 13n);
    expect(rate(plain).numerator * rate(raised).denominator).toBeLessThan(rate(raised).numerator * rate(plain).denominator);

    const limited: Game = { ...K3, limits: { plays: [{ play: 'HZ', selection: { exposureFen: 100_000 } }] } };
    const owed = (from: number, until: number) => limitUsages(limited, ticket, { from, until }).map(({ fen }) => fen);
    expect(owed(at(FROM, -2 * SECOND), at(FROM, -SECOND))).toEqual([1_000]);
    expect(owed(at(FROM, -SECOND), at(FROM)), 'an issue that is drawn in the bonus').toEqual([1_300]);
    expect(owed(at(FROM, -SECOND), at(CHANGE)), 'a chase into the change').toEqual([1_520]);
    expect(owed(at(UNTIL), at(UNTIL, SECOND))).toEqual([1_200]);

    const textAt = (atMs: number) =>
      numberRules(K3, atMs, []).flatMap((piece) => (piece.kind === 'list' ? piece.items.filter((item) => item.includes('开奖的期')) : []));
    const bonusText = '冬季加奖：2026-12-01 00:00 至 2026-12-08 00:00 之间开奖的期次，和值 9 / 12 每注加奖 2 元，奖金增加 10%。';
    const change = '2026-12-04 12:00 起开奖的期次，和值 9 / 12 每注 12 元。';
    expect(textAt(at(FROM, -SECOND))).toEqual([bonusText, change]);
    expect(textAt(at(CHANGE))).toEqual([bonusText]);
    expect(textAt(at(UNTIL))).toEqual([]);

    const words = changesBetween(compileGame(gameNamed('jsks')), compileGame(K3)).map(({ text }) => text);
    expect(words).toEqual(['新增加奖「冬季加奖」：2026-12-01 00:00 – 2026-12-08 00:00', '新增 2026-12-04 12:00 起的奖金变动']);
  });

  it('the command line: odds, price and settle by --at', async () => {
    const folder = temporaryFolder();
    const { writeFileSync, mkdirSync, cpSync } = await import('node:fs');
    mkdirSync(join(folder, 'families'));
    cpSync(join(import.meta.dirname, '../../../games/families/k3.json'), join(folder, 'families/k3.json'));
    const { datedPrizes, bonusPeriods } = K3;
    writeFileSync(join(folder, 'jsks.json'), JSON.stringify({ ...JSKS, datedPrizes, bonusPeriods }));
    const ticket = { game: 'jsks', lines: [{ play: 'HZ', picks: { sum: [9] } }] };
    const draw = { numbers: { dice: [2, 3, 4] } };
    for (const [instant, fen] of [
      ['2026-11-30T23:59:59+08:00', 1_000],
      ['2026-12-01T00:00:00+08:00', 1_300],
      ['2026-12-07T23:59:59+08:00', 1_520],
      ['2026-12-08T00:00:00+08:00', 1_200],
    ] as const) {
      const library = await GameLibrary.open(folder, 'zh', readInstant(instant));
      expect(await price(ticket, library, 'zh')).toMatchObject({ ok: true, maxPrizeFen: BigInt(fen) });
      expect(await settle({ ticket, draw }, library, 'zh')).toMatchObject({ ok: true, prizeFen: BigInt(fen) });
      expect(await settle({ ticket, draw, at: instant }, await GameLibrary.open(folder, 'zh'), 'zh')).toMatchObject({
        prizeFen: BigInt(fen),
      });
      const { out } = await runCommand(main, ['odds', 'jsks', 'HZ', '--at', instant], { CAIPU_GAMES: folder });
      expect(out).toContain(`和值 9 / 12  25/216`);
      expect(out).toContain(`${(fen / 100).toFixed(2)} 元`);
    }
  });
});
