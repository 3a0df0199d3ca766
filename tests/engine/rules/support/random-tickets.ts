/**
 * Random tickets and draws from a description alone, without a line of the engine. Draws lean to few different numbers and picks lean
 * to what was drawn, so that rare shapes come up and many tickets win.
 */
import type { Area, Draw, Game, Line, PickedValue, Play, Slice, Ticket, TuplesRule, Zone } from '../../../../engine/descriptions/types.ts';
import { conditionHolds, slicePart } from './conditions.ts';
import { combinationsOf, tupleTier } from './oracle.ts';

/** `random(n)` is uniform on 0..n-1. */
export type RandomInteger = (n: number) => number;

const MOST_LINES = 3;

function take<T>(items: readonly T[], count: number, random: RandomInteger): T[] {
  const left = [...items];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)[0] as T);
}

/** A draw; every other one of a digits zone has at most three different digits. Floating prizes are declared in half of the draws. */
export function randomDraw(game: Game, random: RandomInteger): Draw {
  const numbers: Record<string, number[]> = {};
  for (const zone of game.draw.zones) {
    const gone = zone.excludes === undefined ? [] : (numbers[zone.excludes] ?? []);
    const all = Array.from({ length: zone.to - zone.from + 1 }, (_, i) => zone.from + i).filter((v) => !gone.includes(v));
    if (zone.kind === 'digits') {
      const few = random(2) === 0 ? all : take(all, 1 + random(3), random);
      numbers[zone.id] = Array.from({ length: zone.pick }, () => few[random(few.length)] as number);
    } else {
      const drawn = take(all, zone.pick, random);
      numbers[zone.id] = zone.kind === 'set' ? drawn.sort((a, b) => a - b) : drawn;
    }
  }
  const floating = game.playGroups.flatMap(({ plays }) =>
    plays.flatMap(({ code, prizes }) => prizes.filter(({ kind }) => kind === 'floating').map(({ tier }) => `${code}/${tier}`)),
  );
  if (floating.length === 0 || random(2) === 0) return { numbers };
  return { numbers, prizes: Object.fromEntries(take(floating, random(floating.length + 1), random).map((key) => [key, random(2 ** 31)])) };
}

/** A ticket whose first line is of `play`; the others are of any play. Lines may turn out to hold no bet. */
export function randomTicket(game: Game, play: Play, draw: Draw, random: RandomInteger, atMs?: number): Required<Ticket> {
  const plays = game.playGroups.flatMap((group) => group.plays);
  const lines = Array.from({ length: 1 + random(Math.min(MOST_LINES, game.caps.lines)) }, (_, i) =>
    randomLine(game, i === 0 ? play : (plays[random(plays.length)] as Play), draw, random, atMs),
  );
  return { game: game.code, lines, multiplier: 1 + random(game.caps.multiplier), issues: 1 + random(game.caps.issues) };
}

export function randomLine(game: Game, play: Play, draw: Draw, random: RandomInteger, atMs?: number): Line {
  // From picks that know nothing of the draw to picks of nothing else.
  const heat = random(11);
  const { rule } = play;
  const picks: Record<string, PickedValue[]> = {};
  const bankers: Record<string, PickedValue[]> = {};
  const filled = rule.kind === 'direct' && rule.choose !== undefined ? someAreas(play, rule.choose, random) : undefined;
  for (const area of play.areas) {
    if (area.kind === 'lines') continue;
    if (filled && !filled.has(area.id)) continue;
    const requiredCount = chosenOf(play, area);
    const banked = area.kind === 'numbers' ? area.bankers : undefined;
    const most = Math.min(banked?.max ?? 0, requiredCount - 1);
    const dan = banked ? banked.min + random(most - banked.min + 1) : 0;
    const values = valuesOf(area);
    const least = Math.max(area.min, requiredCount - dan, filled ? 1 : 0);
    const count = Math.min(least + spread(random), area.max, values.length - dan);
    const warm = warmValues(game, play, area, draw, picks, atMs);
    const taken = mixed(values, warm, dan + Math.max(count, least), heat, random);
    const cut = take([...taken.keys()], dan, random);
    if (dan > 0) bankers[area.id] = cut.map((i) => taken[i] as PickedValue);
    picks[area.id] = taken.filter((_, i) => !cut.includes(i));
  }
  if (rule.kind === 'tuples' && rule.by === 'entry') picks[rule.area] = entries(game, play, rule, draw, picks, heat, random);
  return Object.keys(bankers).length > 0 ? { play: play.code, picks, bankers } : { play: play.code, picks };
}

/** Mostly none or a few more than needed, seldom many. */
function spread(random: RandomInteger): number {
  const size = random(40);
  return size < 20 ? random(2) : size < 38 ? random(4) : random(8);
}

function someAreas(play: Play, choose: number, random: RandomInteger): ReadonlySet<string> {
  const count = choose + (random(3) === 0 ? random(play.areas.length - choose + 1) : 0);
  return new Set(
    take(
      play.areas.map(({ id }) => id),
      count,
      random,
    ),
  );
}

