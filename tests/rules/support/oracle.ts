import type { Draw, Game, Line, PickedValue, Play, Predicate, Slice, TuplesRule, Value, Zone } from '../../../engine/descriptions/types.ts';

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
      return product(
        rule.picks.map(({ area, choose }) =>
          choices(picks(area), choose - bankers(area).length).map((subset) => [...bankers(area), ...subset]),
        ),
      );
    case 'tuples': {
      const chosen = rule.anywhere ? choices(inOrder(picks(rule.anywhere.area)), rule.anywhere.choose) : [[]];
      return chosen.flatMap((places) => oracleTuples(game, rule, picks(rule.area)).map((bet) => [places, bet]));
    }
    case 'direct': {
      if (rule.choose !== undefined || rule.suffixes) {
        const places = rule.parts.flatMap((part) => part.places);
        if (rule.suffixes)
          return product(places.map(({ area }) => picks(area).map((v) => [v]))).flatMap((bet) =>
            rule.tiers.flatMap((tier) => tier.hits.map(([level]) => [...bet, [level as number]])),
          );
        const filled = places.map((_, i) => i).filter((i) => picks(places[i]?.area as string).length > 0);
        return choices(filled, rule.choose as number).flatMap((taken) =>
          product(taken.map((i) => picks(places[i]?.area as string).map((v) => [v]))).map((bet) =>
            places.map((_, i) => (taken.includes(i) ? (bet[taken.indexOf(i)] as PickedValue[]) : [])),
          ),
        );
      }
      const rows = rule.parts.flatMap((part) => part.places.map(({ area }) => picks(area).map((v) => [v])));
      return product(rows).filter((bet) => !rule.distinct || new Set(bet.flat()).size === bet.length);
    }
    case 'group': {
      const chosen = rule.anywhere ? choices(inOrder(picks(rule.anywhere.area)), rule.anywhere.choose) : [[]];
      const seen = new Map<string, PickedValue[]>();
      for (const roles of product(rule.roles.map(({ area, choose }) => choices(picks(area), choose)))) {
        if (new Set(roles.flat()).size < roles.flat().length) continue;
        const multiset = roles
          .flatMap((values, i) => values.flatMap((v) => new Array(rule.roles[i]?.times ?? 0).fill(v) as PickedValue[]))
          .sort();
        seen.set(multiset.join(), multiset);
      }
      return chosen.flatMap((places) => [...seen.values()].map((multiset) => [multiset, places]));
    }
    case 'options':
      if (rule.combine === 'all') return product(play.areas.map(({ id }) => picks(id).map((v) => [v])));
      return play.areas.flatMap(({ id }) => picks(id).map((v) => play.areas.map((area) => (area.id === id ? [v] : []))));
  }
}

/** Winning bets per tier, every bet by itself. */
export function oracleSettle(game: Game, play: Play, line: Line, draw: Draw): Record<string, number> {
  const wins: Record<string, number> = {};
  for (const bet of oracleBets(game, play, line)) {
    const tier = betTier(game, play, bet, draw);
    if (tier !== undefined) wins[tier] = (wins[tier] ?? 0) + 1;
  }
  return wins;
}

