/**
 * Calls under an idempotency key, from a described action. The place of the action on its screen names the submission, with the address
 * and the item that it stands at: so the same button is the same submission after a reload and in another tab, and the button of another
 * record is another one.
 */
import type { Action, ActionCall, Field } from '../../descriptions/generated/screen.ts';
import type { Submitted } from '../../drivers/submissions.ts';
import type { SubmissionActor } from '../../machines/submission.ts';
import type { ActionContext } from './actions.ts';
import type { Scope } from './contract.ts';
import { actionPointer } from './plan.ts';

/** Name in a scope under which the items of lists say which one they are; no expression can read it. */
export const ITEM_KEY = '@item';
/** Name in a scope under which a form lists its secret fields. */
export const SECRET_FIELDS = '@secret';

/** The scope of an item of a list, within `outer`. */
export function itemScope(outer: Scope, record: unknown, index: number, key: string): Scope {
  const members = typeof record === 'object' && record !== null ? (record as Scope) : {};
  return { ...outer, ...members, item: record, index, [ITEM_KEY]: `${outer[ITEM_KEY] ?? ''}/${key}` };
}

/** Name of a place on an opened screen, with the address and the list item that it stands at: stable over reloads and tabs. */
export function submissionPlace(
  { plan, params, query }: Pick<ActionContext, 'plan' | 'params' | 'query'>,
  place: string,
  scope: Scope,
): string {
  const address = [...Object.entries(params), ...Object.entries(query).filter(([name]) => !plan.state[name])].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return `${plan.document.code}${place}${scope[ITEM_KEY] ?? ''}?${new URLSearchParams(address)}`;
}

/** Name of the submission of an action. */
export function submissionScope(screen: Pick<ActionContext, 'plan' | 'params' | 'query'>, action: Action, scope: Scope): string {
  return `screen/${submissionPlace(screen, actionPointer(action), scope)}`;
}

/** The idempotent call that an action comes to: itself, or one inside a sequence; undefined when there is none. */
export function idempotentCall(action: Action): ActionCall | undefined {
  if (action.do === 'call') return action.key ? action : undefined;
  if (action.do !== 'all') return undefined;
  for (const each of action.actions) {
    const found = idempotentCall(each);
    if (found) return found;
  }
  return undefined;
}

export function submitIdempotent(
  screen: ActionContext,
  action: ActionCall,
  params: Readonly<Record<string, string>>,
  scope: Scope,
): Promise<Submitted> {
  return screen.host.submissions.submit(submissionScope(screen, action, scope), {
    call: action.call,
    params,
    method: action.method ?? 'POST',
    secret: secretParams(action, scope),
  });
}

/** The key of each submission whose outcome somebody has followed. */
const followed = new WeakMap<SubmissionActor, string>();

/**
 * True once for each submission: the caller that gets it performs the actions after the outcome. After leaving and reopening the screen
 * in doubt, two buttons wait for it, the one that sent it and the present one.
 */
export function claimOutcome(actor: SubmissionActor): boolean {
  const key = actor.getSnapshot().context.submission?.key;
  if (key === undefined) return true;
  if (followed.get(actor) === key) return false;
  followed.set(actor, key);
  return true;
}

/** Parameters that read a secret field of the form around the action. */
function secretParams(action: ActionCall, scope: Scope): readonly string[] {
  const fields = scope[SECRET_FIELDS];
  if (!(fields instanceof Set)) return [];
  return Object.entries(action.params ?? {})
    .filter(([, text]) => text.references.some(({ name, member }) => name === 'form' && (member === undefined || fields.has(member))))
    .map(([name]) => name);
}

/** True for a field whose value is never kept, recorded or logged. */
export function isSecretField(field: Field): boolean {
  return (
    field.type === 'password' ||
    field.type === 'pin' ||
    field.type === 'code' ||
    field.type === 'picture' ||
    ('secret' in field && field.secret === true)
  );
}
