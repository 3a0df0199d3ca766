/**
 * A match as it will be played: everything of it follows from the secret seed and its id, and what it shows at an instant follows from
 * that instant. So any process tells the same, and a restart goes on where the match is.
 */
import type { LeagueDescription } from '../../../engine/descriptions/sports/types.ts';
import type { LiveEvent, LiveMatch } from '../../../protocol/calls.ts';
import { drawIndex, type MeasureModel, OVERTIME_MARGINS, OVERTIME_SHARED_POINTS, poisson, pointDistributionOf } from './chances.ts';
import { type MatchRow, minuteMsOf } from './match-rows.ts';
import { type Random, randomOf } from './random.ts';

const HALF = 45;
const BREAK = 15;
/** Minutes of points: four quarters, then overtime. */
const QUARTERS = 48;
const QUARTERS_BREAK = 10;
const EXTRA = 5;
const STEPS = 24;
/** Matches of a thousand that are put off, or stop before their end, where the league says nothing. */
const OFF_PERMILLE = { postponed: 12, abandoned: 4 };
export const NO_INTERRUPTIONS = { postponed: 0, abandoned: 0 };
/** A postponed or abandoned match is void when it was not played so long after its kick-off (36 h). */
export const VOID_AFTER_MS = 36 * 3_600_000;
/** A demonstration league waits less. */
const VOID_AFTER_QUICK_MS = 60_000;
/** That a match does not take place is known so long before. */
const POSTPONED_BEFORE_MS = 20 * 60_000;

export interface SimulatedMatch {
  readonly id: string;
  readonly startsAt: number;
  readonly minuteMs: number;
  /** Set for the knock-out of a cup: somebody wins. */
  readonly tie?: boolean;
  /** Matches of a thousand that are put off, or stop before their end. */
  readonly off?: { readonly postponed: number; readonly abandoned: number };
}

/** A match of a league, as the feed plays it. */
export const simulatedMatchOf = (
  league: LeagueDescription | undefined,
  { id, startsAt, cup }: { readonly id: string; readonly startsAt: number; readonly cup: MatchRow['cup'] },
): SimulatedMatch => ({
  ...{ id, startsAt, minuteMs: minuteMsOf(league) },
  tie: cup?.stage !== undefined,
  off: cup === null ? (league?.off ?? OFF_PERMILLE) : NO_INTERRUPTIONS,
});

type Pair = [home: number, away: number];

/** What a match shows at an instant. */
export interface MatchProgress {
  readonly state: LiveMatch['state'];
  readonly clock: LiveMatch['clock'] | null;
  readonly measures: Readonly<Record<string, Pair>>;
  readonly events: readonly LiveEvent[];
  readonly cards: LiveMatch['cards'] | null;
  /** There will be no more: the result stands, or the match is void. */
  readonly end: { readonly void: boolean } | undefined;
  /** When it shows something else; undefined at the end. */
  readonly nextAt: number | undefined;
}

interface Moment extends LiveEvent {
  /** Minutes after kick-off, the break included. */
  readonly at: number;
  readonly measure: string | undefined;
  readonly half: 1 | 2;
}

interface Plan {
  readonly first: number;
  readonly second: number;
  readonly moments: readonly Moment[];
  readonly models: readonly MeasureModel[];
  readonly random: Random;
}

const QUICK_MS = 30_000;

export function matchProgressOf(seed: string, match: SimulatedMatch, models: readonly MeasureModel[], now: number): MatchProgress {
  const { id, startsAt, minuteMs, off = OFF_PERMILLE } = match;
  const fate = randomOf(seed, id, 'fate');
  const chance = fate() * 1000;
  const quick = minuteMs < QUICK_MS;
  if (chance < off.postponed + off.abandoned) {
    const voidAt = startsAt + (quick ? VOID_AFTER_QUICK_MS : VOID_AFTER_MS);
    const stopsAt =
      chance < off.postponed ? startsAt - (quick ? minuteMs : POSTPONED_BEFORE_MS) : startsAt + Math.floor(20 + fate() * 60) * minuteMs;
    if (now >= stopsAt) {
      const before = chance < off.postponed ? scheduled(stopsAt) : played(seed, match, models, stopsAt - 1);
      const state = chance < off.postponed ? 'postponed' : 'abandoned';
      const ended = now >= voidAt;
      return { ...before, state, clock: null, end: ended ? { void: true } : undefined, nextAt: ended ? undefined : voidAt };
    }
    const shown = played(seed, match, models, now);
    return { ...shown, end: undefined, nextAt: Math.min(shown.nextAt ?? stopsAt, stopsAt) };
  }
  return played(seed, match, models, now);
}