/** How many values of an area a bet takes. */
function chosenOf({ rule }: Play, { id }: Area): number {
  if (rule.kind === 'combination') return rule.picks.find(({ area }) => area === id)?.choose ?? 0;
  if (rule.kind === 'group') return rule.roles.filter(({ area }) => area === id).reduce((sum, { choose }) => sum + choose, 0);
  return 0;
}

function valuesOf(area: Area): PickedValue[] {
  if (area.kind === 'options') return area.options.map(({ value }) => value);
  return area.kind === 'numbers' ? Array.from({ length: area.to - area.from + 1 }, (_, i) => area.from + i) : [];
}

function mixed(
  values: readonly PickedValue[],
  warm: ReadonlySet<PickedValue>,
  count: number,
  heat: number,
  random: RandomInteger,
): PickedValue[] {
  const left = [...values];
  const taken: PickedValue[] = [];
  while (taken.length < count && left.length > 0) {
    const hot = random(10) < heat ? left.filter((v) => warm.has(v)) : [];
    const value = hot.length > 0 ? (hot[random(hot.length)] as PickedValue) : (left[random(left.length)] as PickedValue);
    left.splice(left.indexOf(value), 1);
    taken.push(value);
  }
  return taken;
}

/** Values that this draw favours. */
function warmValues(
  game: Game,
  play: Play,
  area: Area,
  draw: Draw,
  picks: Readonly<Record<string, PickedValue[]>>,
  atMs: number | undefined,
): ReadonlySet<PickedValue> {
  const { rule } = play;
  switch (rule.kind) {
    case 'combination':
      return new Set(rule.picks.filter((p) => p.area === area.id).flatMap(({ of }) => of.flatMap((slice) => slicePart(game, draw, slice))));
    case 'cross':
      return new Set(rule.of.flatMap((slice) => slicePart(game, draw, slice)));
    case 'direct':
      return new Set(
        rule.parts
          .flatMap(({ places }) => places)
          .filter((p) => p.area === area.id)
          .flatMap(({ zone, place }) => slicePart(game, draw, { zone, places: [place] })),
      );
    case 'group':
      return rule.anywhere?.area === area.id ? new Set() : new Set(slicePart(game, draw, sliceOf(rule, picks)));
    case 'tuples': {
      if (rule.anywhere?.area === area.id) return new Set();
      const drawn = slicePart(game, draw, sliceOf(rule, picks));
      if (rule.by === 'sum') return new Set([drawn.reduce((a, b) => a + b)]);
      return new Set(rule.by === 'span' ? [Math.max(...drawn) - Math.min(...drawn)] : drawn);
    }
    case 'options':
      return new Set(
        valuesOf(area).filter((v) =>
          rule.cases.some((c) => c.area === area.id && (c.values ?? [v]).includes(v) && conditionHolds(game, draw, c.when, v, atMs)),
        ),
      );
  }
}

/** Where a play looks: its slice, or the first places of those that were chosen. */
function sliceOf(rule: Pick<TuplesRule, 'of' | 'anywhere'>, picks: Readonly<Record<string, PickedValue[]>>): Slice {
  if (!rule.anywhere) return rule.of;
  return { zone: rule.of.zone, places: (picks[rule.anywhere.area] ?? []).slice(0, rule.anywhere.choose) as string[] };
}

/** One to four typed bets that the play sells. */
function entries(
  game: Game,
  play: Play,
  rule: TuplesRule,
  draw: Draw,
  picks: Readonly<Record<string, PickedValue[]>>,
  heat: number,
  random: RandomInteger,
): string[] {
  const zone = game.draw.zones.find(({ id }) => id === rule.of.zone) as Zone;
  const size = rule.anywhere?.choose ?? rule.of.places?.length ?? zone.pick;
  const ways = rule.anywhere ? combinationsOf((picks[rule.anywhere.area] ?? []) as string[], size) : [];
  const sold = (bet: readonly number[]) =>
    tupleTier(rule, bet) !== undefined && (zone.kind === 'digits' || new Set(bet).size === bet.length);
  const text = (bet: readonly number[]) => (zone.to <= 9 ? bet.join('') : bet.map((n) => String(n).padStart(2, '0')).join(' '));
  const area = play.areas.find(({ id }) => id === rule.area) as Area;
  const wanted = Math.min(area.min + random(4), area.max);
  const made: string[] = [];
  for (let tries = 0; made.length < wanted && tries < 400; tries++) {
    const slice = rule.anywhere ? { zone: zone.id, places: ways[random(ways.length)] as string[] } : rule.of;
    // Places in the order in which they are drawn, whatever the order in which they were chosen.
    const order = (zone.places ?? []).map(({ id }) => id);
    const drawn = slicePart(
      game,
      draw,
      slice.places ? { ...slice, places: [...slice.places].sort((a, b) => order.indexOf(a) - order.indexOf(b)) } : slice,
    );
    const near = drawn.map((v) => (random(10) < heat || tries % 2 === 0 ? v : zone.from + random(zone.to - zone.from + 1)));
    const bet = random(10) < heat ? near : Array.from({ length: size }, () => zone.from + random(zone.to - zone.from + 1));
    const mixedUp = rule.order === 'group' ? take(bet, size, random) : bet;
    if (sold(mixedUp)) made.push(text(mixedUp));
  }
  return made;
}
