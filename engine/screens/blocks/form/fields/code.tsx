import { type ReactNode, useEffect, useState } from 'react';
import { typedDigits } from '../../../../descriptions/typed-digits.ts';
import type { Scope } from '../../../core/contract.ts';
import { readDraft, writeDraft } from '../../../core/drafts.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { useAction } from '../../../core/use-action.ts';
import { NOT_SUBMITTED_TEXT } from '../../../core/actions.ts';
import type { Control, FieldOf } from '../control.ts';
import { CODE_LENGTH } from '../form-rules.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import './code.css';

/** Seconds before another code may be sent, when the description does not say. */
const RESEND_SECONDS = 60;

/** A picture to read before another code is sent, as the refused call brings it. */
interface Puzzle {
  readonly id: string;
  readonly picture: string;
}

const PUZZLE_LENGTH = 4;

function puzzleOf(models: unknown): Puzzle | undefined {
  const { puzzle } = (models ?? {}) as { readonly puzzle?: Partial<Puzzle> };
  return typeof puzzle?.id === 'string' && typeof puzzle.picture === 'string' ? (puzzle as Puzzle) : undefined;
}

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
  const [puzzle, setPuzzle] = useState<Puzzle>();
  const [read, setRead] = useState('');
  const refused = ({ msg, models }: { readonly msg: string; readonly models?: unknown }): void => {
    setPuzzle(field.puzzle && puzzleOf(models));
    setRead('');
    form.refuse(field, msg || NOT_SUBMITTED_TEXT);
  };
  const sent = (): void => {
    setPuzzle(undefined);
    start();
  };
  const extra: Scope = { '@refused': refused };
  const { state, run } = useAction(field.send.action, extra, (done) => done && sent());
  const why = screen.text(field.send.disabled);
  const send = async (answer: string): Promise<void> => {
    const more = field.puzzle && puzzle && answer ? { [field.puzzle.id]: puzzle.id, [field.puzzle.answer]: answer } : undefined;
    if (await run({ ...extra, '@params': more })) sent();
  };
  const say = left > 0 ? `${left} 秒后可重发` : screen.text(field.send.label);
  return (
    <div className="code-field">
      <div className="code-field__boxes">
        <input
          id={id}
          name={field.name}
          className="code-field__input"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          aria-required={field.required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange(typedDigits(event.currentTarget.value, length).slice(0, length))}
          onBlur={onLeave}
        />
        <DigitBoxes length={length} filled={value.length} text={value} />
      </div>
      <button
        type="button"
        className="button button--ghost code-field__send tabular"
        disabled={disabled || left > 0 || state !== 'idle' || why !== '' || (puzzle !== undefined && read.length < PUZZLE_LENGTH)}
        aria-busy={state !== 'idle' || undefined}
        aria-describedby={why ? `${id}-why` : undefined}
        onClick={() => void send(read)}
      >
        {state === 'idle' ? say : '发送中'}
      </button>
      {puzzle ? (
        <div className="code-field__puzzle">
          <img src={puzzle.picture} alt="四位数字的图片" width={132} height={48} />
          <input
            className="field__input tabular"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            aria-label="图中的四位数字"
            placeholder="图中数字"
            value={read}
            onChange={(event) => setRead(typedDigits(event.currentTarget.value, PUZZLE_LENGTH).slice(0, PUZZLE_LENGTH))}
          />
          <button type="button" className="button button--ghost" disabled={state !== 'idle'} onClick={() => void send('')}>
            换一张
          </button>
        </div>
      ) : null}
      {why ? (
        <p className="field__hint code-field__why" id={`${id}-why`}>
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
