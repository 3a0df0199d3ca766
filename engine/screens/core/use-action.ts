/** A button's action: whether it is under way, and performing it. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { Action, ActionCall } from '../../descriptions/generated/screen.ts';
import { isUnderWay, type SubmissionActor } from '../../machines/submission.ts';
import { handleCallResult } from './actions.ts';
import type { CallResult, Scope } from './contract.ts';
import { useScreen, useScreenStore } from './hooks.ts';
import { idempotentCall, submissionScope, claimOutcome } from './idempotent-calls.ts';

/** doubt: sent, no answer came, and the phone looks up the outcome on the server. */
export type ActionState = 'idle' | 'busy' | 'doubt';

export interface RunningAction {
  readonly state: ActionState;
  /** Performs the action, unless it is under way. */
  run(extra?: Scope): Promise<boolean>;
}

/** What a button says while its action is in doubt. */
export const IN_DOUBT_TEXT = '结果确认中';

/**
 * An idempotent call is under way from the moment it is sent until its outcome is known, also when an earlier page or another tab sent it: then
 * what follows it (`done`, `then`) is performed here once the outcome is there, and `onFollowed` is called with whether it was done.
 */
export function useAction(action: Action | undefined, extra?: Scope, onFollowed?: (done: boolean) => void): RunningAction {
  const store = useScreenStore();
  const screen = useScreen();
  const [running, setRunning] = useState(false);
  const under = useRef(false);
  const call = useMemo(() => action && idempotentCall(action), [action]);
  const scope = screen.scope;
  const name = call && submissionScope(store, call, scope);
  const actor = useMemo(() => (name === undefined ? undefined : store.host.submissions.of(name)), [store, name]);
  const state = useSubmissionState(actor);

  const run = useCallback(
    async (more?: Scope): Promise<boolean> => {
      if (!action || under.current) return false;
      under.current = true;
      // One that asks first is not under way while it asks; what it asked shows that it is.
      if (!action.confirm) setRunning(true);
      try {
        return await screen.act(action, more);
      } finally {
        under.current = false;
        setRunning(false);
      }
    },
    [action, screen],
  );

  const follow = useRef<(call: ActionCall, actor: SubmissionActor) => void>(() => {});
  // What follows reads the scope of the latest drawing, not of the one that began to wait.
  useEffect(() => {
    follow.current = (idempotentAction, sent) => {
      if (!claimOutcome(sent)) return;
      const { value, context } = sent.getSnapshot();
      const within = { ...scope, ...extra };
      const finish = (result: CallResult<unknown>): void => void handleCallResult(store, idempotentAction, within, result).then(onFollowed);
      if (value === 'accepted') finish({ ok: true, models: context.answer });
      else if (value === 'refused' && context.refusal) finish({ ok: false, ...context.refusal, inDoubt: false });
    };
  });
  useEffect(() => {
    if (!call || !actor || under.current) return;
    const now = actor.getSnapshot();
    if (!isUnderWay(now)) {
      // A submission that an earlier page left in doubt is queried while this is drawn, and may be answered already.
      if (now.context.submission) follow.current(call, actor);
      return;
    }
    const subscription = actor.subscribe((snapshot) => {
      if (isUnderWay(snapshot)) return;
      subscription.unsubscribe();
      follow.current(call, actor);
    });
    return () => subscription.unsubscribe();
  }, [call, actor]);

  return { state: state === 'idle' && running ? 'busy' : state, run };
}

/** What a submission is at; 'idle' without one. */
export function useSubmissionState(actor: SubmissionActor | undefined): ActionState {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = actor?.subscribe(listener);
      return () => subscription?.unsubscribe();
    },
    [actor],
  );
  return useSyncExternalStore(subscribe, () => {
    const snapshot = actor?.getSnapshot();
    if (!snapshot) return 'idle';
    return snapshot.matches('doubt') ? 'doubt' : snapshot.matches('sending') ? 'busy' : 'idle';
  });
}
