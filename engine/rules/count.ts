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
 * A game as far as a board needs it: bets, prices, random picks. `compileGame` gives the draws too. Cached by the
 * identity of the (frozen) game. `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day.
 */
export const countGame: (described: Game, atMs?: number) => CountedGame = compiler((game, play) => bind(game, play, countedKinds).counted);

/**
 * A function that makes the plays of a game by `compile`, and remembers each game's. A play is made when it is asked for first: a server
 * starts with a hundred plays of fifty games of which a few are bet on in the next minute, and a phone shows one board.
 */
export function compiler<P extends CountedPlay>(compile: (game: Game, play: Play) => P): (given: Game, atMs?: number) => CountedGame<P> {
  const cache = new WeakMap<Game, CountedGame<P>>();
  return (given, atMs) => {
    const game = gameAt(given, atMs);
    const known = cache.get(game);
    if (known) return known;
    const plays = new Map<string, { readonly play: Play; made?: P }>();
    for (const { plays: inGroup } of game.playGroups)
      for (const play of inGroup) {
        if (plays.has(play.code)) throw new RuleDefinitionError(play.code, 'two plays of one code');
        plays.set(play.code, { play });
      }
    const playOf = (code: string): P | undefined => {
      const known = plays.get(code);
      return known && (known.made ??= compile(game, known.play));
    };
    const compiled = {
      game,
      play: playOf,
      get plays(): readonly P[] {
        return [...plays.keys()].map((code) => playOf(code) as P);
      },
    };
    cache.set(game, compiled);
    return compiled;
  };
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
