import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveSport } from '../../../engine/descriptions/sports/resolve.ts';
import type { PassesDescription, SportFile } from '../../../engine/descriptions/sports/types.ts';
import {
  type CompiledSport,
  compileSport,
  countBets,
  expandSport,
  type MatchResult,
  priceSport,
  type SportTicket,
  settleSport,
  sportPrizeRange,
  validateResults,
  validateSportTicket,
} from '../../../engine/rules/sports/index.ts';
import { seeded } from './support/games.ts';
import { seed, isThoroughRun, ticketCount } from './support/runs.ts';
import {
  oracleChoiceWins,
  listOracleBets,
  type OracleLeg,
  type OracleMoney,
  oraclePayout,
  type Score,
  oraclePrize,
} from './support/sports-oracle.ts';

const folder = join(import.meta.dirname, '../../../games');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;
const games = readdirSync(join(folder, 'sports')).map((name) => {
  const file = read<SportFile>(`sports/${name}`);
  const sport = resolveSport(file, file.like === undefined ? undefined : read<SportFile>(`sports/${file.like}.json`));
  return compileSport(sport, sport.passes === undefined ? undefined : read<PassesDescription>(`passes/${sport.passes}.json`));
});
const joined = games.filter(({ table }) => table !== undefined);
const gameNamed = (code: string): CompiledSport => games.find(({ sport }) => sport.code === code) as CompiledSport;

/** The rules that the oracle reads as words: what 竞彩 and 北京单场 pay. */
const JC: OracleMoney = {
  rounding: 'third-decimal',
  sharePermille: 1000,
  caps: { 1: 10_000_000, 2: 20_000_000, 4: 50_000_000, 6: 100_000_000 },
};
const BJ: OracleMoney = { rounding: 'down', sharePermille: 650, caps: { 1: 500_000_000 } };
const moneyOf = ({ sport }: CompiledSport): OracleMoney => (sport.code === 'bjdc' ? BJ : JC);

type Random = (n: number) => number;
/** Mostly small, now and then so dear that caps bite. */
function someOdds(random: Random): string {
  const hundredths = 101 + random(random(6) === 0 ? 90_000 : 900);
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}

/** A ticket of at most 200 bets: few matches, some with several plays, bankers now and then. */
function someTicket(game: CompiledSport, random: Random): { ticket: SportTicket; legs: OracleLeg[] } {
  const { sport, table } = game;
  for (;;) {
    const count = 1 + random(5);
    const only = sport.mixed ? undefined : sport.plays[random(sport.plays.length)];
    const legs = Array.from({ length: count }, (_, i): OracleLeg => {
      const handicap = sport.code === 'jclq' ? random(20) - 10 + random(2) / 2 : random(5) - 2;
      const line = sport.code === 'jclq' ? 150 + random(20) + random(2) / 2 : 1 + random(4) + random(2) / 2;
      const open = sport.plays.filter((play) => (only ? play === only : true) && (play.code !== 'EXY' || Math.abs(handicap) === 1));
      const picks: Record<string, Record<string, string>> = {};
      for (let k = 0; k <= random(2); k++) {
        const play = open[random(open.length)];
        if (play === undefined) continue;
        const chosen: Record<string, string> = {};
        for (let c = 0; c <= random(3); c++) chosen[play.choices[random(play.choices.length)]?.code as string] = someOdds(random);
        picks[play.code] = chosen;
      }
      return { match: `m${i}`, banker: random(5) === 0, handicap, line, picks };
    });
    const fitting = (table?.passes ?? []).filter(({ matches }) => matches <= count);
    const passes = [...new Set(Array.from({ length: 1 + random(2) }, () => fitting[random(fitting.length)]?.code as string))];
    const numbers = ({ handicap, line }: OracleLeg): Record<string, string> =>
      Object.fromEntries(sport.numbers.map(({ code }) => [code, String(code === 'line' ? line : handicap)]));
    const input = {
      game: sport.code,
      matches: legs.map((leg) => ({ match: leg.match, banker: leg.banker, numbers: numbers(leg), picks: leg.picks })),
      passes,
    };
    const checked = validateSportTicket(game, input);
    if (checked.ok && countBets(game, checked.value) <= 200n) return { ticket: checked.value, legs };
  }
}

