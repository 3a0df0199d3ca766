/**
 * Random games as files: zones of every kind, plays of every kind of rule, conditions of every form, as the schema allows them. Not each is
 * valid: what makes no sense, or could never be worked out, is the loader's to refuse.
 */
import fc from 'fast-check';
import base from '../../../../games/lhc.json' with { type: 'json' };

type Json = Readonly<Record<string, unknown>>;

interface RandomZone {
  readonly id: string;
  readonly kind: 'set' | 'sequence' | 'digits';
  readonly from: number;
  readonly to: number;
  readonly pick: number;
}

const placesOf = ({ id, pick, kind }: RandomZone): string[] =>
  kind === 'set' ? [] : Array.from({ length: pick }, (_, n) => `${id}${n + 1}`);

const zone = (id: string): fc.Arbitrary<RandomZone> =>
  fc.oneof(
    fc
      .record({ from: fc.integer({ min: 0, max: 1 }), size: fc.integer({ min: 5, max: 80 }), pick: fc.integer({ min: 1, max: 20 }) })
      .map(({ from, size, pick }): RandomZone => ({ id, kind: 'set', from, to: from + size - 1, pick: Math.min(pick, size) })),
    fc
      .record({ size: fc.integer({ min: 2, max: 20 }), pick: fc.integer({ min: 1, max: 10 }) })
      .map(({ size, pick }): RandomZone => ({ id, kind: 'sequence', from: 1, to: size, pick: Math.min(pick, size) })),
    fc
      .record({ from: fc.integer({ min: 0, max: 1 }), size: fc.integer({ min: 2, max: 14 }), pick: fc.integer({ min: 1, max: 10 }) })
      .map(({ from, size, pick }): RandomZone => ({ id, kind: 'digits', from, to: from + size - 1, pick })),
  );

const slice = (of: RandomZone, most = 20): fc.Arbitrary<Json> => {
  const places = placesOf(of);
  if (places.length === 0) return fc.constant({ zone: of.id });
  return fc.subarray(places, { minLength: 1, maxLength: Math.min(most, places.length) }).map((chosen) => ({ zone: of.id, places: chosen }));
};

const numbersOf = ({ from, to }: RandomZone): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: from, max: to }), { minLength: 1, maxLength: 12 });

function values(zones: readonly RandomZone[], picked: boolean): fc.Arbitrary<Json> {
  const any = fc.constantFrom(...zones);
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 100 }).map((is) => ({ get: 'number', is })) },
      ...(picked ? [{ weight: 3, arbitrary: fc.constant({ get: 'pick' }) }] : []),
      {
        weight: 6,
        arbitrary: any.chain((each) =>
          fc.record({
            get: fc.constantFrom('sum', 'span', 'distinct', 'max', 'min'),
            of: fc.oneof(fc.constant({ zone: each.id }), slice(each)),
          }),
        ),
      },
      {
        weight: 3,
        arbitrary: any.chain((each): fc.Arbitrary<Json> => {
          const places = placesOf(each);
          return places.length === 0
            ? fc.integer({ min: 1, max: each.pick }).map((nth) => ({ get: 'rank', of: { zone: each.id }, nth }))
            : fc.constantFrom(...places).map((place) => ({ get: 'at', zone: each.id, place }));
        }),
      },
      { weight: 2, arbitrary: any.chain((each) => numbersOf(each).map((set) => ({ get: 'tally', of: { zone: each.id }, set }))) },
      {
        weight: 1,
        arbitrary: any.chain((each) =>
          fc.array(numbersOf(each), { minLength: 1, maxLength: 4 }).map((sets) => ({ get: 'groups', of: { zone: each.id }, sets })),
        ),
      },
      {
        weight: 2,
        arbitrary: fc
          .record({ of: any, by: fc.integer({ min: 2, max: 12 }), inner: tie('value') })
          .map(({ by, inner }) => ({ get: 'mod', value: inner, by })),
      },
      {
        weight: 1,
        arbitrary: fc
          .record({ of: any, inner: tie('value') })
          .map(({ of, inner }) => ({ get: 'count', of: { zone: of.id }, value: inner })),
      },
    ),
  }));
  return value;
}

