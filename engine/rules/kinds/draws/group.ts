import type { Draw, GroupRule, Line, PickedValue } from '../../../descriptions/types.ts';
import { allMarked, type CellIndex, type WinningCondition, winningCondition } from '../../winning-condition.ts';
import { subsets } from '../../math.ts';
import type { Touch } from '../../draw-space.ts';
import { type BoundSlice, RuleDefinitionError, type RuleContext, sliceNumbers } from '../../zones.ts';
import { CountedGroup, type Role, rolesOf, sizeOf } from '../group.ts';
import { type KindPlay, NO_WINS, type LinePart, type RuleKind, type Wins } from '../kind.ts';
import { anywhere } from './anywhere.ts';

export const group: RuleKind<GroupRule> = {
  compile(context, rule) {
    const times = new Set(rule.roles.map((role) => role.times));
    // Two roles of equal times would make one multiset twice, and a bet is sold once.
    if (times.size < rule.roles.length) throw new RuleDefinitionError(context.play.code, 'two roles stand equally often; join them');
    const roles = rolesOf(context, rule);
    return anywhere(context, rule.of, rule.anywhere, sizeOf(roles), (slice) => new Group(context, rule, roles, slice));
  },
  /** A value counts when it is drawn as often as its role asks; of any places (任选) in one of the ways to choose them. */
  hits({ of, roles, anywhere: any }, { own, drawn }) {
    const ways = any ? [...subsets([...own(any.area)], any.choose)] : [undefined];
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
  },
};

class Group extends CountedGroup implements KindPlay {
  readonly tiers: readonly string[];
  private readonly slice: BoundSlice;
  private readonly won: Wins;

  constructor(context: RuleContext, rule: GroupRule, roles: readonly Role[], slice: BoundSlice) {
    super(context, roles);
    this.slice = slice;
    this.tiers = [rule.tier];
    this.won = new Map([[rule.tier, 1n]]);
  }

  /** The values that the draw gives each role; undefined when the draw is of another shape and no bet can win. */
  private shapeOf(draw: Draw): readonly (readonly number[])[] | undefined {
    const seen = new Map<number, number>();
    for (const v of sliceNumbers(this.slice, draw)) seen.set(v, (seen.get(v) ?? 0) + 1);
    const shape = this.roles.map((role) => [...seen].filter(([, times]) => times === role.times).map(([v]) => v));
    return shape.every((values, i) => values.length === this.roles[i]?.choose) ? shape : undefined;
  }

  demand(draw: Draw, cells: CellIndex): WinningCondition {
    const shape = this.shapeOf(draw);
    if (shape === undefined) return [];
    return winningCondition([shape.map((values, i) => allMarked(values.map((v) => cells.value(this.roles[i]?.area ?? '', v))))]);
  }

  against(draw: Draw): (line: Line) => Wins {
    const shape = this.shapeOf(draw);
    if (shape === undefined) return () => NO_WINS;
    return (line) => {
      const pools = this.pools(line);
      return shape.every((values, i) => values.every((v) => pools[i]?.includes(v))) ? this.won : NO_WINS;
    };
  }

  parts(line: Line): readonly LinePart[] {
    const sets = this.pools(line) as readonly (readonly number[])[];
    const touch: Touch = { zone: this.slice.zone.id, places: this.slice.places, sets, unordered: this.slice.places === undefined };
    return [{ line, touches: [touch] }];
  }
}