const scoresNamed = (game: CompiledSport): string[] =>
  game.sport.plays.flatMap(({ choices }) => choices.map(({ code }) => code)).filter((code) => /^\d:\d$/.test(code));

/** Every result that any play could tell apart, and then some. */
function everyScore({ sport }: CompiledSport): Score[] {
  const scores: Score[] = [];
  if (sport.code === 'jclq') {
    for (let h = 40; h <= 130; h++) for (let a = 40; a <= 130; a++) if (h !== a) scores.push({ full: [h, a], half: [0, 0] });
    return scores;
  }
  for (let h = 0; h <= 8; h++)
    for (let a = 0; a <= 8; a++)
      for (let hh = 0; hh <= h; hh++) for (let ha = 0; ha <= a; ha++) scores.push({ full: [h, a], half: [hh, ha] });
  return scores;
}

const EACH = ticketCount(150, 60);
describe.each(joined.map((game) => [game.sport.code, game] as const))(
  `[R19][R20][R21][R22] ${EACH} random tickets of %s against listing every bet`,
  (code, game) => {
    const named = scoresNamed(game);
    const scores = everyScore(game);
    const table = game.table as PassesDescription;
    const money = moneyOf(game);
    const final = game.sport.payout.kind === 'odds' && game.sport.payout.odds === 'final';

    it('as many bets, the same bets, the same prizes in random results with void matches', () => {
      const random = seeded(seed);
      let won = 0;
      let voided = 0;
      for (let n = 0; n < EACH; n++) {
        const { ticket, legs } = someTicket(game, random);
        const bets = listOracleBets({ legs, passes: ticket.passes }, table);
        expect([priceSport(game, ticket).bets, [...expandSport(game, ticket)].reduce((sum, { times }) => sum + times, 0n)]).toEqual([
          BigInt(bets.length),
          BigInt(bets.length),
        ]);
        const ended = legs.map(() => (random(6) === 0 ? undefined : (scores[random(scores.length)] as Score)));
        const finals = legs.map((leg) =>
          Object.fromEntries(
            Object.entries(leg.picks).map(([play, chosen]) => [
              play,
              Object.fromEntries(Object.keys(chosen).map((choice) => [choice, someOdds(random)])),
            ]),
          ),
        );
        const results: Record<string, MatchResult> = Object.fromEntries(
          legs.map(({ match }, i) => {
            const score = ended[i];
            if (score === undefined) return [match, { void: true }];
            const measures = code === 'jclq' ? { full: score.full } : { full: score.full, half: score.half };
            return [match, final ? { measures, odds: finals[i] as Record<string, Record<string, string>> } : { measures }];
          }),
        );
        const checked = validateResults(game, ticket, results);
        if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
        const expected = oraclePrize(
          bets,
          (leg, play, choice) => {
            const score = ended[leg];
            return score === undefined ? 'void' : oracleChoiceWins(code, play, choice, score, legs[leg] as OracleLeg, named);
          },
          money,
          (leg, play, choice, sold) => (final ? (finals[leg]?.[play]?.[choice] as string) : sold),
        );
        const settled = settleSport(game, ticket, checked.value);
        expect([settled.wins.reduce((sum, { count }) => sum + count, 0n), settled.prizeFen]).toEqual([expected.count, expected.fen]);
        if (settled.prizeFen > 0n) won++;
        if (ended.includes(undefined)) voided++;
      }
      expect([won > EACH / 10, voided > EACH / 10]).toEqual([true, true]);
    });

    it('the least and the most that it can win over every score of every match', () => {
      const random = seeded(seed + 1);
      let capped = 0;
      for (let n = 0; n < EACH / 3; n++) {
        const { ticket, legs } = someTicket(game, random);
        const bets = listOracleBets({ legs, passes: ticket.passes }, table);
        // What each match can do to the picks, each way once.
        const ways = legs.map((leg) => {
          const picks = Object.entries(leg.picks).flatMap(([play, chosen]) => Object.keys(chosen).map((choice) => [play, choice] as const));
          const seen = new Map<string, Map<string, 'lost' | 'won' | 'void'>>();
          for (const score of scores) {
            const states = picks.map(([play, choice]) => oracleChoiceWins(code, play, choice, score, leg, named));
            if (!seen.has(states.join()))
              seen.set(states.join(), new Map(picks.map(([play, choice], k) => [`${play} ${choice}`, states[k] as 'lost'])));
          }
          return [...seen.values()];
        });
        if (ways.reduce((all, list) => all * list.length, 1) * bets.length > (isThoroughRun ? 2_000_000 : 200_000)) continue;
        let least: bigint | undefined;
        let most = 0n;
        const play = (at: number, taken: readonly Map<string, 'lost' | 'won' | 'void'>[]): void => {
          if (at < ways.length) {
            for (const way of ways[at] as (typeof ways)[number]) play(at + 1, [...taken, way]);
            return;
          }
          const { fen } = oraclePrize(bets, (leg, name, choice) => taken[leg]?.get(`${name} ${choice}`) as 'lost', money);
          if (fen > most) most = fen;
          if (fen > 0n && (least === undefined || fen < least)) least = fen;
        };
        play(0, []);
        const range = sportPrizeRange(game, ticket, 10_000_000);
        expect(range, JSON.stringify(ticket)).toEqual({ minFen: least ?? 0n, maxFen: most, exact: true });
        if (most > 20_000_000n) capped++;
        // Without the time for it, the range before rounding and caps is near: half a fen a bet, and what the minimum and the caps change.
        const rough = sportPrizeRange(game, ticket, 0);
        expect(rough?.exact).toBe(false);
      }
      expect(code === 'bjdc' || capped > 0).toBe(true);
    });
  },
);

