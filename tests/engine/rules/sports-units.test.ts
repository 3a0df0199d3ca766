import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OutrightDescription, PassesDescription, SportDescription } from '../../../engine/descriptions/sports/types.ts';
import {
  compileSport,
  distinctBets,
  expandSport,
  type MatchResult,
  outrightRange,
  priceSport,
  type SportTicket,
  settleOutright,
  settleSport,
  distributeUnits,
  sportPrizeRange,
  validateOutright,
  validateSportTicket,
} from '../../../engine/rules/sports/index.ts';
import { seeded } from './support/games.ts';
import { seed, ticketCount } from './support/runs.ts';
import { oracleChoiceWins, type OracleMoney, oraclePayout, type Score } from './support/sports-oracle.ts';

const read = <T>(path: string): T => JSON.parse(readFileSync(join(import.meta.dirname, '../../../games', path), 'utf8')) as T;
const jczq = compileSport(read<SportDescription>('sports/jczq.json'), read<PassesDescription>('passes/jc.json'));
const bjdc = compileSport(read<SportDescription>('sports/bjdc.json'), read<PassesDescription>('passes/bjdc.json'));
const JC: OracleMoney = {
  rounding: 'third-decimal',
  sharePermille: 1000,
  caps: { 1: 10_000_000, 2: 20_000_000, 4: 50_000_000, 6: 100_000_000 },
};

/** The plan in its own words: one unit after the other. */
function byTheWords(plan: 'average' | 'hot' | 'cold', prizes: readonly number[], units: number, unitFen: number): number[] {
  const times = prizes.map(() => 0);
  const poorest = (): number =>
    times.reduce((least, t, i) => (t * (prizes[i] ?? 0) < (times[least] ?? 0) * (prizes[least] ?? 0) ? i : least), 0);
  const target = prizes.reduce((best, p, i) => ((plan === 'hot' ? p < (prizes[best] ?? 0) : p > (prizes[best] ?? 0)) ? i : best), 0);
  for (let n = 0; n < units; n++) {
    const least = poorest();
    const back = plan !== 'average' && (times[least] ?? 0) * (prizes[least] ?? 0) >= units * unitFen;
    const to = back ? target : least;
    times[to] = (times[to] ?? 0) + 1;
  }
  return times;
}