const scheduled = (nextAt: number): MatchProgress => ({
  state: 'scheduled',
  clock: null,
  measures: {},
  events: [],
  cards: null,
  end: undefined,
  nextAt,
});

function played(seed: string, match: SimulatedMatch, models: readonly MeasureModel[], now: number): MatchProgress {
  if (now < match.startsAt) return scheduled(match.startsAt);
  return models.some(({ kind }) => kind === 'points') ? pointsPlayed(seed, match, models, now) : goalsPlayed(seed, match, models, now);
}

/** Goals, corners, cards: each at a minute of its half. */
function planOf(seed: string, id: string, models: readonly MeasureModel[]): Plan {
  const time = randomOf(seed, id, 'time');
  const [first, second] = [HALF + Math.floor(time() * 5), HALF + 1 + Math.floor(time() * 7)];
  const moments: Moment[] = [];
  const add = (random: Random, side: 'home' | 'away', half: 1 | 2, kind: LiveEvent['kind'] | undefined, measure?: string): void => {
    const length = half === 1 ? first : second;
    const inHalf = 1 + Math.floor(random() * length);
    const minute = (half === 1 ? 0 : HALF) + Math.min(inHalf, HALF);
    const more = inHalf - HALF;
    moments.push({
      at: (half === 1 ? 0 : first + BREAK) + inHalf - random() * 0.9,
      minute: more > 0 ? `${minute}+${more}` : `${minute}`,
      kind: kind ?? 'goal',
      side,
      half,
      measure,
    });
  };
  for (const model of models) {
    if (model.kind !== 'goals') continue;
    for (const side of ['home', 'away'] as const) {
      const random = randomOf(seed, id, model.code, side);
      const count = drawIndex(poisson(model[side], 60), random);
      for (let n = 0; n < count; n++) {
        const half = random() < model.firstHalf ? 1 : 2;
        const kindChance = random();
        const kind = model.event === 'goal' ? (kindChance < 0.03 ? 'own' : kindChance < 0.11 ? 'penalty' : 'goal') : model.event;
        add(random, side, half, kind, model.code);
      }
    }
  }
  // What no bet is about belongs to the picture of a match all the same.
  const shown = new Set(models.map(({ event }) => event));
  const more = randomOf(seed, id, 'more');
  for (const [kind, mean] of [
    ['corner', 4.8],
    ['yellow', 1.7],
    ['red', 0.09],
  ] as const)
    if (!shown.has(kind))
      for (const side of ['home', 'away'] as const)
        for (let n = drawIndex(poisson(mean, 20), more); n > 0; n--) add(more, side, more() < 0.45 ? 1 : 2, kind);
  moments.sort((a, b) => a.at - b.at);
  return { first, second, moments, models, random: time };
}

/** A quick match shows cards and corners together, so that it does not change all the time. */
const QUICK_STEP_MS = 5_000;

function goalsPlayed(seed: string, match: SimulatedMatch, models: readonly MeasureModel[], now: number): MatchProgress {
  const { startsAt, minuteMs } = match;
  const { first, second, moments } = planOf(seed, match.id, models);
  const minute = (now - startsAt) / minuteMs;
  const kickOff2 = first + BREAK;
  const final = kickOff2 + second;
  const happened = moments.filter(({ at }) => at <= minute);
  const state = minute < first ? 'first' : minute < kickOff2 ? 'half' : minute < final ? 'second' : 'finished';
  const measures: Record<string, Pair> = {};
  for (const { code, kind, parts } of models) {
    if (kind !== 'goals') continue;
    const count = (half?: 1): Pair => {
      const pointsOfMeasure = happened.filter((moment) => moment.measure === code && (half === undefined || moment.half === half));
      return [pointsOfMeasure.filter(({ side }) => side === 'home').length, pointsOfMeasure.filter(({ side }) => side === 'away').length];
    };
    measures[code] = count();
    if (state !== 'first') for (const part of parts) measures[part] = count(1);
  }
  const [main] = models;
  if (state === 'finished' && match.tie && main !== undefined && measures[main.code]?.[0] === measures[main.code]?.[1])
    measures.penalties = penaltiesOf(seed, match.id);
  const cards = (kind: string): Pair => [
    happened.filter((moment) => moment.kind === kind && moment.side === 'home').length,
    happened.filter((moment) => moment.kind === kind && moment.side === 'away').length,
  ];
  // Whole minutes of the server’s clock, so that a phone that counts on is right.
  const clock =
    state === 'first'
      ? { from: startsAt, minute: 0, minuteMs }
      : state === 'second'
        ? { from: startsAt + kickOff2 * minuteMs, minute: HALF, minuteMs }
        : null;
  const next = [first, kickOff2, final, ...moments.map(({ at }) => at)].filter((at) => at > minute);
  const at = next.length === 0 ? undefined : Math.ceil(startsAt + Math.min(...next) * minuteMs);
  const nextMain = Math.ceil(
    startsAt +
      Math.min(
        ...[first, kickOff2, final, ...moments.filter(({ measure }) => measure).map((each) => each.at)].filter((each) => each > minute),
      ) *
        minuteMs,
  );
  return {
    state,
    clock,
    measures,
    events: happened.map(({ minute: text, kind, side }) => ({ minute: text, kind, side })),
    cards: { yellow: cards('yellow'), red: cards('red') },
    end: state === 'finished' ? { void: false } : undefined,
    nextAt: at === undefined ? undefined : minuteMs < QUICK_MS ? Math.min(nextMain, Math.max(at, now + QUICK_STEP_MS)) : at,
  };
}