describe('[R23] pools of an issue', () => {
  const game = gameNamed('ctzq');
  const results = (text: string): Record<string, MatchResult> =>
    Object.fromEntries(
      [...text].map((sign, i) => [
        String(i + 1),
        sign === '*' ? { void: true } : { measures: { full: { 3: [1, 0], 1: [1, 1], 0: [0, 1] }[sign] as [number, number] } },
      ]),
    );
  const ticket = (play: string, picks: readonly string[], bankers: readonly number[] = []): SportTicket => {
    const checked = validateSportTicket(game, {
      game: 'ctzq',
      matches: picks.flatMap((codes, i) =>
        codes === '' ? [] : [{ match: String(i + 1), banker: bankers.includes(i + 1), picks: { [play]: [...codes] } }],
      ),
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    return checked.value;
  };

  it(`${EACH} random tickets of each play have the bets and the tiers that listing gives`, () => {
    const random = seeded(seed + 2);
    for (const [play, choose] of [
      ['T14C', 14],
      ['TR9', 9],
    ] as const)
      for (let n = 0; n < EACH; n++) {
        const marked = play === 'T14C' ? 14 : 9 + random(3);
        const picks = Array.from({ length: 14 }, (_, i) => (i >= marked ? '' : '310'.slice(0, 1 + (random(4) === 0 ? random(3) : 0))));
        const bankers = play === 'TR9' ? [1, 2, 3].slice(0, random(4)) : [];
        const drawn = Array.from({ length: 14 }, () => '331*0'[random(5)] as string).join('');
        const all = picks.flatMap((codes, i) => (codes === '' ? [] : [i]));
        const groups = combinationsOf(all, choose).filter((group) => bankers.every((b) => group.includes(b - 1)));
        const tally = new Map<number, bigint>();
        let bets = 0n;
        for (const group of groups) {
          // Hits by how many choices are right, match by match.
          let ways = new Map([[0, 1n]]);
          for (const i of group) {
            const codes = picks[i] as string;
            const right = drawn[i] === '*' ? codes.length : codes.includes(drawn[i] as string) ? 1 : 0;
            const next = new Map<number, bigint>();
            for (const [hits, count] of ways) {
              next.set(hits + 1, (next.get(hits + 1) ?? 0n) + count * BigInt(right));
              next.set(hits, (next.get(hits) ?? 0n) + count * BigInt(codes.length - right));
            }
            ways = next;
          }
          for (const [hits, count] of ways) {
            tally.set(hits, (tally.get(hits) ?? 0n) + count);
            bets += count;
          }
        }
        if (bets > BigInt(game.sport.caps.bets)) {
          expect(() => ticket(play, picks, bankers)).toThrow(`"count":"${bets}"`);
          continue;
        }
        const sold = ticket(play, picks, bankers);
        expect(priceSport(game, sold).bets).toBe(bets);
        const { wins } = settleSport(game, sold, results(drawn), { 'T14C/1': 500_000_00, 'T14C/2': 1_000_00, 'TR9/1': 900_00 });
        const tiers = play === 'T14C' ? { 1: 14, 2: 13 } : { 1: 9 };
        const expected = Object.entries(tiers).flatMap(([tier, hits]) => ((tally.get(hits) ?? 0n) > 0n ? [[tier, tally.get(hits)]] : []));
        expect(wins.map(({ tier, count }) => [tier, count])).toEqual(expected);
      }
  });

  it('a void match makes every choice right', () => {
    const sold = ticket('T14C', ['310', ...new Array<string>(13).fill('3')]);
    const { wins, prizeFen } = settleSport(game, sold, results(`*${'3'.repeat(13)}`), { 'T14C/1': 700 });
    expect([wins.map(({ tier, count }) => [tier, count]), prizeFen]).toEqual([[['1', 3n]], 2100n]);
  });
});

function combinationsOf<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, i) => combinationsOf(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]));
}

