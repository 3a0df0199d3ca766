/** What each action of a description does. `perform` resolves false when an action did not succeed; it has shown the reason. */
import type { Action, ActionCall, ActionHost, Confirmation, Expression, Text } from '../../descriptions/generated/screen.ts';
import type { SubmissionActor } from '../../machines/submission.ts';
import type { CallResult, Host, Refusal, Scope } from './contract.ts';
import { idempotentCall, submissionScope, submitIdempotent, claimOutcome } from './idempotent-calls.ts';
import type { ScreenPlan } from './plan.ts';

/** A question before an action: shown by the screen, answered by the player. */
export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly danger: boolean;
  /** The submission of a confirmed action with a key: while it is in doubt, the question shows that. */
  readonly submission?: SubmissionActor;
  /** Performs the action; the question stays, busy, until this resolves. */
  readonly run: () => Promise<boolean>;
  /** The player does not want it. */
  readonly dismiss: () => void;
}

/** Another screen that is shown in a sheet over this one. */
export interface ScreenSheet {
  /** Code of its description. */
  readonly screen: string;
  readonly title: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The part of an opened screen that actions work on. */
export interface ActionContext {
  readonly plan: ScreenPlan;
  readonly host: Host;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The player has gone to another page. */
  readonly left: boolean;
  text(text: Text | undefined, scope?: Scope): string;
  address(text: Text, scope?: Scope): string;
  value(expression: Expression | undefined, scope?: Scope): unknown;
  go(target: string): boolean;
  setState(name: string, value: unknown): void;
  reload(source?: string): void;
  back(): void;
  openSheet(name: string | undefined, scope?: Scope): void;
  /** Another screen in a sheet over this one. */
  openScreen(sheet: ScreenSheet): void;
  ask(question: Question): void;
  /** Takes a question away; another one that stands by now stays. */
  endQuestion(question: Question): void;
}

/** Name in a scope under which `refused` finds the whole refusal; no expression can read it. */
const REFUSAL = '@refusal';

/** For a submission that never reached the server. */
export const NOT_SUBMITTED_TEXT = '提交失败，请重试';

export function performAction(screen: ActionContext, action: Action, scope: Scope): Promise<boolean> {
  return action.confirm ? confirmed(screen, action, action.confirm, scope) : performNow(screen, action, scope);
}

function confirmed(screen: ActionContext, action: Action, { title, text, yes, danger }: Confirmation, scope: Scope): Promise<boolean> {
  const idempotentAction = idempotentCall(action);
  return new Promise((resolve) => {
    let running: Promise<boolean> | undefined;
    const end = (done: boolean): void => {
      screen.endQuestion(question);
      resolve(done);
    };
    const run = async (): Promise<boolean> => {
      const done = await performNow(screen, action, scope);
      end(done);
      return done;
    };
    const question: Question = {
      title: screen.text(title, scope),
      text: screen.text(text, scope),
      yes: screen.text(yes, scope),
      danger: danger ?? false,
      ...(idempotentAction ? { submission: screen.host.submissions.of(submissionScope(screen, idempotentAction, scope)) } : {}),
      // A second tap joins the first: an idempotent call that refused it as busy would end the question while the first is under way.
      run: () => (running ??= run()),
      // An action under way continues without its question, and its caller still waits for its end.
      dismiss: () => (running ? screen.endQuestion(question) : end(false)),
    };
    screen.ask(question);
  });
}

async function performNow(screen: ActionContext, action: Action, scope: Scope): Promise<boolean> {
  const { host } = screen;
  switch (action.do) {
    case 'navigate':
      host.navigate(screen.address(action.to, scope), action.replace ? { replace: true } : undefined);
      return true;
    case 'back':
      screen.back();
      return true;
    case 'game': {
      const [key, order] = [screen.text(action.key, scope), screen.text(action.order, scope)];
      return order && host.playAgain ? host.playAgain(key, order) : host.openGame(key);
    }
    case 'menu':
      host.openMenu(screen.text(action.code, scope));
      return true;
    case 'target':
      return screen.go(screen.text(action.target, scope));
    case 'toast':
      host.toast(screen.text(action.text, scope), action.look ? { icon: action.look } : undefined);
      return true;
    case 'reload':
      screen.reload(action.source);
      return true;
    case 'set':
      screen.setState(action.name, screen.value(action.value, scope));
      return true;
    case 'open':
      screen.openSheet(action.sheet, scope);
      return true;
    case 'sheet':
      screen.openScreen({
        screen: action.screen,
        title: screen.text(action.title, scope),
        params: evaluateTexts(screen, action.params, scope),
      });
      return true;
    case 'close':
      screen.openSheet(undefined);
      return true;
    case 'copy':
      return (await import('./clipboard.ts')).copyText(host, screen.text(action.text, scope), screen.text(action.done, scope) || undefined);
    case 'share':
      return (await import('./clipboard.ts')).shareLink(
        host,
        screen.text(action.title, scope),
        screen.text(action.text, scope),
        screen.text(action.url, scope),
      );
    case 'tell':
      tellRefusal(screen, { status: 0, ...(scope[REFUSAL] as Refusal | undefined), msg: screen.text(action.text, scope) }, scope);
      return true;
    case 'host':
      return hostFunction(screen, action, scope);
    case 'all':
      return inTurn(screen, action.actions, scope);
    case 'call':
      return call(screen, action, scope);
  }
}

/** What leads away from where the player is. */
const LEADS = /^(navigate|back|game|menu|target|close)$/;

/** One after the other. When the player leaves the page during one of them, the others do not navigate. */
async function inTurn(screen: ActionContext, actions: readonly Action[], scope: Scope): Promise<boolean> {
  let led = false;
  for (const each of actions) {
    if (LEADS.test(each.do)) {
      if (screen.left && !led) continue;
      led = true;
    }
    if (!(await performAction(screen, each, scope))) return false;
  }
  return true;
}

export function evaluateTexts(
  screen: ActionContext,
  texts: Readonly<Record<string, Text>> | undefined,
  scope: Scope,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, screen.text(text, scope)]));
}

