/**
 * Described actions that an earlier page sent, and left before it knew their outcome: a bet on a cup, a share of a group order, a copied
 * bet. If no button of the present page follows the outcome, a message over the page says it.
 */
import type { Template } from '../../engine/descriptions/screens/expression.ts';
import { compileTemplate } from '../../engine/descriptions/screens/expression.ts';
import { isUnderWay, LOST_STATUS, type SubmissionActor } from '../../engine/machines/submission.ts';
import type { Host, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { writeDraft } from '../../engine/screens/core/drafts.ts';
import { claimOutcome } from '../../engine/screens/core/idempotent-calls.ts';

const SCREENS = 'screen/';
/** Ms that a message is shown to a player who does not expect it. */
const MESSAGE_MS = 5_000;

/** Resolves when the outcome of every such submission is known and has been said. */
export async function resumeUnfinishedActions(host: Host, scopes: readonly string[]): Promise<void> {
  await Promise.all(scopes.filter((scope) => scope.startsWith(SCREENS)).map((scope) => follow(host, scope.slice(SCREENS.length))));
}

async function follow(host: Host, place: string): Promise<void> {
  const actor = host.submissions.of(SCREENS + place);
  const call = actor.getSnapshot().context.submission?.call;
  if (call === undefined) return;
  await ended(actor);
  const { value, context } = actor.getSnapshot();
  // Another player has logged in meanwhile.
  if (value !== 'accepted' && value !== 'refused') return;
  const [code = ''] = /^[^/#]+/.exec(place) ?? [];
  const document = await host.loadDocument<ScreenDocument>('screen', code);
  // What was drawn meanwhile has followed it, with its form and all.
  if (!claimOutcome(actor)) return;
  const sent = findAction(document, place.slice(code.length), call);
  const title = expand(host, sent?.title ?? document.title, undefined);
  if (value === 'accepted') {
    if (sent?.form) writeDraft(host.storage, host.session.mid, code + sent.form, {});
    const text = expand(host, sent?.done, context.answer) || `${title && `${title}：`}上次提交已成功`;
    host.toast(text, { icon: 'success', ms: MESSAGE_MS });
  } else if (context.refusal) {
    const { status, msg } = context.refusal;
    const reason = status === LOST_STATUS ? '网络中断，未能提交' : msg;
    host.toast(`${title && `${title}：`}上次提交未成功${reason && `，${reason}`}`, { icon: 'fail', ms: MESSAGE_MS });
  }
}

function ended(actor: SubmissionActor): Promise<void> {
  return new Promise((resolve) => {
    const look = (): boolean => !isUnderWay(actor.getSnapshot());
    if (look()) return resolve();
    const subscription = actor.subscribe(() => {
      if (!look()) return;
      subscription.unsubscribe();
      // Buttons of the page that follow it come first.
      setTimeout(resolve, 0);
    });
  });
}

interface SentAction {
  readonly done: string | undefined;
  /** Title of the part of the screen that it stands in. */
  readonly title: string | undefined;
  /** Place of the form that it handed in, with list item and address. */
  readonly form: string | undefined;
}

type Part = Readonly<Record<string, unknown>>;

/** The action at `place` of a screen: a JSON pointer, then the list item and the address that it stood at. */
function findAction(document: ScreenDocument, place: string, call: string): SentAction | undefined {
  let part = document as unknown as Part;
  let pointer = '';
  let title: string | undefined;
  let form: { readonly pointer: string; readonly name: string } | undefined;
  for (const name of place.split(/[/?]/).slice(1)) {
    const next = Object.hasOwn(part, name) ? part[name] : undefined;
    if (typeof next !== 'object' || next === null) break;
    part = next as Part;
    pointer += `/${name}`;
    if (typeof part.title === 'string') title = part.title;
    if (part.block === 'form') form = { pointer, name: typeof part.id === 'string' ? `#${part.id}` : pointer };
  }
  if (part.call !== call) return undefined;
  return {
    done: typeof part.done === 'string' ? part.done : undefined,
    title,
    form: form && form.name + place.slice(pointer.length),
  };
}

/** A text that reads nothing but the answer; '' for one that reads more, since what it read is gone with its page. */
function expand(host: Host, text: string | undefined, models: unknown): string {
  const template: Template = compileTemplate(text ?? '');
  if (template.references.some(({ name }) => name !== 'models' || models === undefined)) return '';
  return template.expand({
    lookup: (name) => (name === 'models' ? models : undefined),
    offsetMinutes: host.offsetMinutes ?? 0,
    now: host.now,
    terms: host.terms ?? {},
  });
}
