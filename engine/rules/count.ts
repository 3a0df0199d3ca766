import { gameAt } from '../descriptions/sets.ts';
import type { Game, Play, Rule } from '../descriptions/types.ts';
import type { CountedKind } from './kinds/kind.ts';
import { countedKindOf } from './kinds/table.ts';
import type { CountedGame, CountedPlay } from './types.ts';
import { makeContext, type RuleContext, RuleDefinitionError } from './zones.ts';

/**
 * A game as far as a board needs it: bets, prices, random picks. `compiledGame` gives the draws too. Remembered by the
 * identity of the (frozen) game. `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day.
 */
export const countGame: GameFunction<CountedGame> = memoizeByGame(
  (game) => new Plays(game, (play) => compileRule(game, play, countedKindOf).counted),
);

/** A function of a game, the time of its draw (unix ms), and the pool's conditions in force for the issue (ids of `poolPrizes`). */
export type GameFunction<T> = (described: Game, atMs?: number, poolPrizes?: readonly string[]) => T;

/** Remembers what `make` made of each (frozen) game for as long as that is there. */
export function memoizeByGame<T extends object>(make: (game: Game) => T): GameFunction<T> {
  const cache = new WeakMap<Game, T>();
  return (described, atMs, poolPrizes) => {
    const game = gameAt(described, atMs, poolPrizes);
    let made = cache.get(game);
    if (made === undefined) cache.set(game, (made = make(game)));
    return made;
  };
}

/**
 * The plays of a game, each made by `compile` at its first use: a server starts with a hundred plays of fifty games, and a few
 * are bet on in the next minute, and a phone shows one board. Throws RuleDefinitionError for two plays of one code.
 *
 * A class, because an object that is written with a getter has a hidden class of its own in V8, which only a full collection takes away, and
 * with it a whole game that is out of use.
 */
export class Plays<P extends CountedPlay> implements CountedGame<P> {
  readonly game: Game;
  readonly #plays = new Map<string, { readonly play: Play; made?: P }>();
  readonly #compile: (play: Play) => P;

  constructor(game: Game, compile: (play: Play) => P) {
    this.game = game;
    this.#compile = compile;
    for (const { plays } of game.playGroups)
      for (const play of plays) {
        if (this.#plays.has(play.code)) throw new RuleDefinitionError(play.code, 'two plays of one code');
        this.#plays.set(play.code, { play });
      }
  }

  play(code: string): P | undefined {
    const known = this.#plays.get(code);
    return known && (known.made ??= this.#compile(known.play));
  }

  get plays(): readonly P[] {
    return [...this.#plays.keys()].map((code) => this.play(code) as P);
  }
}

/** Binds one play to its rule kind. Throws RuleDefinitionError when there is no such kind. */
export function compileRule<P extends CountedKind>(
  game: Pick<Game, 'draw' | 'unitFen'>,
  play: Play,
  kindOf: (rule: Rule) => { compile(context: RuleContext, rule: Rule): P } | undefined,
): { readonly counted: CountedPlay; readonly rule: P } {
  const kind = kindOf(play.rule);
  if (!kind) throw new RuleDefinitionError(play.code, `unknown rule kind ${play.rule.kind}`);
  const context = makeContext(game.draw, play);
  for (const { area } of context.areas.values())
    if (area.kind === 'numbers' && area.bankers && !countedKindOf(play.rule)?.bankers)
      throw new RuleDefinitionError(play.code, `area ${area.id}: a ${play.rule.kind} rule knows no bankers`);
  const rule = kind.compile(context, play.rule);
  const counted: CountedPlay = {
    play,
    draws: game.draw,
    unitFen: play.unitFen ?? game.unitFen,
    areas: context.areas,
    prizes: new Map(play.prizes.map((prize) => [prize.tier, prize])),
    count: (line) => rule.count(line),
    random: (random) => rule.random(random),
    entries: rule.entries,
  };
  return { counted, rule };
}