async function hostFunction(screen: ActionContext, action: ActionHost, scope: Scope): Promise<boolean> {
  const done = await screen.host.perform(action.name, evaluateTexts(screen, action.args, scope));
  if (done === true) return action.then ? performAction(screen, action.then, scope) : true;
  if (done !== false) tellRefusal(screen, named(done, action.args), scope);
  return false;
}

/** A place of the ticket or a parameter, as a server appends it to its sentence for developers: （/shares）. */
const PLACE = /（(\/[\w/~]+)）$/;

/** Where a refusal stands: in the form that asked, else in a message over the page. */
function tellRefusal(screen: ActionContext, { msg, ...refusal }: Refusal, scope: Scope): void {
  const words = msg.replace(PLACE, '');
  const report = scope['@refused'];
  if (typeof report === 'function') (report as (refusal: Refusal) => void)({ ...refusal, msg: words });
  else screen.host.toast(words || NOT_SUBMITTED_TEXT, { icon: 'fail' });
}

/** A server names a parameter of its call; the form's field that the parameter was made of may be called otherwise. */
function named(refusal: Refusal, params: Readonly<Record<string, Text>> | undefined): Refusal {
  const param = (refusal.models as { readonly field?: unknown } | null | undefined)?.field ?? PLACE.exec(refusal.msg)?.[1]?.slice(1);
  if (typeof param !== 'string' || !params || !Object.hasOwn(params, param)) return refusal;
  const field = params[param]?.references.find(({ name }) => name === 'form')?.member;
  return field === undefined ? refusal : { ...refusal, models: { ...(refusal.models as object), field } };
}

async function call(screen: ActionContext, action: ActionCall, scope: Scope): Promise<boolean> {
  // A control may add parameters of its own.
  const params = { ...evaluateTexts(screen, action.params, scope), ...(scope['@params'] as Readonly<Record<string, string>> | undefined) };
  if (action.key) {
    const submitted = await submitIdempotent(screen, action, params, scope);
    if (submitted.state === 'busy') return false;
    if (!claimOutcome(screen.host.submissions.of(submissionScope(screen, action, scope)))) return submitted.state === 'accepted';
    return handleCallResult(
      screen,
      action,
      scope,
      submitted.state === 'accepted' ? { ok: true, models: submitted.models } : { ok: false, ...submitted, inDoubt: false },
    );
  }
  // What went wrong is said once, below.
  const options = { method: action.method ?? 'POST', quiet: true } as const;
  return handleCallResult(screen, action, scope, await screen.host.call<unknown>(action.call, params, options));
}

/** What follows the end of a call: `done` and `then`, or `refused`, or the server's own message. */
export async function handleCallResult(
  screen: ActionContext,
  action: ActionCall,
  scope: Scope,
  result: CallResult<unknown>,
): Promise<boolean> {
  if (!result.ok) {
    const { status, msg, models } = result;
    const refusal = named({ status, msg, models }, action.params);
    if (action.refused) await performAction(screen, action.refused, { ...scope, status, msg, models, [REFUSAL]: refusal });
    else tellRefusal(screen, refusal, scope);
    return false;
  }
  const answered = { ...scope, models: result.models };
  if (action.done) screen.host.toast(screen.text(action.done, answered), { icon: 'success' });
  // A player on another page gets a message and stays there.
  return action.then && !(screen.left && (action.key || LEADS.test(action.then.do))) ? performAction(screen, action.then, answered) : true;
}
