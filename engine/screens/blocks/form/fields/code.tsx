import { type ReactNode, useEffect, useState } from 'react';
import type { Scope } from '../../../core/contract.ts';
import { readDraft, writeDraft } from '../../../core/drafts.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { useAction } from '../../../core/use-action.ts';
import { NOT_DONE } from '../../../core/actions.ts';
import type { Control, FieldOf } from '../control.ts';
import { CODE_LENGTH } from '../form-rules.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import './code.css';

/** Seconds before another code may be sent, when the description does not say. */
const RESEND_SECONDS = 60;

/** A code that was sent to the player, one digit in each box, and the button that has one sent. */
export default function CodeControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  disabled,
  form,
  onChange,
  onLeave,
}: Control<FieldOf<'code'>>): ReactNode {
  const screen = useScreen();
  const length = field.length ?? CODE_LENGTH;
  const { left, start } = useResendClock(form.mid, `${form.name}/${field.name}`, field.seconds ?? RESEND_SECONDS);
  const refused = ({ msg }: { readonly msg: string }): void => form.refuse(field, msg || NOT_DONE);
  const extra: Scope = { '@refused': refused };
  const { state, run } = useAction(field.send.action, extra, (done) => done && start());
  const why = screen.text(field.send.disabled);
  const send = async (): Promise<void> => {
    if (await run(extra)) start();
  };
  const say = left > 0 ? `${left} 秒后可重发` : screen.text(field.send.label);
  return (
    <div className="code">
      <div className="code__boxes">
        <input
          id={id}
          name={field.name}
          className="code__input"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={length}
          value={value}
          aria-required={field.required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(event.currentTarget.value.replace(/[^0-9]/g, '').slice(0, length))}
          onBlur={onLeave}
        />
        <DigitBoxes length={length} filled={value.length} text={value} />
      </div>
      <button
        type="button"
        className="button button--ghost code__send tabular"
        disabled={disabled || left > 0 || state !== 'idle' || why !== ''}
        aria-busy={state !== 'idle' || undefined}
        aria-describedby={why ? `${id}-why` : undefined}
        onClick={() => void send()}
      >
        {state === 'idle' ? say : '发送中'}
      </button>
      {why ? (
        <p className="field__hint code__why" id={`${id}-why`}>
          {why}
        </p>
      ) : null}
      <span className="visually-hidden" role="status">
        {left > 0 ? `${label}已发送` : ''}
      </span>
    </div>
  );
}

/**
 * Seconds until another code may be sent. The instant is kept with the player's drafts: leaving the page and coming back, or loading it
 * again, does not send a second code.
 */
function useResendClock(mid: string, name: string, seconds: number): { readonly left: number; readonly start: () => void } {
  const host = useHost();
  const [until, setUntil] = useState(() => Number(readDraft(host.storage, mid, name).until ?? 0));
  const [now, setNow] = useState(() => host.now());
  // A clock that was set back does not lock the button for longer than a code ever does.
  const left = Math.max(0, Math.min(seconds, Math.ceil((until - now) / 1000)));
  const over = left === 0;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(host.now()), 500);
    return () => clearInterval(timer);
  }, [host, over]);
  return {
    left,
    start() {
      const from = host.now();
      writeDraft(host.storage, mid, name, { until: String(from + seconds * 1000) });
      setNow(from);
      setUntil(from + seconds * 1000);
    },
  };
}