function predicate(zones: readonly RandomZone[], picked: boolean): fc.Arbitrary<Json> {
  const value = values(zones, picked);
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 12 });
  const { condition } = fc.letrec<{ condition: Json }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('eq', 'ne', 'lt', 'lte', 'gt', 'gte'), left: value, right: value }) },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('in'), value, set: numbers }) },
      { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('odd', 'even', 'prime'), value }) },
      {
        weight: 2,
        arbitrary: fc.record({ op: fc.constantFrom('all', 'any'), of: fc.array(tie('condition'), { minLength: 1, maxLength: 4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ op: fc.constant('not'), of: tie('condition') }) },
    ),
  }));
  return condition;
}

interface RandomPlay {
  readonly areas: readonly Json[];
  readonly rule: Json;
  readonly tiers: readonly string[];
}

const numbersArea = (id: string, { from, to }: RandomZone, min: number, max: number, bankers = 0): Json => ({
  kind: 'numbers',
  id,
  label: id,
  from,
  to,
  min,
  max: Math.max(1, Math.min(max, to - from + 1)),
  ...(bankers > 0 ? { bankers: { min: 0, max: bankers } } : {}),
});

const hitsOf = (most: readonly number[]): fc.Arbitrary<number[]> =>
  fc.tuple(...most.map((max) => fc.integer({ min: 0, max }))) as fc.Arbitrary<number[]>;

/** Tiers, each with some hits that no other has. */
const hitTiers = (most: readonly number[]): fc.Arbitrary<{ tier: string; hits: number[][] }[]> =>
  fc
    .uniqueArray(hitsOf(most), { minLength: 1, maxLength: 6, selector: (hits) => hits.join() })
    .map((all) => all.map((hits, n) => ({ tier: `t${n}`, hits: [hits] })));

function combination(zones: readonly RandomZone[]): fc.Arbitrary<RandomPlay> {
  return fc
    .record({
      of: fc.shuffledSubarray([...zones], { minLength: 1, maxLength: Math.min(2, zones.length) }),
      chosen: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 2 }),
      bankers: fc.boolean(),
    })
    .chain(({ of, chosen, bankers }) => {
      const picks = of.map((each, n) => ({ each, area: `a${n}`, choose: Math.min(chosen[n] ?? 1, each.to - each.from + 1) }));
      return hitTiers(picks.map(({ each, choose }) => Math.min(choose, each.pick))).map((tiers) => ({
        areas: picks.map(({ each, area, choose }) =>
          numbersArea(area, each, bankers && choose > 1 ? 1 : choose, 40, bankers ? choose - 1 : 0),
        ),
        rule: { kind: 'combination', picks: picks.map(({ each, area, choose }) => ({ area, choose, of: [{ zone: each.id }] })), tiers },
        tiers: tiers.map(({ tier }) => tier),
      }));
    });
}

function direct(of: RandomZone): fc.Arbitrary<RandomPlay> {
  return fc
    .record({
      places: fc.subarray(placesOf(of), { minLength: 1, maxLength: Math.min(8, of.pick) }),
      score: fc.constantFrom('count', 'run'),
      form: fc.constantFrom('plain', 'choose', 'suffixes', 'distinct'),
    })
    .chain(({ places, score, form }) => {
      const one = form === 'choose' || form === 'suffixes';
      const choose = Math.max(1, places.length - 1);
      return hitTiers([form === 'choose' ? choose : places.length]).map((tiers) => ({
        areas: places.map((place) => numbersArea(place, of, form === 'choose' ? 0 : 1, 20)),
        rule: {
          kind: 'direct',
          ...(form === 'choose' ? { choose } : form === 'suffixes' ? { suffixes: true } : form === 'distinct' ? { distinct: true } : {}),
          parts: [{ score: one ? 'count' : score, places: places.map((place) => ({ area: place, zone: of.id, place })) }],
          tiers,
        },
        tiers: tiers.map(({ tier }) => tier),
      }));
    });
}

function group(of: RandomZone): fc.Arbitrary<RandomPlay> {
  return fc
    .array(fc.record({ times: fc.integer({ min: 1, max: 3 }), choose: fc.integer({ min: 1, max: 4 }) }), { minLength: 1, maxLength: 3 })
    .chain((roles) => {
      const size = roles.reduce((sum, { times, choose }) => sum + times * choose, 0);
      return slice(of, size).map((part) => ({
        areas: roles.map(({ choose }, n) => numbersArea(`r${n}`, of, choose, 20)),
        rule: { kind: 'group', of: part, roles: roles.map((role, n) => ({ area: `r${n}`, ...role })), tier: 'w' },
        tiers: ['w'],
      }));
    });
}

