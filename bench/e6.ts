/** E6: settling tickets, beside a loop over bit masks written for the one game, and beside walking the game's JSON for every ticket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CalendarDescription } from '../engine/descriptions/calendars.ts';
import { calendarOf, resolveGame } from '../engine/descriptions/resolve.ts';
import type { CombinationRule, Draw, Game, GameDescription, Line } from '../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../engine/rules/index.ts';
import { seeded } from '../tests/engine/rules/support/games.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { compare, cpuPerCall } from './lib/rounds.ts';

/** 5 sixth prizes and the like are as rare here as in life; the three answers must agree on each tier. */
const DRAW: Draw = { numbers: { red: [1, 5, 9, 14, 22, 33], blue: [7] } };
const TIERS = ['1', '2', '3', '4', '5', '6'];

type Random = (n: number) => number;

function some(count: number, to: number, random: Random): number[] {
  const set = new Set<number>();
  while (set.size < count) set.add(1 + random(to));
  return [...set];
}

function single(random: Random): Line {
  return { play: 'DS', picks: { red: some(6, 33, random), blue: some(1, 16, random) } };
}

/** Of ten tickets seven singles, two multiples and one with bankers. */
function mixed(random: Random): Line {
  const of = random(10);
  if (of < 7) return single(random);
  if (of < 9) return { play: 'FS', picks: { red: some(7 + random(5), 33, random), blue: some(1 + random(3), 16, random) } };
  const dan = 1 + random(4);
  const red = some(dan + 6 - dan + 1 + random(4), 33, random);
  return { play: 'DT', picks: { red: red.slice(dan), blue: some(1 + random(2), 16, random) }, bankers: { red: red.slice(0, dan) } };
}

/** Tickets as bits: red numbers 1–31 in one word, 32 and 33 in another. */
interface Masks {
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly blue: Int32Array;
  readonly bankersLow: Int32Array;
  readonly bankersHigh: Int32Array;
}

function masksOf(lines: readonly Line[]): Masks {
  const word = () => new Int32Array(lines.length);
  const masks = { low: word(), high: word(), blue: word(), bankersLow: word(), bankersHigh: word() };
  const put = (low: Int32Array, high: Int32Array, at: number, values: readonly unknown[]) => {
    for (const v of values as number[])
      if (v < 32) low[at] = (low[at] as number) | (1 << v);
      else high[at] = (high[at] as number) | (1 << (v - 32));
  };
  lines.forEach(({ picks, bankers }, i) => {
    put(masks.low, masks.high, i, picks.red ?? []);
    put(masks.bankersLow, masks.bankersHigh, i, bankers?.red ?? []);
    put(masks.blue, masks.blue, i, picks.blue ?? []);
  });
  return masks;
}

function bits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Tier by red hits and whether the blue is right, 0 for none: the rule of this game, known by heart. */
function prizeOf(red: number, blue: boolean): number {
  if (red === 6) return blue ? 1 : 2;
  if (red === 5) return blue ? 3 : 4;
  if (red === 4) return blue ? 4 : 5;
  return blue ? (red === 3 ? 5 : 6) : 0;
}

const LOOKUP = Uint8Array.from({ length: 14 }, (_, i) => prizeOf(i >> 1, (i & 1) === 1));

function drawnMasks(): readonly [number, number, number] {
  const { low, high, blue } = masksOf([{ play: '', picks: DRAW.numbers }]);
  return [low[0] as number, high[0] as number, blue[0] as number];
}

function byHandSingles({ low, high, blue }: Masks): Float64Array {
  const [dl, dh, db] = drawnMasks();
  const won = new Float64Array(7);
  for (let i = 0; i < low.length; i++) {
    const red = bits((low[i] as number) & dl) + bits((high[i] as number) & dh);
    const tier = LOOKUP[red * 2 + (((blue[i] as number) & db) !== 0 ? 1 : 0)] as number;
    won[tier] = (won[tier] as number) + 1;
  }
  return won;
}

const CHOOSE = Array.from({ length: 34 }, () => new Float64Array(34));
for (let n = 0; n < 34; n++)
  for (let k = 0; k <= n; k++)
    (CHOOSE[n] as Float64Array)[k] = k === 0 ? 1 : ((CHOOSE[n - 1]?.[k - 1] ?? 0) as number) + ((CHOOSE[n - 1]?.[k] ?? 0) as number);

function byHandMixed({ low, high, blue, bankersLow, bankersHigh }: Masks): Float64Array {
  const [dl, dh, db] = drawnMasks();
  const won = new Float64Array(7);
  for (let i = 0; i < low.length; i++) {
    const l = low[i] as number;
    const h = high[i] as number;
    const bl = bankersLow[i] as number;
    const bh = bankersHigh[i] as number;
    const hit = bits(l & dl) + bits(h & dh);
    const rest = 6 - bits(bl) - bits(bh);
    const missed = bits(l) + bits(h) - hit;
    const sure = bits(bl & dl) + bits(bh & dh);
    const right = ((blue[i] as number) & db) !== 0 ? 1 : 0;
    const wrong = bits(blue[i] as number) - right;
    for (let k = 0; k <= rest && k <= hit; k++) {
      if (rest - k > missed) continue;
      const ways = ((CHOOSE[hit] as Float64Array)[k] as number) * ((CHOOSE[missed] as Float64Array)[rest - k] as number);
      const yes = LOOKUP[(sure + k) * 2 + 1] as number;
      const no = LOOKUP[(sure + k) * 2] as number;
      won[yes] = (won[yes] as number) + ways * right;
      won[no] = (won[no] as number) + ways * wrong;
    }
  }
  return won;
}

