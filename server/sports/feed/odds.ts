/**
 * How the simulated feed prices a match for one game: its numbers, what is sold, and odds that move. The sum of 1 ÷ odds of a play is one
 * and the game's margin; a move shifts chances by a bounded part, which the margin covers (SPORT_MARGIN), so every choice returns less
 * than is staked, whenever it is bought.
 */
import { MOVE_PERMILLE } from '../../../engine/descriptions/sports/board.ts';
import { NUMBER_SCALE, type ScaledNumbers, scaledNumber } from '../../../engine/descriptions/sports/conditions.ts';
import type { Feed, SportPlay } from '../../../engine/descriptions/sports/types.ts';
import type { SportVersion } from '../versions.ts';
import { chancesOf, measureModelsOf, type PlayChances, type Strengths } from './chances.ts';
import { randomOf } from './random.ts';

export type OddsByPlay = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PricedOffer {
  readonly numbers: Readonly<Record<string, string>>;
  readonly singles: readonly string[];
  readonly closed: readonly string[];
  /** Odds after this number of moves. */
  oddsAfter(moves: number): OddsByPlay;
  /** The final SP of these winners ({play: choice}), of a game whose final odds pay. */
  finalOdds(winners: Readonly<Record<string, string>>): OddsByPlay;
}

const MOST = '900';
const HUNDRED = 100;

/** Undefined for a game that has no feed or no odds. */
export function priceOffer(seed: string, version: SportVersion, matchId: string, strengths: Strengths): PricedOffer | undefined {
  const { sport, compiled } = version;
  const { feed, payout } = sport;
  if (feed === undefined) return undefined;
  const models = measureModelsOf(sport, strengths);
  const numbers = numbersOf(version, feed, models);
  const scaled: ScaledNumbers = Object.fromEntries(Object.entries(numbers).map(([code, text]) => [code, scaledNumber(text)]));
  const some = (list: Feed['singles'], settingName: string): Set<string> =>
    new Set(
      (list ?? []).flatMap(({ plays, permille }, i) =>
        randomOf(seed, matchId, sport.code, settingName, i)() * 1000 < permille ? plays : [],
      ),
    );
  const drawn = some(feed.closed, 'closed');
  const chances = payout.kind === 'pool' ? undefined : chancesOf(models, scaled);
  const base = new Map(compiled.plays.map((play) => [play.play.code, chances?.(play)]));
  const closed = sport.plays
    .filter((play) => drawn.has(play.code) || !isSold(play, numbers) || isCertain(base.get(play.code)))
    .map(({ code }) => code);
  const singles = [...some(feed.singles, 'singles')].filter((code) => !closed.includes(code));
  const open = compiled.plays.filter(({ play }) => !closed.includes(play.code));
  const move = (feed.movePermille ?? MOVE_PERMILLE) / 1000;
  const most = Number(feed.most ?? MOST);
  const marginOf = (play: string): number => 1 + (feed.margins?.find((each) => each.play === play)?.permille ?? feed.marginPermille) / 1000;

  /** Chances of a play as the odds have them after a move. */
  function movedChances(play: string, nth: number | string): number[] {
    const { choices, push } = base.get(play) as { choices: readonly number[]; push: number };
    const random = randomOf(seed, matchId, sport.code, 'move', play, nth);
    const moved = choices.map((chance) => (chance / Math.max(1e-12, 1 - push)) * (nth === 0 ? 1 : 1 + move * (2 * random() - 1)));
    const sum = moved.reduce((all, chance) => all + chance, 0);
    return moved.map((chance) => chance / (sum || 1));
  }

  const fair = (chance: number, play: string): number => Math.min(most, chance <= 0 ? most : 1 / (chance * marginOf(play)));

  return {
    numbers,
    singles,
    closed,
    oddsAfter(moves) {
      if (chances === undefined) return {};
      const pick = randomOf(seed, matchId, sport.code, 'which');
      const last = new Map<string, number>();
      for (let nth = 1; nth <= moves; nth++) {
        const play = open[Math.floor(pick() ** 2 * open.length)];
        if (play !== undefined) last.set(play.play.code, nth);
      }
      return Object.fromEntries(
        open.map(({ play }) => {
          const moved = movedChances(play.code, last.get(play.code) ?? 0);
          return [play.code, Object.fromEntries(play.choices.map(({ code }, i) => [code, asOdds(fair(moved[i] as number, play.code))]))];
        }),
      );
    },
    finalOdds(winners) {
      if (chances === undefined || payout.kind !== 'odds') return {};
      return Object.fromEntries(
        open.flatMap(({ play }) => {
          const choice = winners[play.code];
          const at = play.choices.findIndex(({ code }) => code === choice);
          if (at < 0) return [];
          const odds = Math.max(1, fair(movedChances(play.code, 'final')[at] as number, play.code));
          return [[play.code, { [choice as string]: written(odds, payout.decimals) }]];
        }),
      );
    },
  };
}