/** 5:4, 4:2 …: never level. */
function penaltiesOf(seed: string, id: string): Pair {
  const random = randomOf(seed, id, 'penalties');
  const won = 3 + Math.floor(random() * 3);
  const lost = Math.max(0, won - 1 - Math.floor(random() * 2));
  return random() < 0.5 ? [won, lost] : [lost, won];
}

function pointsPlayed(seed: string, match: SimulatedMatch, models: readonly MeasureModel[], now: number): MatchProgress {
  const { startsAt, minuteMs } = match;
  const minute = (now - startsAt) / minuteMs;
  const half = QUARTERS / 2;
  const kickOff2 = half + QUARTERS_BREAK;
  const regular = QUARTERS + QUARTERS_BREAK;
  const measures: Record<string, Pair> = {};
  let overtime = false;
  for (const model of models) {
    if (model.kind !== 'points') continue;
    const random = randomOf(seed, match.id, model.code);
    const sides = (['home', 'away'] as const).map((side) => {
      const { from, chances } = pointDistributionOf(model[side], model.spread);
      return from + drawIndex(chances, random);
    }) as Pair;
    const more = OVERTIME_MARGINS[Math.floor(random() * OVERTIME_MARGINS.length)] as number;
    const homeWins = random() < 0.5;
    const level = model.noTie && sides[0] === sides[1];
    overtime ||= level;
    const end: Pair = level
      ? [sides[0] + OVERTIME_SHARED_POINTS + (homeWins ? more : 0), sides[1] + OVERTIME_SHARED_POINTS + (homeWins ? 0 : more)]
      : sides;
    const shares = ([0, 1] as const).map((side) => {
      const weights = Array.from({ length: STEPS }, () => 0.4 + random());
      const sum = weights.reduce((all, weight) => all + weight, 0);
      let so = 0;
      return weights.map((weight) => Math.round((sides[side] * (so += weight)) / sum));
    });
    const step = stepAt(minute);
    const shown = (side: 0 | 1): number => (step === 0 ? 0 : (shares[side]?.[step - 1] ?? 0));
    measures[model.code] = minute >= regular + (level ? EXTRA : 0) ? end : minute >= regular ? sides : [shown(0), shown(1)];
    if (minute >= half) for (const part of model.parts) measures[part] = [shares[0]?.[STEPS / 2 - 1] ?? 0, shares[1]?.[STEPS / 2 - 1] ?? 0];
  }
  const final = regular + (overtime ? EXTRA : 0);
  const state = minute < half ? 'first' : minute < kickOff2 ? 'half' : minute < regular ? 'second' : minute < final ? 'extra' : 'finished';
  const from = state === 'second' || state === 'extra' ? startsAt + kickOff2 * minuteMs : startsAt;
  const steps = Array.from({ length: STEPS }, (_, n) => minuteOfStep(n + 1));
  const next = [...steps, half, kickOff2, regular, final].filter((at) => at > minute);
  return {
    state,
    clock: state === 'half' || state === 'finished' ? null : { from, minute: state === 'first' ? 0 : half, minuteMs },
    measures,
    events: [],
    cards: null,
    end: state === 'finished' ? { void: false } : undefined,
    nextAt: next.length === 0 ? undefined : Math.ceil(startsAt + Math.min(...next) * minuteMs),
  };
}

/** Points are shown every two minutes of play. */
function minuteOfStep(step: number): number {
  const played = (step * QUARTERS) / STEPS;
  return played <= QUARTERS / 2 ? played : played + QUARTERS_BREAK;
}

function stepAt(minute: number): number {
  let step = 0;
  while (step < STEPS && minuteOfStep(step + 1) <= minute) step += 1;
  return step;
}

/** How long a match may last, in its own minutes. */
export const LONGEST_MATCH_MINUTES = 2 * HALF + BREAK + 20;
