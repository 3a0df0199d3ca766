import type { Draw, Game, Line, PickedValue, Play, Slice, TuplesRule, Zone } from '../../../../engine/descriptions/types.ts';
import { conditionHolds, slicePart } from './conditions.ts';

/**
 * The plain meaning of the rules, written as slowly and as literally as possible and without a line of the engine: list every
 * bet, look at each one against the draw. What the engine computes in closed form must agree with this.
 */
export function oracleBets(game: Game, play: Play, line: Line): PickedValue[][][] {
  const picks = (area: string): PickedValue[] => [...(line.picks[area] ?? [])];
  const bankers = (area: string): PickedValue[] => [...(line.bankers?.[area] ?? [])];
  const { rule } = play;
  // Places are taken as they stand in the draw, however they were tapped.
  const inOrder = (places: PickedValue[]): PickedValue[] => {
    const all = game.draw.zones.flatMap((zone) => (zone.places ?? []).map((p) => p.id as PickedValue));
    return [...places].sort((a, b) => all.indexOf(a) - all.indexOf(b));
  };
  switch (rule.kind) {
    case 'combination':
      return cartesianProduct(
        rule.picks.map(({ area, choose }) =>
          combinationsOf(picks(area), choose - bankers(area).length).map((subset) => [...bankers(area), ...subset]),
        ),
      );
    case 'cross': {
      const pairs = new Map<string, PickedValue[][]>();
      for (const x of picks(rule.sides[0] as string))
        for (const y of picks(rule.sides[1] as string))
          if (x !== y) pairs.set([x, y].sort((p, q) => Number(p) - Number(q)).join(), [[x], [y]]);
      return [...pairs.values()];
    }
    case 'tuples': {
      const chosen = rule.anywhere ? combinationsOf(inOrder(picks(rule.anywhere.area)), rule.anywhere.choose) : [[]];
      return chosen.flatMap((places) => oracleTuples(game, rule, picks(rule.area)).map((bet) => [places, bet]));
    }
    case 'direct': {
      if (rule.choose !== undefined || rule.suffixes) {
        const places = rule.parts.flatMap((part) => part.places);
        if (rule.suffixes)
          return cartesianProduct(places.map(({ area }) => picks(area).map((v) => [v]))).flatMap((bet) =>
            rule.tiers.flatMap((tier) => tier.hits.map(([level]) => [...bet, [level as number]])),
          );
        const filled = places.map((_, i) => i).filter((i) => picks(places[i]?.area as string).length > 0);
        return combinationsOf(filled, rule.choose as number).flatMap((taken) =>
          cartesianProduct(taken.map((i) => picks(places[i]?.area as string).map((v) => [v]))).map((bet) =>
            places.map((_, i) => (taken.includes(i) ? (bet[taken.indexOf(i)] as PickedValue[]) : [])),
          ),
        );
      }
      const rows = rule.parts.flatMap((part) => part.places.map(({ area }) => picks(area).map((v) => [v])));
      return cartesianProduct(rows).filter((bet) => !rule.distinct || new Set(bet.flat()).size === bet.length);
    }
    case 'group': {
      const chosen = rule.anywhere ? combinationsOf(inOrder(picks(rule.anywhere.area)), rule.anywhere.choose) : [[]];
      const seen = new Map<string, PickedValue[]>();
      for (const roles of cartesianProduct(rule.roles.map(({ area, choose }) => combinationsOf(picks(area), choose)))) {
        if (new Set(roles.flat()).size < roles.flat().length) continue;
        const multiset = roles
          .flatMap((values, i) => values.flatMap((v) => new Array(rule.roles[i]?.times ?? 0).fill(v) as PickedValue[]))
          .sort();
        seen.set(multiset.join(), multiset);
      }
      return chosen.flatMap((places) => [...seen.values()].map((multiset) => [multiset, places]));
    }
    case 'options':
      if (rule.combine === 'choose')
        return play.areas.flatMap(({ id }) => combinationsOf(picks(id), rule.choose as number).map((values) => [values]));
      if (rule.combine === 'pass') {
        const filled = play.areas.filter(({ id }) => picks(id).length > 0);
        if (filled.length < (rule.least as number)) return [];
        return cartesianProduct(filled.map(({ id }) => picks(id).map((v) => [v]))).map((legs) =>
          play.areas.map((area) => (filled.includes(area) ? (legs[filled.indexOf(area)] as PickedValue[]) : [])),
        );
      }
      if (rule.combine === 'all') return cartesianProduct(play.areas.map(({ id }) => picks(id).map((v) => [v])));
      return play.areas.flatMap(({ id }) => picks(id).map((v) => play.areas.map((area) => (area.id === id ? [v] : []))));
  }
}