describe('[R20] passes', () => {
  it('the number after the _ is how many bets a pass has over as many matches as it joins', () => {
    for (const game of joined)
      for (const { code, matches } of game.table?.passes ?? []) {
        const [play] = game.sport.plays;
        const choice = play?.choices[0]?.code as string;
        const legs = Array.from({ length: matches }, (_, i) => ({
          match: `m${i}`,
          numbers: Object.fromEntries(game.sport.numbers.map((number) => [number.code, String(number.from)])),
          picks: { [play?.code as string]: { [choice]: '2.00' } },
        }));
        const bets = countBets(game, { game: game.sport.code, matches: legs, passes: [code], multiplier: 1 });
        expect([game.sport.code, code, bets]).toEqual([game.sport.code, code, BigInt(code.split('_')[1] as string)]);
      }
  });

  it('竞彩 repeats what several groups of matches hold, 北京单场 does not', () => {
    const matches = (numbers: Record<string, string>, play: string) =>
      Array.from({ length: 4 }, (_, i) => ({ match: `m${i}`, numbers, picks: { [play]: { '3': '2.00' } } }));
    const of = (code: string, pass: string, play: string, numbers = {}) =>
      countBets(gameNamed(code), { game: code, matches: matches(numbers, play), passes: [pass], multiplier: 1 });
    // 3串4 over four matches: four groups of three pairs and a triple; each pair is in two groups.
    expect(of('jczq', '3_4', 'BRQSPF')).toBe(16n);
    expect(of('bjdc', '3_4', 'SPF', { handicap: '0' })).toBe(10n);
  });
});