/** Ours, by the interface that settlement uses: one line at a time, any play, any tier. */
function byEngine(game: CompiledGame, lines: readonly Line[]): Float64Array {
  const won = new Float64Array(7);
  const settles = new Map(game.plays.map((play) => [play.play.code, play.against(DRAW)]));
  const tiers = new Map(TIERS.map((tier) => [tier, Number(tier)]));
  for (const line of lines) {
    const wins = (settles.get(line.play) as (line: Line) => ReadonlyMap<string, bigint>)(line);
    if (wins.size === 0) continue;
    for (const [tier, bets] of wins) {
      const at = tiers.get(tier) as number;
      won[at] = (won[at] as number) + Number(bets);
    }
  }
  return won;
}

function* listed<T>(values: readonly T[], count: number): Generator<readonly T[]> {
  if (count === 0) yield [];
  for (let i = 0; i + count <= values.length && count > 0; i++)
    for (const rest of listed(values.slice(i + 1), count - 1)) yield [values[i] as T, ...rest];
}

/** The description read again for each ticket: find the play, list the bets, look at each pick's zone, go through the tiers. */
function byInterpreter(game: Game, lines: readonly Line[]): Float64Array {
  const won = new Float64Array(7);
  for (const line of lines) {
    const play = game.playGroups.flatMap((group) => group.plays).find(({ code }) => code === line.play);
    const rule = play?.rule as CombinationRule;
    const bets = rule.picks.reduce<(readonly unknown[])[][]>(
      (all, { area, choose }) => {
        const dan = line.bankers?.[area] ?? [];
        const chosen = [...listed(line.picks[area] ?? [], choose - dan.length)].map((values) => [...dan, ...values]);
        return all.flatMap((bet) => chosen.map((values) => [...bet, values]));
      },
      [[]],
    );
    for (const bet of bets) {
      const hits = rule.picks.map(({ of }, i) => {
        const drawn = of.flatMap(({ zone }) => DRAW.numbers[zone] ?? []);
        return bet[i]?.filter((v) => drawn.includes(v as number)).length;
      });
      const tier = rule.tiers.find((one) => one.hits.some((figures) => figures.every((figure, i) => figure === hits[i])));
      if (tier) won[Number(tier.tier)] = (won[Number(tier.tier)] as number) + 1;
    }
  }
  return won;
}

function mustAgree(...answers: readonly Float64Array[]): void {
  const texts = answers.map((answer) => [...answer.slice(1)].join());
  if (new Set(texts).size > 1) throw new Error(`the three do not say the same: ${texts.join(' | ')}`);
}

async function measure(context: Context, game: CompiledGame, name: string, make: (random: Random) => Line): Promise<Figure[]> {
  const count = context.quick ? 200_000 : 1_000_000;
  const random = seeded(20261121);
  const lines = Array.from({ length: count }, () => make(random));
  const masks = masksOf(lines);
  const byHand = name === 'singles' ? byHandSingles : byHandMixed;
  const few = lines.slice(0, 5_000);
  mustAgree(byHand(masks), byEngine(game, lines));
  mustAgree(byEngine(game, few), byInterpreter(game.game, few));

  const perTicket = (work: () => unknown, tickets: number) => () => (cpuPerCall(work, 1) * 1000) / tickets;
  const ours = perTicket(() => byEngine(game, lines), count);
  const hand = await compare(
    context.rounds,
    ours,
    // The loop is short: some passes, so that the clock of the processor counts well.
    perTicket(() => [0, 1, 2, 3].map(() => byHand(masks)), 4 * count),
  );
  const interpreted = await compare(
    context.rounds,
    perTicket(() => byInterpreter(game.game, few), few.length),
    perTicket(() => [0, 1, 2, 3].map(() => byEngine(game, few)), 4 * few.length),
  );
  const shown = (ns: number) => `${ns.toPrecision(3)} ns`;
  const what = `${count.toLocaleString('en')} tickets of 双色球, ${name === 'singles' ? 'all single bets' : '70 % singles, 20 % multiples, 10 % with bankers'}`;
  return [
    {
      id: `E6.${name}`,
      what: `settling ${what}`,
      value: hand.ratio,
      unit: '×',
      goal: { at: 'most', value: 12 },
      against: { what: 'a loop over bit masks by hand, a ticket', ours: shown(hand.a), theirs: shown(hand.b) },
      rounds: hand.rounds,
      range: hand.range,
    },
    {
      id: `E6.${name}.interpreted`,
      what: `how much faster than reading the description for each ticket, ${name}`,
      value: interpreted.ratio,
      unit: '×',
      goal: { at: 'least', value: 30 },
      against: { what: 'an interpreter of the JSON, a ticket', ours: shown(interpreted.b), theirs: shown(interpreted.a) },
      rounds: interpreted.rounds,
      range: interpreted.range,
    },
  ];
}

const bench: Bench = {
  id: 'E6',
  title: 'settling tickets',
  async run(context) {
    const text = readFileSync(join(import.meta.dirname, '../games/ssq.json'), 'utf8');
    const description = JSON.parse(text) as GameDescription;
    const calendar = readFileSync(join(import.meta.dirname, `../games/calendars/${calendarOf(description)}.json`), 'utf8');
    const game = compileGame(resolveGame(description, undefined, JSON.parse(calendar) as CalendarDescription));
    return [...(await measure(context, game, 'singles', single)), ...(await measure(context, game, 'mixed', mixed))];
  },
};
export default bench;
