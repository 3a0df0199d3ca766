/** Facts of a result beside its numbers (和 10 · 小双), from the description. */
import type { Draw, FactPart, Game, Play } from '../descriptions/types.ts';
import { compilePredicate, compileValue } from './predicate.ts';
import { makeContext, type RuleContext } from './zones.ts';

type Say = (draw: Draw) => string;

const cache = new WeakMap<Game, readonly Say[]>();

/** One text for each fact that has something to say of the draw. `game` as it is on the day of the draw (`gameAt`). */
export function drawFactTexts(game: Game, draw: Draw): string[] {
  const { facts } = game;
  if (facts === undefined) return [];
  let renderers = cache.get(game);
  if (renderers === undefined) {
    const context = makeContext(game.draw, NO_PLAY);
    renderers = facts.map(({ label, say }) => {
      const parts = say.map((part) => partOf(context, part));
      return (drawn) => {
        const text = parts.map((part) => part(drawn)).join('');
        return text === '' || label === undefined ? text : `${label} ${text}`;
      };
    });
    cache.set(game, renderers);
  }
  return renderers.map((say) => say(draw)).filter((text) => text !== '');
}

/** Facts belong to no play. */
const NO_PLAY: Play = { code: 'facts', name: '', hint: '', areas: [], rule: { kind: 'options', combine: 'each', cases: [] }, prizes: [] };

function partOf(context: RuleContext, part: FactPart): Say {
  if ('value' in part) {
    const value = compileValue(context, part.value, false);
    const { pad = 0 } = part;
    return (draw) => String(value.of(draw, 0)).padStart(pad, '0');
  }
  const cases = part.cases.map(({ when, text }) => ({ when: compilePredicate(context, when, false), text }));
  return (draw) => cases.find(({ when }) => when.holds(draw, 0))?.text ?? '';
}
