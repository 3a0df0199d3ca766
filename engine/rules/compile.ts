import type { Draw, GameDraw, Game, Line, Play } from '../descriptions/types.ts';
import { bind, compiler } from './count.ts';
import { Cells } from './demand.ts';
import { combination } from './kinds/draws/combination.ts';
import { cross } from './kinds/draws/cross.ts';
import { direct } from './kinds/draws/direct.ts';
import { group } from './kinds/draws/group.ts';
import { options } from './kinds/draws/options.ts';
import { tuples } from './kinds/draws/tuples.ts';
import type { KindPlay } from './kinds/kind.ts';
import { createRegistry } from './kinds/registry.ts';
import type { CompiledGame, CompiledPlay } from './types.ts';
import { RuleDefinitionError } from './zones.ts';

const ruleKinds = createRegistry<KindPlay>([combination, cross, direct, group, tuples, options]);

/**
 * A game ready to count, price and settle. Cached by the identity of the (frozen) game; its plays are compiled when they are asked for.
 * Throws RuleDefinitionError for two plays of one code.
 * `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day; without it their first tables count.
 */
export const compileGame: (described: Game, atMs?: number) => CompiledGame = compiler(compiledPlay);

/** Bets of numbers are alike, as numbers are drawn alike: any one of them tells the chances. */
function oneBet(rule: KindPlay): readonly Line[] {
  for (const bet of rule.expand(rule.random(() => 0))) return [bet];
  return [];
}

const known = new WeakMap<Play, { readonly draw: GameDraw; readonly unitFen: number; readonly made: CompiledPlay }>();

/**
 * The compiled play, by the identity of the (frozen) play: games of a family share their plays, and the check of a file has compiled some
 * before they are sold. Made anew for another draw or price. Throws as `compilePlay` does.
 */
export function compiledPlay(game: Pick<Game, 'draw' | 'unitFen'>, play: Play): CompiledPlay {
  const before = known.get(play);
  if (before && before.draw === game.draw && before.unitFen === game.unitFen) return before.made;
  const made = compilePlay(game, play);
  known.set(play, { draw: game.draw, unitFen: game.unitFen, made });
  return made;
}

/** Binds one play to its rule kind. Throws RuleDefinitionError when the play makes no sense. */
export function compilePlay(game: Pick<Game, 'draw' | 'unitFen'>, play: Play): CompiledPlay {
  const { counted, rule } = bind(game, play, ruleKinds);
  for (const tier of rule.tiers) if (!counted.prizes.has(tier)) throw new RuleDefinitionError(play.code, `tier ${tier} has no prize`);

  let lastDraw: Draw | undefined;
  let lastSettle: ((line: Line) => ReadonlyMap<string, bigint>) | undefined;
  const against = (draw: Draw) => {
    if (lastDraw !== draw || lastSettle === undefined) {
      lastSettle = rule.against(draw);
      lastDraw = draw;
    }
    return lastSettle;
  };
  let cells: Cells | undefined;
  const cellsOf = (): Cells => (cells ??= new Cells(counted.areas.values(), counted.entries, rule.needed));
  return {
    ...counted,
    get cells() {
      return cellsOf();
    },
    demand: (draw) => rule.demand(draw, cellsOf()),
    expand: (line) => rule.expand(line),
    against,
    settle: (line, draw) => against(draw)(line),
    parts: (line) => rule.parts(line),
    kinds: () => rule.kinds?.() ?? oneBet(rule),
  };
}
