import type { DirectRule, Draw, Line } from '../../../descriptions/types.ts';
import { allMarked, type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import type { Touch } from '../../draw-space.ts';
import { picksOf, RuleDefinitionError, type RuleContext, refuseRepeats } from '../../zones.ts';
import { CountedDirect, type Place, placesOf } from '../direct.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';
import { SomePlaces, Suffixes } from './direct-forms.ts';

/** The distinct count walks sets of filled places; past this many places that would be slow, and no game is near it. */
const MOST_DISTINCT_PLACES = 12;

/** So many places, or states, are about the work of a plain line. */
const PLAIN_PLACES = 4;
const PLAIN_STATES = 64;

/** One value for each place, order mattering (直选). Parts are scored apart: right places counted, or their longest run. */
export const direct: RuleKind<DirectRule> = {
  compile(context, rule) {
    refuseRepeats(
      context,
      rule.parts.flatMap((part) => part.places.map((p) => p.area)),
    );
    for (const tier of rule.tiers)
      for (const hits of tier.hits)
        if (hits.length !== rule.parts.length)
          throw new RuleDefinitionError(context.play.code, `tier ${tier.tier}: ${rule.parts.length} hit figures expected`);
    const places = placesOf(context, rule);
    if (rule.distinct && places.length > MOST_DISTINCT_PLACES)
      throw new RuleDefinitionError(context.play.code, `distinct is for at most ${MOST_DISTINCT_PLACES} places`);
    if (rule.choose !== undefined) return new SomePlaces(context, rule, places);
    return rule.suffixes ? new Suffixes(context, rule, places) : new Direct(context, rule, places);
  },
  /** A value counts when it is drawn at its place. */
  hits: ({ parts }, { own, drawn }) =>
    Object.fromEntries(
      parts
        .flatMap(({ places }) => places)
        .map(({ area, zone, place }) => {
          const [value] = drawn({ zone, places: [place] });
          return [area, own(area).filter((pick) => pick === value)];
        }),
    ),
};

class Direct extends CountedDirect implements KindPlay {
  readonly tiers: readonly string[];
  private readonly tierOf: ReadonlyMap<string, string>;
  /** The tier of "every place right" when nothing less wins: most direct plays, and then no distribution is needed. */
  private readonly full: string | undefined;

  constructor(context: RuleContext, rule: DirectRule, places: readonly Place[]) {
    super(context, rule, places);
    this.tiers = rule.tiers.map((t) => t.tier);
    this.tierOf = new Map(rule.tiers.flatMap((t) => t.hits.map((hits) => [hits.join(), t.tier] as const)));
    const all = rule.parts.map((part) => part.places.length).join();
    this.full = this.tierOf.size === 1 ? this.tierOf.get(all) : undefined;
  }

  /** First the part of whose places a winner has the most right, whatever its tier. */
  get needed(): readonly string[] {
    const { rule } = this;
    const share = (part: number): number =>
      Math.min(...rule.tiers.flatMap(({ hits }) => hits.map((own) => own[part] as number))) / (rule.parts[part]?.places.length ?? 1);
    return this.places.toSorted((a, b) => share(b.part) - share(a.part)).map(({ area }) => area);
  }

  against(draw: Draw): (line: Line) => Wins {
    const drawn = this.places.map((p) => draw.numbers[p.zone]?.[p.index] as number);
    // A distinct bet never has one value twice, so it cannot be right at two places that show the same.
    const repeated = new Set(drawn).size < drawn.length;
    return (line) => {
      const hit = this.places.map((p, i) => (picksOf(line.picks, p.area) as readonly number[]).includes(drawn[i] as number));
      if (this.full !== undefined) return hit.every(Boolean) && !(this.rule.distinct && repeated) ? new Map([[this.full, 1n]]) : NO_WINS;
      const wins = new Map<string, bigint>();
      const add = (scores: string, ways: bigint): void => {
        const tier = this.tierOf.get(scores);
        if (tier !== undefined && ways > 0n) wins.set(tier, (wins.get(tier) ?? 0n) + ways);
      };
      if (this.competes(line)) this.scoreDistinct(line, drawn, add);
      else this.scoreFree(line, hit, add);
      return wins;
    };
  }

  /** Places are independent: per part the distribution of its score, then their product. */
  private scoreFree(line: Line, hit: readonly boolean[], add: (scores: string, ways: bigint) => void): void {
    let joint = new Map<string, bigint>([['', 1n]]);
    this.rule.parts.forEach((part, index) => {
      // State: the score so far, and the run that is still open (0 for score count).
      let states = new Map<string, { best: number; run: number; ways: bigint }>([['0/0', { best: 0, run: 0, ways: 1n }]]);
      this.places.forEach((p, i) => {
        if (p.part !== index) return;
        const right = hit[i] ? 1n : 0n;
        const wrong = BigInt(picksOf(line.picks, p.area).length) - right;
        const next: typeof states = new Map();
        const put = (best: number, run: number, ways: bigint): void => {
          if (ways === 0n) return;
          const key = `${best}/${run}`;
          const old = next.get(key);
          next.set(key, { best, run, ways: ways + (old?.ways ?? 0n) });
        };
        for (const { best, run, ways } of states.values()) {
          if (part.score === 'run') {
            put(Math.max(best, run + 1), run + 1, ways * right);
            put(best, 0, ways * wrong);
          } else {
            put(best + 1, 0, ways * right);
            put(best, 0, ways * wrong);
          }
        }
        states = next;
      });
      const scored = new Map<string, bigint>();
      for (const [prefix, ways] of joint)
        for (const state of states.values()) {
          const key = index === 0 ? `${state.best}` : `${prefix},${state.best}`;
          scored.set(key, (scored.get(key) ?? 0n) + ways * state.ways);
        }
      joint = scored;
    });
    for (const [scores, ways] of joint) add(scores, ways);
  }

  /** Values one by one, each to at most one place; the state is which places are filled and which of them are right. */
  private scoreDistinct(line: Line, drawn: readonly number[], add: (scores: string, ways: bigint) => void): void {
    const n = this.places.length;
    for (const [state, ways] of this.assign(line, drawn)) {
      const right = state >> n;
      const scores = this.rule.parts.map((part, index) => {
        let best = 0;
        let run = 0;
        this.places.forEach((p, i) => {
          if (p.part !== index) return;
          const ok = ((right >> i) & 1) === 1;
          run = ok ? run + 1 : part.score === 'run' ? 0 : run;
          best = Math.max(best, run);
        });
        return best;
      });
      add(scores.join(), ways);
    }
  }

  parts(line: Line): readonly LinePart[] {
    // Where places compete, a number right at one place matters at the others too.
    const competing = this.competes(line);
    const numeric = competing && new Set(this.places.map((p) => p.zone)).size > 1;
    const touches = this.places.map(
      (p): Touch => ({
        zone: p.zone,
        places: [p.index],
        sets: [picksOf(line.picks, p.area) as readonly number[]],
        placewise: !competing,
        numeric,
      }),
    );
    return [{ line, touches, weight: this.weight(line) }];
  }

  /** With `distinct`, whether places compete for values. A number that is picked for one place alone is nobody else's, and so in every single bet. */
  private competes(line: Line): boolean {
    if (this.rule.distinct !== true) return false;
    const picked = this.places.flatMap((p) => picksOf(line.picks, p.area));
    return new Set(picked).size < picked.length;
  }

  /** As many right places of each part as a tier names, or at least as many where it names the length of a run. */
  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const drawn = this.places.map((p) => draw.numbers[p.zone]?.[p.index] as number);
    const right = this.places.map((p, i) => cells.value(p.area, drawn[i] as number));
    if (this.full !== undefined)
      return this.rule.distinct && new Set(drawn).size < drawn.length ? [] : winningCondition([[allMarked(right)]]);
    return winningCondition(
      this.rule.tiers.flatMap(({ hits: vectors }) =>
        vectors.map((hits) => hits.map((least, part) => ({ cells: right.filter((_, i) => this.places[i]?.part === part), least }))),
      ),
    );
  }

  /** Places walked, or, where values compete, sets of filled and right places for each value: of a place with several picks three states. */
  private weight(line: Line): number {
    if (this.full !== undefined) return 1;
    const n = this.places.length;
    if (!this.competes(line)) return Math.ceil(n / PLAIN_PLACES);
    const rows = this.places.map((p) => picksOf(line.picks, p.area));
    const states = rows.reduce((product, { length }) => product * (length > 1 ? 3 : 2), 1);
    return Math.ceil((states * new Set(rows.flat()).size) / PLAIN_STATES);
  }
}