describe('[R22] prizes', () => {
  const one = (odds: string[], passes = [`${odds.length}_1`], results: (true | undefined)[] = []): bigint => {
    const game = gameNamed('jczq');
    const checked = validateSportTicket(game, {
      game: 'jczq',
      passes,
      matches: odds.map((each, i) => ({ match: `m${i}`, picks: { BRQSPF: { 3: each } } })),
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    const ended = Object.fromEntries(
      odds.map((_, i) => [`m${i}`, results[i] ? { void: true } : { measures: { full: [1, 0] as const, half: [0, 0] as const } }]),
    );
    return settleSport(game, checked.value, ended).prizeFen;
  };
  it('the third decimal of the yuan decides, 5 goes to the even fen, and what follows it does not count', () => {
    // 2 × 1.15 × 1.35 = 3.105 → 3.10; 2 × 1.05 × 1.15 = 2.415 → 2.42 (1 is odd).
    expect([one(['1.15', '1.35']), one(['1.05', '1.15'])]).toEqual([310n, 242n]);
    // 2 × 1.37 × 1.51 × 1.21 = 5.006254 (4 of the third is dropped … 6 is raised): 5.006 → 5.01.
    expect(one(['1.37', '1.51', '1.21'])).toBe(501n);
    expect(oraclePayout(['1.37', '1.51', '1.21'], JC)).toBe(501n);
  });
  it('a bet pays at least 2.00 and at most what its live legs allow', () => {
    expect(one(['1.00', '1.00'])).toBe(200n);
    expect(one(['900.00', '900.00'])).toBe(20_000_000n);
    // Four legs may pay 500,000; one of them void leaves three, which may pay 200,000.
    expect([one(['90.00', '90.00', '90.00', '90.00']), one(['90.00', '90.00', '90.00', '90.00'], undefined, [true])]).toEqual([
      50_000_000n,
      20_000_000n,
    ]);
  });
  it('all legs void give the price back, whatever the share and the least prize are', () => {
    expect(one(['3.00', '4.00'], undefined, [true, true])).toBe(200n);
    const bj = gameNamed('bjdc');
    const { payout } = bj.sport;
    if (payout.kind !== 'odds') throw new Error('北京单场 pays by odds');
    const plain = compileSport({ ...bj.sport, payout: { ...payout, leastFen: 0 } }, bj.table);
    const ticket = {
      game: 'bjdc',
      passes: ['1_1'],
      multiplier: 3,
      matches: [{ match: 'a', numbers: { handicap: '0' }, picks: { SPF: { 3: '2' } } }],
    };
    expect(settleSport(plain, ticket, { a: { void: true } }).prizeFen).toBe(600n);
  });
});

describe('[R24] refusals', () => {
  const game = gameNamed('jczq');
  const good = {
    game: 'jczq',
    passes: ['2_1'],
    matches: [
      { match: 'a', numbers: { handicap: '-1' }, picks: { SPF: { 3: '1.85' } } },
      { match: 'b', banker: true, picks: { BRQSPF: { 3: '2.10', 0: '3.00' } } },
    ],
  };
  const codes = (change: Record<string, unknown>, compiled = game): string[] => {
    const checked = validateSportTicket(compiled, { ...good, ...change });
    return checked.ok ? [] : checked.errors.map(({ code, pointer }) => `${code} ${pointer}`);
  };
  const [first, second] = good.matches as [object, object];
  it('the example is sold', () => expect(codes({})).toEqual([]));
  it.each<[Record<string, unknown>, string[]]>([
    [{ game: 'jclq' }, ['WRONG_GAME /game']],
    [{ matches: [] }, ['NO_MATCHES /matches']],
    [{ matches: new Array(16).fill(first) }, ['OVER_MATCHES /matches']],
    [{ matches: [first, first] }, ['MATCH_TWICE /matches/1/match']],
    [{ matches: [{ ...first, match: 'a\u0000' }, second] }, ['TYPE /matches/0/match']],
    [{ matches: [{ ...first, match: '\ud800' }, second] }, ['TYPE /matches/0/match']],
    [{ matches: [{ ...first, numbers: {} }, second] }, ['NUMBER_MISSING /matches/0']],
    [{ matches: [{ ...first, numbers: { handicap: '-1.5' } }, second] }, ['NUMBER_FORMAT /matches/0/numbers/handicap']],
    [{ matches: [{ ...first, numbers: { handicap: -1 } }, second] }, ['TYPE /matches/0/numbers/handicap']],
    [{ matches: [{ ...first, numbers: { handicup: '-1' } }, second] }, ['NUMBER_UNKNOWN /matches/0/numbers/handicup']],
    [{ matches: [{ ...first, picks: {} }, second] }, ['NO_CHOICES /matches/0/picks']],
    [{ matches: [{ ...first, picks: { SPG: { 3: '2' } } }, second] }, ['UNKNOWN_PLAY /matches/0/picks/SPG']],
    [{ matches: [{ ...first, picks: { SPF: { 4: '2' } } }, second] }, ['UNKNOWN_CHOICE /matches/0/picks/SPF/4']],
    [{ matches: [{ ...first, picks: { SPF: { 3: 2 } } }, second] }, ['ODDS_FORMAT /matches/0/picks/SPF/3']],
    [{ matches: [{ ...first, picks: { SPF: { 3: '0.99' } } }, second] }, ['ODDS_FORMAT /matches/0/picks/SPF/3']],
    [{ matches: [{ ...first, picks: { SPF: { 3: '2.123' } } }, second] }, ['ODDS_FORMAT /matches/0/picks/SPF/3']],
    [{ matches: [{ ...first, numbers: { handicap: '-2' }, picks: { EXY: { 3: '2' } } }, second] }, ['PLAY_NOT_SOLD /matches/0/picks/EXY']],
    [{ passes: [] }, ['NO_PASSES /passes']],
    [{ passes: ['2_1', '2_1'] }, ['PASS_TWICE /passes/1']],
    [{ passes: ['2_2'] }, ['UNKNOWN_PASS /passes/0']],
    [{ passes: ['3_1'] }, ['PASS_MATCHES /passes/0']],
    [{ passes: ['1_1'] }, ['PASS_BANKERS /passes/0']],
    [{ multiplier: 100_000 }, ['OVER_MULTIPLIER /multiplier']],
    [{ lines: [] }, ['UNKNOWN_PROPERTY /lines']],
  ])('%j', (change, expected) => expect(codes(change)).toEqual(expected));

  it('as many legs as the shortest of its plays allows', () => {
    const matches = Array.from({ length: 5 }, (_, i) => ({
      match: `m${i}`,
      picks: i === 0 ? { BF: { '1:0': '7.00' } } : { BRQSPF: { 3: '2.00' } },
    }));
    expect([codes({ matches, passes: ['4_1'] }), codes({ matches, passes: ['5_1'] })]).toEqual([[], ['PASS_TOO_LONG /passes/0']]);
  });

  it('no more bets than the game allows', () => {
    const picks = { BF: Object.fromEntries((game.play('BF')?.play.choices ?? []).map(({ code }) => [code, '9.00'])) };
    expect(codes({ matches: Array.from({ length: 4 }, (_, i) => ({ match: `m${i}`, picks })), passes: ['4_1'] })).toEqual([
      'OVER_BETS /passes',
    ]);
  });

  it('results: missing, malformed, impossible, and without the final odds that pay', () => {
    const bj = gameNamed('bjdc');
    const checked = validateSportTicket(bj, {
      game: 'bjdc',
      passes: ['1_1'],
      matches: [{ match: 'a', numbers: { handicap: '0' }, picks: { SPF: { 3: '2' } } }],
    });
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    const of = (results: unknown): string[] => {
      const judged = validateResults(bj, checked.value, results);
      return judged.ok ? [] : judged.errors.map(({ code, pointer }) => `${code} ${pointer}`);
    };
    expect(of({})).toEqual(['RESULT_MISSING ']);
    expect(of({ a: { measures: { full: [1] } } })).toEqual(['RESULT_MEASURE /a/measures/full']);
    expect(of({ a: { measures: { full: [1, 0], half: [2, 0] }, odds: { SPF: { 3: '2.5' } } } })).toEqual([
      'RESULT_WITHIN /a/measures/half',
    ]);
    expect(of({ a: { measures: { full: [1, 0] } } })).toEqual(['RESULT_ODDS /a/odds']);
    expect(of({ a: { measures: { full: [0, 1] } } })).toEqual([]);
    expect(of({ a: { void: true } })).toEqual([]);
  });
});