/** Winning bets per tier, every bet by itself. `atMs` is the time of the draw, for sets that change with the day. */
export function oracleWins(game: Game, play: Play, bets: readonly PickedValue[][][], draw: Draw, atMs?: number): Record<string, number> {
  const wins: Record<string, number> = {};
  for (const bet of bets) {
    const tier = betTier(game, play, bet, draw, atMs);
    if (tier !== undefined) wins[tier] = (wins[tier] ?? 0) + 1;
  }
  return wins;
}

function betTier(game: Game, play: Play, bet: PickedValue[][], draw: Draw, atMs: number | undefined): string | undefined {
  const { rule } = play;
  const part = (slice: Slice): number[] => slicePart(game, draw, slice);
  switch (rule.kind) {
    case 'combination': {
      const hits = rule.picks.flatMap(({ of }, i) =>
        of.map((slice) => (bet[i] ?? []).filter((v) => part(slice).includes(v as number)).length),
      );
      return rule.tiers.find((t) => t.hits.some((h) => h.join() === hits.join()))?.tier;
    }
    case 'cross': {
      const pair = bet.flat();
      const hits = rule.of.map((slice) => pair.filter((v) => part(slice).includes(v as number)).length);
      return rule.tiers.find((t) => t.hits.some((h) => h.join() === hits.join()))?.tier;
    }
    case 'tuples': {
      const [places, numbers] = bet as [string[], number[]];
      const drawn = part(rule.anywhere ? { zone: rule.of.zone, places } : rule.of);
      const same = rule.order === 'direct' ? drawn.join() === numbers.join() : drawn.sort().join() === [...numbers].sort().join();
      return same ? tupleTier(rule, numbers) : undefined;
    }
    case 'direct': {
      if (rule.choose !== undefined || rule.suffixes) {
        const rows = rule.parts.flatMap((p) => p.places);
        const right = rows.map(({ zone, place }, i) => part({ zone, places: [place] })[0] === bet[i]?.[0]);
        const level = rule.suffixes ? (bet[rows.length]?.[0] as number) : 0;
        // The last so many places, all right: the tier of that many. Else as many as are right of those taken.
        const hits = rule.suffixes ? (right.slice(rows.length - level).every(Boolean) ? level : -1) : right.filter(Boolean).length;
        return rule.tiers.find((t) => t.hits.some((h) => h.join() === `${hits}`))?.tier;
      }
      let at = 0;
      const scores = rule.parts.map(({ score, places }) => {
        const right = places.map(({ zone, place }) => part({ zone, places: [place] })[0] === bet[at++]?.[0]);
        if (score === 'count') return right.filter(Boolean).length;
        return Math.max(
          ...right
            .map((r) => (r ? '1' : '0'))
            .join('')
            .split('0')
            .map((run) => run.length),
        );
      });
      return rule.tiers.find((t) => t.hits.some((h) => h.join() === scores.join()))?.tier;
    }
    case 'group':
      if (rule.anywhere)
        return (bet[0] ?? []).join() ===
          part({ zone: rule.of.zone, places: bet[1] as string[] })
            .sort()
            .join()
          ? rule.tier
          : undefined;
      return (bet[0] ?? []).join() === part(rule.of).sort().join() ? rule.tier : undefined;
    case 'options': {
      const verdicts = play.areas.flatMap(({ id }, i) =>
        (bet[i] ?? []).map((v) =>
          rule.cases.find((c) => c.area === id && (c.values ?? [v]).includes(v) && conditionHolds(game, draw, c.when, v, atMs)),
        ),
      );
      if (rule.combine === 'choose') {
        const held = verdicts.flatMap((c) => (c === undefined ? [] : [c.tier as string]));
        if (held.length === 0 || (rule.wins === 'all' && held.length < verdicts.length)) return undefined;
        return play.prizes.find(({ tier }) => held.includes(tier))?.tier;
      }
      if (rule.combine === 'pass') {
        if (verdicts.includes(undefined)) return undefined;
        const hits = (rule.legs as string[]).map((leg) => verdicts.filter((c) => c?.tier === leg).length);
        return rule.tiers?.find((t) => t.hits.some((h) => h.join() === hits.join()))?.tier;
      }
      if (rule.combine === 'all') return verdicts.every((c) => c !== undefined) ? rule.tier : undefined;
      return verdicts[0]?.tier;
    }
  }
}