function tuples(of: RandomZone): fc.Arbitrary<RandomPlay> {
  return fc
    .record({ of: slice(of, 6), by: fc.constantFrom('entry', 'sum', 'span', 'has'), order: fc.constantFrom('direct', 'group') })
    .map(({ of: part, by, order }) => {
      const size = (part.places as readonly string[] | undefined)?.length ?? of.pick;
      const low = by === 'sum' ? of.from * size : by === 'span' ? 0 : of.from;
      const high = by === 'sum' ? of.to * size : by === 'span' ? of.to - of.from : of.to;
      const area =
        by === 'entry'
          ? { kind: 'lines', id: 'a', label: '号码', min: 1, max: 1_000 }
          : { kind: 'numbers', id: 'a', label: '号码', from: low, to: high, min: 1, max: Math.min(100, high - low + 1) };
      return { areas: [area], rule: { kind: 'tuples', of: part, area: 'a', by, order, tiers: [{ tier: 'w' }] }, tiers: ['w'] };
    });
}

function options(zones: readonly RandomZone[]): fc.Arbitrary<RandomPlay> {
  return fc
    .record({ combine: fc.constantFrom('each', 'all'), areas: fc.integer({ min: 1, max: 3 }), numbers: fc.boolean() })
    .chain(({ combine, areas, numbers }) => {
      const count = combine === 'each' && numbers ? 1 : areas;
      const ids = Array.from({ length: count }, (_, n) => `o${n}`);
      const words = ['x', 'y', 'z'];
      const first = zones[0] as RandomZone;
      const area = (id: string): Json =>
        numbers
          ? numbersArea(id, first, 1, 20)
          : { kind: 'options', id, label: id, min: 1, max: 3, options: words.map((value) => ({ value, label: value })) };
      const cases = ids.flatMap((id) =>
        numbers
          ? [predicate(zones, true).map((when) => ({ area: id, when }))]
          : words.map((word) => predicate(zones, false).map((when) => ({ area: id, values: [word], when }))),
      );
      return fc.tuple(...cases).map((made) => ({
        areas: ids.map(area),
        rule: {
          kind: 'options',
          combine,
          ...(combine === 'all' ? { tier: 'w' } : {}),
          cases: made.map((each) => (combine === 'each' ? { ...each, tier: 'w' } : each)),
        },
        tiers: ['w'],
      }));
    });
}

function playOf(zones: readonly RandomZone[]): fc.Arbitrary<RandomPlay> {
  const placed = zones.filter(({ kind }) => kind !== 'set');
  return fc.oneof(
    { weight: 2, arbitrary: combination(zones) },
    { weight: 5, arbitrary: options(zones) },
    ...(placed.length === 0
      ? []
      : [direct, group, tuples].map((make) => ({ weight: 2, arbitrary: fc.constantFrom(...placed).chain(make) }))),
  );
}

const { sets: _sets, poolFen: _pool, poolStakePermille: _feed, playGroups: _plays, ...HEAD } = base;

/** The text of a random game; its file is games/kl8.json, whose route it takes. */
export const randomGame: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...['a', 'b', 'c'].slice(0, count).map(zone)))
  .chain((zones) => fc.tuple(fc.constant(zones), fc.array(playOf(zones), { minLength: 1, maxLength: 2 })))
  .map(([zones, plays]) => {
    const drawn = zones.map((each) => ({
      ...each,
      label: each.id,
      ...(each.kind === 'set' ? {} : { places: placesOf(each).map((id) => ({ id, label: id })) }),
    }));
    const sold = plays.map(({ areas, rule, tiers }, n) => ({
      code: `P${n}`,
      name: `玩法${n}`,
      hint: '猜一猜',
      areas,
      rule,
      prizes: tiers.map((tier) => ({ kind: 'fixed', tier, name: tier, fen: 2_000 })),
    }));
    return JSON.stringify({ ...HEAD, code: 'kl8', draw: { zones: drawn }, playGroups: [{ code: 'g', name: '玩法', plays: sold }] });
  });
