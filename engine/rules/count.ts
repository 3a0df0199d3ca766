import { gameAt } from '../descriptions/sets.ts';
import type { Game, Play, Rule } from '../descriptions/types.ts';
import { combination } from './kinds/combination.ts';
import { cross } from './kinds/cross.ts';
import { direct } from './kinds/direct.ts';
import { group } from './kinds/group.ts';
import type { CountedKind, RuleKind } from './kinds/kind.ts';
import { options } from './kinds/options.ts';
import { createRegistry } from './kinds/registry.ts';
import { tuples } from './kinds/tuples.ts';
import type { CountedGame, CountedPlay } from './types.ts';
import { makeContext, RuleDefinitionError } from './zones.ts';

const countedKinds = createRegistry<CountedKind>([combination, cross, direct, group, tuples, options]);

/**
 * A game as far as a board needs it: bets, prices, random picks. `compiledGame` gives the draws too. Remembered by the
 * identity of the (frozen) game. `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day.
 */
export const countGame: (described: Game, atMs?: number) => CountedGame = remembered(
  (game) => new Plays(game, (play) => bind(game, play, countedKinds).counted),
);

/** A function of a game and the time of its draw (unix ms), which remembers what it made of each (frozen) game for as long as that is there. */
export function remembered<T extends object>(make: (game: Game) => T): (described: Game, atMs?: number) => T {
  const cache = new WeakMap<Game, T>();
  return (described, atMs) => {
    const game = gameAt(described, atMs);
    let made = cache.get(game);
    if (made === undefined) cache.set(game, (made = make(game)));
    return made;
  };
}

/**
 * The plays of a game, each made by `compile` when it is asked for first: a server starts with a hundred plays of fifty games of which a few
 * are bet on in the next minute, and a phone shows one board. Throws RuleDefinitionError for two plays of one code.
 *
 * A class, because an object that is written with a getter has a hidden class of its own in V8, which only a full collection takes away, and
 * with it all of a game that nobody wants any more.
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
export function bind<P extends CountedKind>(
  game: Pick<Game, 'draw' | 'unitFen'>,
  play: Play,
  kinds: ReadonlyMap<string, RuleKind<Rule, P>>,
): { readonly counted: CountedPlay; readonly rule: P } {
  const kind = kinds.get(play.rule.kind);
  if (!kind) throw new RuleDefinitionError(play.code, `unknown rule kind ${play.rule.kind}`);
  const context = makeContext(game.draw, play);
  for (const { area } of context.areas.values())
    if (area.kind === 'numbers' && area.bankers && play.rule.kind !== 'combination')
      throw new RuleDefinitionError(play.code, `area ${area.id}: only a combination rule knows bankers`);
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