/** The bets of a row of entries, sums, spans or numbers: numbers in writing order, ascending where order does not matter. */
function oracleTuples(game: Game, rule: TuplesRule, picks: readonly PickedValue[]): number[][] {
  const zone = game.draw.zones.find((z) => z.id === rule.of.zone) as Zone;
  const size = rule.anywhere?.choose ?? rule.of.places?.length ?? zone.pick;
  const pool = Array.from({ length: zone.to - zone.from + 1 }, (_, i) => zone.from + i);
  const tidy = (bet: number[]) => (rule.order === 'direct' ? bet : [...bet].sort((a, b) => a - b));
  const bets =
    rule.by === 'entry'
      ? picks.map((text) => (zone.to <= 9 ? [...String(text)] : String(text).split(' ')).map(Number))
      : everyTuple(pool, size).filter((bet) => {
          if (rule.by === 'sum') return picks.includes(bet.reduce((a, b) => a + b));
          if (rule.by === 'span') return picks.includes(Math.max(...bet) - Math.min(...bet));
          return picks.some((v) => bet.includes(v as number));
        });
  const sold = bets.filter((bet) => tupleTier(rule, bet) !== undefined && (zone.kind === 'digits' || new Set(bet).size === size));
  return [...new Map(sold.map((bet) => [tidy(bet).join(), tidy(bet)])).values()];
}

const listed = new Map<string, readonly number[][]>();

/** Every way to fill `size` places from a pool; listed once. */
function everyTuple(pool: readonly number[], size: number): readonly number[][] {
  const key = `${pool.join()}/${size}`;
  const known = listed.get(key) ?? cartesianProduct(new Array(size).fill(pool) as number[][]);
  listed.set(key, known);
  return known;
}

/** The tier of a typed bet by how often its numbers stand; none when the play does not sell that shape. */
export function tupleTier(rule: TuplesRule, bet: readonly number[]): string | undefined {
  const times = [...new Set(bet)].map((v) => bet.filter((w) => w === v).length);
  const shape = times.sort((a, b) => b - a).join();
  const named = rule.tiers.find((t) => t.shapes?.some((s) => [...s].sort((a, b) => b - a).join() === shape));
  return (named ?? rule.tiers.find((t) => !t.shapes))?.tier;
}

export function combinationsOf<T>(items: readonly T[], k: number): T[][] {
  if (k === 0) return [[]];
  return items.flatMap((item, i) => combinationsOf(items.slice(i + 1), k - 1).map((rest) => [item, ...rest]));
}

export function cartesianProduct<T>(lists: readonly T[][]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((head) => list.map((item) => [...head, item])), [[]]);
}

/** Every draw of the named zones (in order, exclusions kept), numbers of other zones left empty. */
export function everyDraw(game: Game, zones: ReadonlySet<string>): Draw[] {
  let draws: Record<string, number[]>[] = [{}];
  for (const zone of game.draw.zones) {
    const wanted = zones.has(zone.id) || game.draw.zones.some((z) => zones.has(z.id) && z.excludes === zone.id);
    draws = draws.flatMap((draw) => {
      if (!wanted) return [{ ...draw, [zone.id]: [] }];
      const gone = zone.excludes === undefined ? [] : (draw[zone.excludes] ?? []);
      const pool = Array.from({ length: zone.to - zone.from + 1 }, (_, i) => zone.from + i).filter((v) => !gone.includes(v));
      const drawn =
        zone.kind === 'set'
          ? combinationsOf(pool, zone.pick)
          : cartesianProduct(new Array(zone.pick).fill(pool) as number[][]).filter(
              (d) => zone.kind === 'digits' || new Set(d).size === d.length,
            );
      return drawn.map((numbers) => ({ ...draw, [zone.id]: numbers }));
    });
  }
  return draws.map((numbers) => ({ numbers }));
}
