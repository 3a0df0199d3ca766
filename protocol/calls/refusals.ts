/** `models` of refusals that are the same for every call. A call may say more about a status of its own (`refusalModels`). */
import type { StatusName } from '../status.ts';
import type { Definition } from './define.ts';
import { instant, object, oneOf, optional, orNull, Type, text } from './schema.ts';

export const needsStep = object({
  step: oneOf(
    ['realName', 'mobile', 'email', 'fundPwd', 'card', 'turnover', 'level', 'puzzle'],
    'The step that the player has to do first.',
  ),
  to: text('The route of the page for the step; empty: the present page.'),
  puzzle: optional(
    object(
      { id: text('The id of the puzzle, which is sent with the digits.'), picture: text('Data address of a picture of four digits.') },
      'Step puzzle: a picture to read.',
    ),
  ),
});

export const wrongCode = object({
  left: Type.Integer({ minimum: 0, description: 'Remaining tries.' }),
  lockedUntil: orNull(instant(), 'The end of the lock, unix ms; null: not locked.'),
});

export const wrongField = object({ field: text('Name of the wrong field.') });

/** The schema of `models` when a call answers with this status. */
export function modelsOf(definition: Definition, status: StatusName) {
  if (status === 'ok') return definition.answer;
  const own = definition.refusalModels?.[status];
  if (own !== undefined) return own;
  if (status === 'invalid') return orNull(wrongField);
  if (status === 'needsStep') return needsStep;
  if (status === 'wrongCode') return wrongCode;
  return Type.Null();
}