/** Down to the hundredth, and never 1.00: a bet that wins pays more than it cost. */
function asOdds(odds: number): string {
  const hundredths = Math.max(HUNDRED + 1, Math.floor(odds * HUNDRED + 1e-9));
  return `${Math.floor(hundredths / HUNDRED)}.${String(hundredths % HUNDRED).padStart(2, '0')}`;
}

/** Odds of 1.01 would pay too much for it. */
const CERTAIN = 0.97;
function isCertain(chances: PlayChances | undefined): boolean {
  return chances !== undefined && chances.choices.some((chance) => chance > CERTAIN * (1 - chances.push));
}

function written(value: number, decimals: number): string {
  const scale = 10 ** decimals;
  const scaled = Math.floor(value * scale + 1e-9);
  return decimals === 0 ? String(scaled) : `${Math.floor(scaled / scale)}.${String(scaled % scale).padStart(decimals, '0')}`;
}

function isSold({ needs = [] }: SportPlay, numbers: Readonly<Record<string, string>>): boolean {
  return needs.every(({ number, values }) => values.some((value) => scaledNumber(value) === scaledNumber(numbers[number] ?? '0')));
}

/** Handicaps and lines near what is expected. */
function numbersOf({ sport }: SportVersion, feed: Feed, models: ReturnType<typeof measureModelsOf>): Record<string, string> {
  return Object.fromEntries(
    (feed.numbers ?? []).flatMap(({ number, of, take, half = false, never = [] }) => {
      const model = models.find(({ code }) => code === of);
      const described = sport.numbers.find(({ code }) => code === number);
      if (model === undefined || described === undefined) return [];
      const expected = take === 'difference' ? model.away - model.home : model.home + model.away;
      const away = expected < 0 ? -1 : 1;
      let value = half ? Math.floor(expected) + 0.5 : Math.round(expected);
      while (never.some((text) => scaledNumber(text) === Math.round(value * NUMBER_SCALE))) value += away;
      value = Math.min(described.to, Math.max(described.from, value));
      return [[number, Number.isInteger(value) ? String(value === 0 ? 0 : value) : value.toFixed(1)]];
    }),
  );
}

/**
 * Mean minutes between two moves, early and in the last hours. A slip of three matches that is left alone for two minutes stays as it is
 * with a chance of (1 − 2 ÷ 90)³, which is 93 %.
 */
const MOVE_MINUTES: NonNullable<Feed['moveMinutes']> = { early: 240, late: 90, lateHours: 6 };

/** When the odds of an offer move: now and then at first, more often towards the stop. */
export function oddsMoveTimes(
  seed: string,
  {
    game,
    matchId,
    opensAt,
    stopsAt,
  }: { readonly game: string; readonly matchId: string; readonly opensAt: number; readonly stopsAt: number },
  { early, late, lateHours }: NonNullable<Feed['moveMinutes']> = MOVE_MINUTES,
): number[] {
  const random = randomOf(seed, matchId, game, 'moves');
  const times: number[] = [];
  for (let at = opensAt; ; ) {
    const mean = stopsAt - at < lateHours * 3_600_000 ? late : early;
    at += Math.ceil(mean * 60_000 * (0.5 + random()));
    if (at >= stopsAt) return times;
    times.push(at);
  }
}