function betTier(game: Game, play: Play, bet: PickedValue[][], draw: Draw): string | undefined {
  const { rule } = play;
  const part = (slice: Slice): number[] => slicePart(game, draw, slice);
  switch (rule.kind) {
    case 'combination': {
      const hits = rule.picks.flatMap(({ of }, i) =>
        of.map((slice) => (bet[i] ?? []).filter((v) => part(slice).includes(v as number)).length),
      );
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
        (bet[i] ?? []).map((v) => rule.cases.find((c) => c.area === id && (c.values ?? [v]).includes(v) && holds(game, draw, c.when, v))),
      );
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
      : product(new Array(size).fill(pool) as number[][]).filter((bet) => {
          if (rule.by === 'sum') return picks.includes(bet.reduce((a, b) => a + b));
          if (rule.by === 'span') return picks.includes(Math.max(...bet) - Math.min(...bet));
          return picks.some((v) => bet.includes(v as number));
        });
  const sold = bets.filter((bet) => tupleTier(rule, bet) !== undefined && (zone.kind === 'digits' || new Set(bet).size === size));
  return [...new Map(sold.map((bet) => [tidy(bet).join(), tidy(bet)])).values()];
}

function tupleTier(rule: TuplesRule, bet: readonly number[]): string | undefined {
  const times = [...new Set(bet)].map((v) => bet.filter((w) => w === v).length);
  const shape = times.sort((a, b) => b - a).join();
  const named = rule.tiers.find((t) => t.shapes?.some((s) => [...s].sort((a, b) => b - a).join() === shape));
  return (named ?? rule.tiers.find((t) => !t.shapes))?.tier;
}

function slicePart(game: Game, draw: Draw, slice: Slice): number[] {
  const drawn = draw.numbers[slice.zone] as readonly number[];
  const zone = game.draw.zones.find((z) => z.id === slice.zone);
  return slice.places ? slice.places.map((id) => drawn[zone?.places?.findIndex((p) => p.id === id) ?? -1] as number) : [...drawn];
}

function holds(game: Game, draw: Draw, p: Predicate, pick: PickedValue): boolean {
  const value = (v: Value): number => evaluate(game, draw, v, pick);
  switch (p.op) {
    case 'eq':
      return value(p.left) === value(p.right);
    case 'ne':
      return value(p.left) !== value(p.right);
    case 'lt':
      return value(p.left) < value(p.right);
    case 'lte':
      return value(p.left) <= value(p.right);
    case 'gt':
      return value(p.left) > value(p.right);
    case 'gte':
      return value(p.left) >= value(p.right);
    case 'in':
      return (p.set as readonly number[]).includes(value(p.value));
    case 'odd':
      return value(p.value) % 2 === 1;
    case 'even':
      return value(p.value) % 2 === 0;
    case 'prime':
      return [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47].includes(value(p.value));
    case 'all':
      return p.of.every((q) => holds(game, draw, q, pick));
    case 'any':
      return p.of.some((q) => holds(game, draw, q, pick));
    case 'not':
      return !holds(game, draw, p.of, pick);
  }
}

function evaluate(game: Game, draw: Draw, v: Value, pick: PickedValue): number {
  const part = (slice: Slice): number[] => slicePart(game, draw, slice);
  switch (v.get) {
    case 'number':
      return v.is;
    case 'pick':
      return pick as number;
    case 'at':
      return part({ zone: v.zone, places: [v.place] })[0] as number;
    case 'sum':
      return part(v.of).reduce((a, b) => a + b);
    case 'span':
      return Math.max(...part(v.of)) - Math.min(...part(v.of));
    case 'distinct':
      return new Set(part(v.of)).size;
    case 'max':
      return Math.max(...part(v.of));
    case 'min':
      return Math.min(...part(v.of));
    case 'count':
      return part(v.of).filter((n) => n === evaluate(game, draw, v.value, pick)).length;
    case 'tally':
      return part(v.of).filter((n) => (v.set as readonly number[]).includes(n)).length;
    case 'rank':
      return part(v.of).sort((a, b) => a - b)[v.nth - 1] as number;
    case 'mod':
      return evaluate(game, draw, v.value, pick) % v.by;
  }
}

export function choices<T>(items: readonly T[], k: number): T[][] {
  if (k === 0) return [[]];
  return items.flatMap((item, i) => choices(items.slice(i + 1), k - 1).map((rest) => [item, ...rest]));
}

export function product<T>(lists: readonly T[][]): T[][] {
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
          ? choices(pool, zone.pick)
          : product(new Array(zone.pick).fill(pool) as number[][]).filter((d) => zone.kind === 'digits' || new Set(d).size === d.length);
      return drawn.map((numbers) => ({ ...draw, [zone.id]: numbers }));
    });
  }
  return draws.map((numbers) => ({ numbers }));
}