describe('[R25] 奖金优化', () => {
  it('plans give what adding one unit after the other gives', () => {
    const random = seeded(seed);
    for (let n = 0; n < 300; n++) {
      const prizes = Array.from({ length: 1 + random(12) }, () => 200 + random(random(3) === 0 ? 20_000 : 600));
      const units = 1 + random(120);
      for (const plan of ['average', 'hot', 'cold'] as const) {
        const shared = distributeUnits(plan, prizes, units, 200);
        expect([plan, prizes, units, shared]).toEqual([plan, prizes, units, byTheWords(plan, prizes, units, 200)]);
      }
    }
  });

  it('a million units over ten thousand bets add up, and no bet pays less than another by more than one of its units', () => {
    const random = seeded(seed + 1);
    const prizes = Array.from({ length: 10_000 }, () => 300 + random(50_000));
    const times = distributeUnits('average', prizes, 999_900_000, 200);
    expect(times.reduce((sum, each) => sum + each, 0)).toBe(999_900_000);
    const least = Math.min(...times.map((t, i) => t * (prizes[i] as number)));
    expect(times.every((t, i) => (t - 1) * (prizes[i] as number) <= least)).toBe(true);
    expect(distributeUnits('hot', [], 5, 200)).toEqual([]);
  });

  it('a published table: two matches of two picks, 20 bets, average', () => {
    // 2.00 × 1.80, 2.00 × 3.40, 3.20 × 1.80, 3.20 × 3.40 at 2 yuan: 7.20, 13.60, 11.52, 21.76.
    const prizes = [720, 1360, 1152, 2176];
    const times = distributeUnits('average', prizes, 20, 200);
    expect(times).toEqual([8, 4, 5, 3]);
    expect(times.map((t, i) => t * (prizes[i] as number))).toEqual([5760, 5440, 5760, 6528]);
    // Every bet gives 40.00 back; the rest goes to the favourite, or to the longest odds.
    expect([distributeUnits('hot', prizes, 20, 200), distributeUnits('cold', prizes, 20, 200)]).toEqual([
      [11, 3, 4, 2],
      [6, 3, 4, 7],
    ]);
  });

  const named = (jczq.play('BF')?.play.choices ?? []).map(({ code }) => code).filter((code) => /^\d:\d$/.test(code));
  const PLAYS = ['SPF', 'BRQSPF', 'ZJQ', 'BF'];
  function someTicket(random: (n: number) => number): SportTicket {
    for (;;) {
      const matches = Array.from({ length: 2 + random(3) }, (_, i) => ({
        match: `m${i}`,
        banker: random(6) === 0,
        numbers: { handicap: String(random(3) - 1) },
        picks: Object.fromEntries(
          Array.from({ length: 1 + random(2) }, () => PLAYS[random(PLAYS.length)] as string).map((play) => {
            const { choices } = jczq.play(play)?.play ?? { choices: [] };
            const codes = Array.from({ length: 1 + random(3) }, () => choices[random(choices.length)]?.code as string);
            return [play, Object.fromEntries(codes.map((code) => [code, `${1 + random(30)}.${10 + random(90)}`]))];
          }),
        ),
      }));
      const fitting = (jczq.table?.passes ?? []).filter((pass) => pass.matches <= matches.length && pass.matches > 1);
      const passes = [...new Set([fitting[random(fitting.length)]?.code as string, fitting[random(fitting.length)]?.code as string])];
      const plain = validateSportTicket(jczq, { game: 'jczq', matches, passes });
      if (!plain.ok) continue;
      const count = distinctBets(jczq, plain.value).length;
      if (count > 200) continue;
      const units = Array.from({ length: count }, () => random(4));
      const checked = validateSportTicket(jczq, { game: 'jczq', matches, passes, units: [...units.slice(0, -1), 1] });
      if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
      return checked.value;
    }
  }
  const scores: Score[] = [];
  for (let h = 0; h <= 8; h++) for (let a = 0; a <= 8; a++) scores.push({ full: [h, a], half: [0, 0] });
  const EACH = ticketCount(120);

  it(`${EACH} random tickets: the bets are those of the ticket, each once, and pay what listing them pays; the range too`, () => {
    const random = seeded(seed + 2);
    let won = 0;
    let refunded = 0;
    for (let n = 0; n < EACH; n++) {
      const ticket = someTicket(random);
      const units = ticket.units ?? [];
      const bets = distinctBets(jczq, ticket);
      const named1 = (legs: readonly { match: string; play: string; choice: string }[]) =>
        legs
          .map((leg) => `${leg.match} ${leg.play} ${leg.choice}`)
          .sort()
          .join('|');
      const { units: _, ...plain } = ticket;
      const expanded = new Map<string, bigint>();
      for (const { legs, times } of expandSport(jczq, plain)) expanded.set(named1(legs), (expanded.get(named1(legs)) ?? 0n) + times);
      expect(new Map(bets.map(({ legs, times }) => [named1(legs), times]))).toEqual(expanded);
      expect(bets.length).toBe(expanded.size);
      const total = units.reduce((sum, each) => sum + each, 0);
      expect(priceSport(jczq, ticket)).toEqual({ bets: BigInt(total), amountFen: BigInt(total * 200) });

      const payAt = (ended: readonly (Score | undefined)[]): { all: bigint; back: bigint } => {
        let all = 0n;
        let back = 0n;
        for (const [i, bet] of bets.entries()) {
          const odds: (string | undefined)[] = [];
          for (const { match, play, choice } of bet.legs) {
            const leg = Number(match.slice(1));
            const score = ended[leg];
            const handicap = Number(ticket.matches[leg]?.numbers?.handicap);
            if (score === undefined) odds.push(undefined);
            else if (oracleChoiceWins('jczq', play, choice, score, { match, banker: false, handicap, line: 0, picks: {} }, named) === 'won')
              odds.push((ticket.matches[leg]?.picks[play] as Record<string, string> | undefined)?.[choice]);
            else break;
          }
          if (odds.length < bet.legs.length) continue;
          const fen = oraclePayout(odds, JC) * BigInt(units[i] ?? 0);
          all += fen;
          if (odds.every((each) => each === undefined)) back += fen;
        }
        return { all, back };
      };
      const ended = ticket.matches.map(() => (random(4) === 0 ? undefined : (scores[random(30)] as Score)));
      const results: Record<string, MatchResult> = Object.fromEntries(
        ended.map((score, i) => [`m${i}`, score === undefined ? { void: true } : { measures: { full: score.full, half: score.half } }]),
      );
      const settled = settleSport(jczq, ticket, results);
      const expected = payAt(ended);
      expect([settled.prizeFen, settled.refundFen]).toEqual([expected.all, expected.back]);
      expect(settled.wins.reduce((sum, { prizeFen }) => sum + prizeFen, 0n)).toBe(expected.all);
      if (expected.all > 0n) won++;
      if (expected.back > 0n) refunded++;

      if (ticket.matches.length > 2) continue;
      let least: bigint | undefined;
      let most = 0n;
      for (const first of scores)
        for (const second of scores) {
          const { all } = payAt([first, second]);
          if (all > most) most = all;
          if (all > 0n && (least === undefined || all < least)) least = all;
        }
      expect(sportPrizeRange(jczq, ticket, 10_000_000)).toEqual({ minFen: least ?? 0n, maxFen: most, exact: true });
      const rough = sportPrizeRange(jczq, ticket, 0);
      expect([rough?.exact, (rough?.minFen ?? 0n) <= (least ?? 0n), (rough?.maxFen ?? 0n) <= most]).toEqual([false, true, true]);
    }
    expect([won > EACH / 20, refunded > 0]).toEqual([true, true]);
  });

  const pair = {
    game: 'jczq',
    passes: ['2_1'],
    matches: [
      { match: 'a', numbers: { handicap: '-1' }, picks: { SPF: { 3: '1.85' } } },
      { match: 'b', picks: { BRQSPF: { 0: '3.00', 3: '2.10' } } },
    ],
  };
  it('the order of the bets is that of the game, whatever the order of the keys', () => {
    const checked = validateSportTicket(jczq, { ...pair, units: [3, 2] });
    if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
    expect(distinctBets(jczq, checked.value).map(({ legs, prizeFen }) => [legs[1]?.choice, prizeFen])).toEqual([
      ['3', 777n],
      ['0', 1110n],
    ]);
    expect(sportPrizeRange(jczq, checked.value)).toEqual({ minFen: 2220n, maxFen: 2331n, exact: true });
  });
  it.each<[unknown, string]>([
    [[3], 'UNITS_COUNT /units'],
    [[0, 0], 'UNITS_NONE /units'],
    [[1, 1.5], 'OVER_UNITS /units/1'],
    [[1, 100_000], 'OVER_UNITS /units/1'],
    [{ 0: 1 }, 'TYPE /units'],
  ])('units %j are refused', (units, code) => {
    const checked = validateSportTicket(jczq, { ...pair, units });
    expect(checked.ok ? [] : checked.errors.map((error) => `${error.code} ${error.pointer}`)).toEqual([code]);
  });
  it('with a multiplier, or where the final odds pay, units are refused', () => {
    const of = (game: typeof jczq, input: object) => {
      const checked = validateSportTicket(game, input);
      return checked.ok ? [] : checked.errors.map((error) => `${error.code} ${error.pointer}`);
    };
    expect(of(jczq, { ...pair, multiplier: 2, units: [1, 1] })).toEqual(['UNITS_MULTIPLIER /multiplier']);
    const beijing = { game: 'bjdc', passes: ['1_1'], matches: [{ match: 'a', numbers: { handicap: '0' }, picks: { SPF: { 3: '2.00' } } }] };
    expect(of(bjdc, { ...beijing, units: [1] })).toEqual(['UNITS_GAME /units']);
  });
});

