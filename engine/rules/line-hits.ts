/**
 * Which picks of a line count in a draw (SPEC.md, R17): what is lit up when the line is shown beside the result. Every line is looked at
 * by itself, since what two lines have between them wins nothing.
 */
import type {
  CombinationRule,
  CrossRule,
  DirectRule,
  Draw,
  GroupRule,
  Line,
  OptionsRule,
  PickedValue,
  Slice,
  TuplesRule,
} from '../descriptions/types.ts';
import { compilePlay } from './compile.ts';
import { subsets } from './math.ts';
import type { CompiledGame } from './types.ts';

/** The picks that count, by area; bankers stand among them. Areas with none are left out. */
export type LineHits = Readonly<Record<string, readonly PickedValue[]>>;

interface Looking {
  readonly line: Line;
  /** All values of an area, bankers included. */
  readonly own: (area: string) => readonly PickedValue[];
  /** The drawn numbers of a slice, in the order of its places. */
  readonly drawn: (slice: Slice) => readonly number[];
  /** True when a line of the same play wins anything. */
  readonly wins: (line: Line) => boolean;
}

/** Picks that count in the draw; nothing for a line of a play that the game does not have. */
export function lineHits(compiled: CompiledGame, line: Line, draw: Draw): LineHits {
  const play = compiled.play(line.play);
  if (!play) return {};
  const { zones } = compiled.game.draw;
  const { rule } = play.play;
  // Values of a bet that takes several are looked at one by one; a leg is one that is not lost.
  const alone =
    rule.kind === 'options' && (rule.combine === 'choose' || rule.combine === 'pass')
      ? compilePlay(compiled.game, {
          ...play.play,
          rule: { kind: 'options', combine: 'each', cases: rule.cases },
          prizes: rule.legs?.map((tier) => ({ kind: 'fixed' as const, tier, name: tier, fen: 1 })) ?? play.play.prizes,
        })
      : play;
  const looking: Looking = {
    line,
    own: (area) => [...(line.bankers?.[area] ?? []), ...(line.picks[area] ?? [])],
    drawn: ({ zone, places }) => {
      const numbers = draw.numbers[zone] ?? [];
      if (!places) return numbers;
      const ids = zones.find(({ id }) => id === zone)?.places?.map(({ id }) => id) ?? [];
      return places.flatMap((place) => numbers[ids.indexOf(place)] ?? []);
    },
    wins: (other) => alone.settle(other, draw).size > 0,
  };
  const hits =
    rule.kind === 'combination'
      ? ofCombination(rule, looking)
      : rule.kind === 'cross'
        ? ofCross(rule, looking)
        : rule.kind === 'direct'
          ? ofDirect(rule, looking)
          : rule.kind === 'group'
            ? ofGroup(rule, looking)
            : rule.kind === 'tuples'
              ? ofTuples(rule, looking)
              : ofOptions(rule, looking);
  return Object.fromEntries(Object.entries(hits).filter(([, values]) => values.length > 0));
}

/** Drawn numbers count; where only misses win (不中), those that are not drawn. */
function ofCombination(rule: CombinationRule, { own, drawn }: Looking): LineHits {
  // Figures of a tier stand in the order of the slices, pick after pick.
  let at = 0;
  return Object.fromEntries(
    rule.picks.map(({ area, of }) => {
      const figures = rule.tiers.flatMap(({ hits }) => hits.flatMap((row) => row.slice(at, at + of.length)));
      at += of.length;
      const missing = figures.every((figure) => figure === 0);
      const there = new Set<PickedValue>(of.flatMap((slice) => drawn(slice)));
      return [area, own(area).filter((value) => there.has(value) !== missing)];
    }),
  );
}

/** Drawn numbers count. */
function ofCross({ sides, of }: CrossRule, { own, drawn }: Looking): LineHits {
  const there = new Set<PickedValue>(of.flatMap((slice) => drawn(slice)));
  return Object.fromEntries(sides.map((area) => [area, own(area).filter((value) => there.has(value))]));
}

/** A value counts when it is drawn at its place. */
function ofDirect(rule: DirectRule, { own, drawn }: Looking): LineHits {
  return Object.fromEntries(
    rule.parts
      .flatMap(({ places }) => places)
      .map(({ area, zone, place }) => {
        const [value] = drawn({ zone, places: [place] });
        return [area, own(area).filter((pick) => pick === value)];
      }),
  );
}

/** A value counts when it is drawn as often as its role asks; of any places (任选) in one of the ways to choose them. */
function ofGroup({ of, roles, anywhere }: GroupRule, { own, drawn }: Looking): LineHits {
  const ways = anywhere ? [...subsets([...own(anywhere.area)], anywhere.choose)] : [undefined];
  const looks = ways.map((places) => drawn(places ? { zone: of.zone, places: places.map(String) } : of));
  const areas = [...new Set(roles.map(({ area }) => area))];
  return Object.fromEntries(
    areas.map((area) => {
      const times = roles.filter((role) => role.area === area).map((role) => role.times);
      const counts = (value: PickedValue) =>
        looks.some((numbers) => times.includes(numbers.reduce<number>((sum, number) => sum + (number === value ? 1 : 0), 0)));
      return [area, own(area).filter(counts)];
    }),
  );
}

/** An entry, a sum or a span counts when it wins by itself. */
function ofTuples({ area }: TuplesRule, { line, own, wins }: Looking): LineHits {
  return { [area]: own(area).filter((value) => wins({ ...line, picks: { ...line.picks, [area]: [value] } })) };
}

/** An option counts when it wins by itself; with `all`, when a winning bet of the line holds it; with `choose`, when its condition holds. */
function ofOptions({ combine }: OptionsRule, { line, wins }: Looking): LineHits {
  return Object.fromEntries(
    Object.entries(line.picks).map(([area, values]) => [
      area,
      values.filter((value) =>
        wins({ play: line.play, picks: combine === 'all' ? { ...line.picks, [area]: [value] } : { [area]: [value] } }),
      ),
    ]),
  );
}
