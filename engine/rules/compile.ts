import { gameAt } from '../descriptions/sets.ts';
import type { Draw, GameDraw, Game, Line, Play } from '../descriptions/types.ts';
import { compileRule, type GameFunction, Plays, memoizeByGame } from './count.ts';
import { PlayCells, type WinningCondition } from './winning-condition.ts';
import { ruleKindOf } from './kinds/draws/table.ts';
import type { KindPlay, LinePart } from './kinds/kind.ts';
import type { CompiledGame, CompiledPlay, CountedPlay } from './types.ts';
import { RuleDefinitionError } from './zones.ts';

/**
 * A game ready to count, price and settle; its plays are compiled on demand. It is not cached, so that the check of a file
 * leaves nothing in memory. Throws RuleDefinitionError for two plays of one code.
 * `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day; without it their first tables count.
 * `poolPrizes`: ids of the pool's conditions in force.
 */
export function compileGame(described: Game, atMs?: number, poolPrizes?: readonly string[]): CompiledGame {
  const game = gameAt(described, atMs, poolPrizes);
  return new Plays(game, (play) => compilePlay(game, play));
}

/**
 * The same, remembered by the identity of the (frozen) game for as long as that is there, and its plays by theirs: for games that are sold,
 * which are asked for at every bet.
 */
export const compiledGame: GameFunction<CompiledGame> = memoizeByGame((game) => new Plays(game, (play) => compiledPlay(game, play)));

/** Bets of numbers are alike, as numbers are drawn alike: any one of them tells the chances. */
function oneBet(rule: KindPlay): readonly Line[] {
  for (const bet of rule.expand(rule.random(() => 0))) return [bet];
  return [];
}

const known = new WeakMap<Play, { readonly draw: GameDraw; readonly unitFen: number; readonly made: CompiledPlay }>();

/**
 * The compiled play, by the identity of the (frozen) play: games of a family share their plays. Made again for another draw or price. Throws as `compilePlay` does.
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
  const { counted, rule } = compileRule(game, play, ruleKindOf);
  for (const tier of rule.tiers) if (!counted.prizes.has(tier)) throw new RuleDefinitionError(play.code, `tier ${tier} has no prize`);

  return new Compiled(counted, rule);
}

/** A class, not an object of closures: a family has a hundred plays, and most are made and not bet on. */
class Compiled implements CompiledPlay {
  readonly play: Play;
  readonly draws: GameDraw;
  readonly unitFen: number;
  readonly areas: CountedPlay['areas'];
  readonly prizes: CountedPlay['prizes'];
  readonly entries: CountedPlay['entries'];
  readonly #rule: KindPlay;
  #cells: PlayCells | undefined;
  #lastDraw: Draw | undefined;
  #lastSettle: ((line: Line) => ReadonlyMap<string, bigint>) | undefined;

  constructor({ play, draws, unitFen, areas, prizes, entries }: CountedPlay, rule: KindPlay) {
    this.play = play;
    this.draws = draws;
    this.unitFen = unitFen;
    this.areas = areas;
    this.prizes = prizes;
    this.entries = entries;
    this.#rule = rule;
  }

  get cells(): PlayCells {
    return (this.#cells ??= new PlayCells(this.areas.values(), this.entries, this.#rule.needed));
  }

  count(line: Line): bigint {
    return this.#rule.count(line);
  }

  random(random: (n: number) => number): Line {
    return this.#rule.random(random);
  }

  expand(line: Line): Iterable<Line> {
    return this.#rule.expand(line);
  }

  against(draw: Draw): (line: Line) => ReadonlyMap<string, bigint> {
    if (this.#lastDraw !== draw || this.#lastSettle === undefined) {
      this.#lastSettle = this.#rule.against(draw);
      this.#lastDraw = draw;
    }
    return this.#lastSettle;
  }

  settle(line: Line, draw: Draw): ReadonlyMap<string, bigint> {
    return this.against(draw)(line);
  }

  demand(draw: Draw): WinningCondition {
    return this.#rule.demand(draw, this.cells);
  }

  parts(line: Line): readonly LinePart[] {
    return this.#rule.parts(line);
  }

  kinds(): readonly Line[] {
    return this.#rule.kinds?.() ?? oneBet(this.#rule);
  }
}