describe('[R26] outrights', () => {
  const cup: OutrightDescription = {
    $schema: '',
    format: 1,
    kind: 'outright',
    code: 'cup',
    name: '冠军',
    unitFen: 200,
    cup: 'cup',
    markets: [{ code: 'champion', name: '冠军', teams: 1, marginPermille: 200 }],
    caps: { picks: 3, multiplier: 99 },
    payout: { decimals: 2, rounding: 'third-decimal', leastFen: 200, capFen: 1_000_000 },
  };
  const picks = [
    { code: 'a', odds: '5.50', times: 2 },
    { code: 'b', odds: '12', times: 1 },
    { code: 'c', odds: '9999', times: 3 },
  ];
  it('each pick pays for itself, is capped, or gives its price back', () => {
    const settled = settleOutright(cup, picks, (code) => (code === 'b' ? 'lost' : 'won'));
    expect(settled.map(({ fen }) => fen)).toEqual([2200n, 0n, 3_000_000n]);
    expect(settleOutright(cup, picks, () => 'void').map(({ fen }) => fen)).toEqual([400n, 200n, 600n]);
    expect(outrightRange(cup, picks)).toEqual({ minFen: 2200n, maxFen: 3_000_000n });
  });
  const codes = (input: unknown): string[] => {
    const checked = validateOutright(cup, input);
    return checked.ok ? [] : checked.errors.map(({ code, pointer }) => `${code} ${pointer}`);
  };
  it.each<[unknown, string[]]>([
    [picks, []],
    [{}, ['TYPE ']],
    [[], ['NO_CHOICES ']],
    [[...picks, { code: 'd', odds: '2', times: 1 }], ['TOO_MANY ']],
    [[picks[0], picks[0]], ['DUPLICATE /1/code']],
    [[{ ...picks[0], odds: '0.9' }], ['ODDS_FORMAT /0/odds']],
    [[{ ...picks[0], odds: '2.123' }], ['ODDS_FORMAT /0/odds']],
    [[{ ...picks[0], times: 0 }], ['WHOLE_NUMBER /0/times']],
    [[{ ...picks[0], times: 100 }], ['OVER_MULTIPLIER /0/times']],
    [[{ ...picks[0], more: 1 }], ['UNKNOWN_PROPERTY /0/more']],
    [['a'], ['TYPE /0']],
    [[{ ...picks[0], code: 'a\u0000' }], ['TYPE /0/code']],
  ])('%j', (input, expected) => expect(codes(input)).toEqual(expected));
});
