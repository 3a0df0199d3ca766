import { type ReactNode, useCallback, useId, useMemo, useSyncExternalStore } from 'react';
import type { LabelledAction } from '../../../descriptions/generated/screen.ts';
import { isUnderWay } from '../../../machines/submission.ts';
import type { Scope } from '../../core/contract.ts';
import { useScreen, useScreenStore } from '../../core/hooks.ts';
import { idempotentCall, submissionScope } from '../../core/idempotent-calls.ts';
import { IN_DOUBT_TEXT, useAction } from '../../core/use-action.ts';
import { Button } from '../../kit/button.tsx';
import { Icon, isIconName } from '../../kit/icon.tsx';
import './action-button.css';

/**
 * A button of a description. While its action is under way it cannot be pressed again; what is in doubt is said in words, and so is the
 * reason why it cannot be pressed.
 */
export function ActionButton({
  button,
  extra,
  wide,
  quiet,
}: {
  readonly button: LabelledAction;
  readonly extra?: Scope;
  readonly wide?: boolean;
  readonly quiet?: boolean;
}): ReactNode {
  const screen = useScreen();
  const id = useId();
  const { state, run } = useAction(button.action, extra);
  const why = screen.text(button.disabled, extra);
  const icon = isIconName(button.icon) ? button.icon : undefined;
  const label =
    state === 'doubt'
      ? IN_DOUBT_TEXT
      : state === 'busy' && button.busy
        ? screen.text(button.busy, extra)
        : screen.text(button.label, extra);
  return (
    <span className={wide ? 'action-button action-button--wide' : 'action-button'}>
      {why ? (
        <span className="action-button__why" id={id}>
          {why}
        </span>
      ) : null}
      <Button
        variant={button.primary ? 'primary' : quiet ? 'quiet' : undefined}
        className={button.danger ? 'button--danger' : undefined}
        wide={wide}
        busy={state !== 'idle'}
        disabled={why !== ''}
        aria-describedby={why ? id : undefined}
        onClick={() => void run(extra)}
      >
        {icon ? <Icon name={icon} size={18} /> : null}
        {label}
      </Button>
    </span>
  );
}

/**
 * The visible buttons of a list. One with an idempotent call under way stays, whatever its condition gives: the call may be
 * the reason why the condition is false, and the player must still see the outcome.
 */
export function useShown(buttons: readonly LabelledAction[] = NO_BUTTONS, extra?: Scope): readonly LabelledAction[] {
  const store = useScreenStore();
  const screen = useScreen();
  const names = buttons.map(({ when, action }) => {
    const call = when && idempotentCall(action);
    return call ? submissionScope(store, call, screen.scope) : '';
  });
  const watched = names.join('\n');
  const actors = useMemo(
    () => watched.split('\n').map((name) => (name === '' ? undefined : store.host.submissions.of(name))),
    [store, watched],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = actors.map((actor) => actor?.subscribe(listener));
      return () => subscriptions.forEach((each) => each?.unsubscribe());
    },
    [actors],
  );
  const underWay = useSyncExternalStore(subscribe, () =>
    actors.map((actor) => (actor && isUnderWay(actor.getSnapshot()) ? '1' : '0')).join(''),
  );
  return buttons.filter(({ when }, at) => underWay[at] === '1' || screen.test(when, extra));
}

const NO_BUTTONS: readonly LabelledAction[] = Object.freeze([]);
