/** A question as a play of the game that it asks about, so that its conditions mean exactly what those of plays mean. */
import type { SportPlay } from '../descriptions/sports/types.ts';
import type { Play, Predicate } from '../descriptions/types.ts';
import type { DrawSource, MatchSource } from './types.ts';

/** The one area of such a play: its values are the options. */
export const AREA = 'option';
const NEVER_LOSES: Predicate = { op: 'eq', left: { get: 'number', is: 0 }, right: { get: 'number', is: 0 } };

export const asPlay = ({ options }: Pick<DrawSource, 'options'>): Play => ({
  code: 'quiz',
  name: 'quiz',
  hint: 'quiz',
  areas: [
    { kind: 'options', id: AREA, label: 'quiz', min: 1, max: 1, options: options.map(({ code, name }) => ({ value: code, label: name })) },
  ],
  rule: {
    kind: 'options',
    combine: 'each',
    cases: options.map(({ code, when = NEVER_LOSES }) => ({ area: AREA, values: [code], when, tier: 'win' })),
  },
  prizes: [{ kind: 'fixed', tier: 'win', name: 'quiz', fen: 1 }],
});

/** As above, of a game on matches. A condition that is left out is one without parts, which always holds. */
export const asSportPlay = ({ options }: Pick<MatchSource, 'options'>): SportPlay => ({
  code: 'quiz',
  name: 'quiz',
  legs: 1,
  choices: options.map(({ code, name, when = { op: 'all', conditions: [] } }) => ({ code, name, when })),
});
