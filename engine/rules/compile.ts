import { gameAt } from '../descriptions/sets.ts';
import type { Draw, Game, Line, Play } from '../descriptions/types.ts';
import type { KindPlay } from './kinds/kind.ts';
import { ruleKinds } from './kinds/registry.ts';
import { fraction } from './math.ts';
import { visitDraws } from './space.ts';
import type { CompiledGame, CompiledPlay, Fraction } from './types.ts';
import { makeContext, RuleDefinitionError } from './zones.ts';

const cache = new WeakMap<Game, CompiledGame>();

/**
 * Compiles every play of a game. Cached by the identity of the (frozen) game.
 * Throws RuleDefinitionError when a play makes no sense; the loader's checks come before, so a published game never does.
 * `atMs` (unix ms) is the time of the draw, for sets whose numbers change with the day; without it their first tables count.
 */
export function compileGame(described: Game, atMs?: number): CompiledGame {
  const game = gameAt(described, atMs);
  const known = cache.get(game);
  if (known) return known;
  const plays = new Map<string, CompiledPlay>();
  for (const group of game.playGroups)
    for (const play of group.plays) {
      if (plays.has(play.code)) throw new RuleDefinitionError(play.code, 'two plays of one code');
      plays.set(play.code, compilePlay(game, play));
    }
  const compiled: CompiledGame = { game, play: (code) => plays.get(code), plays: [...plays.values()] };
  cache.set(game, compiled);
  return compiled;
}

/** Bets of numbers are alike, as numbers are drawn alike: any one of them tells the chances. */
function oneBet(rule: KindPlay): readonly Line[] {
  for (const bet of rule.expand(rule.random(() => 0))) return [bet];
  return [];
}

/** Binds one play to its rule kind. Throws RuleDefinitionError when the play makes no sense. */
export function compilePlay(game: Pick<Game, 'draw' | 'unitFen'>, play: Play): CompiledPlay {
  const kind = ruleKinds.get(play.rule.kind);
  if (!kind) throw new RuleDefinitionError(play.code, `unknown rule kind ${play.rule.kind}`);
  const context = makeContext(game.draw, play);
  for (const { area } of context.areas.values())
    if (area.kind === 'numbers' && area.bankers && play.rule.kind !== 'combination')
      throw new RuleDefinitionError(play.code, `area ${area.id}: only a combination rule knows bankers`);
  const rule = kind.compile(context, play.rule);
  const prizes = new Map(play.prizes.map((prize) => [prize.tier, prize]));
  for (const tier of rule.tiers) if (!prizes.has(tier)) throw new RuleDefinitionError(play.code, `tier ${tier} has no prize`);

  let lastDraw: Draw | undefined;
  let lastSettle: ((line: Line) => ReadonlyMap<string, bigint>) | undefined;
  const against = (draw: Draw) => {
    if (lastDraw !== draw || lastSettle === undefined) {
      lastSettle = rule.against(draw);
      lastDraw = draw;
    }
    return lastSettle;
  };
  return {
    play,
    unitFen: play.unitFen ?? game.unitFen,
    areas: context.areas,
    prizes,
    count: (line) => rule.count(line),
    expand: (line) => rule.expand(line),
    against,
    settle: (line, draw) => against(draw)(line),
    random: (random) => rule.random(random),
    parts: (line) => rule.parts(line),
    entries: rule.entries,
    kinds: () => rule.kinds?.() ?? oneBet(rule),
    probability(bet) {
      const ways = new Map<string, bigint>();
      let all = 0n;
      const touches = rule.parts(bet).flatMap((part) => part.touches);
      visitDraws(game.draw, touches, (draw, weight) => {
        all += weight;
        for (const tier of rule.against(draw)(bet).keys()) ways.set(tier, (ways.get(tier) ?? 0n) + weight);
      });
      const chances = new Map<string, Fraction>();
      for (const tier of prizes.keys()) if (ways.has(tier)) chances.set(tier, fraction(ways.get(tier) ?? 0n, all));
      return chances;
    },
  };
}
