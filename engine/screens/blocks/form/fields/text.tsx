import { type ChangeEvent, type ReactNode, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { filterDigits } from '../../../../descriptions/format.ts';
import { narrow, typedDigits, typedPhone } from '../../../../descriptions/typed-digits.ts';
import { useScreen } from '../../../core/hooks.ts';
import type { Control, FieldOf } from '../control.ts';

/** Fields that a system keyboard types: text of one or several lines, passwords, phone numbers, digits. */
export function TextControl(props: Control<FieldOf<'text' | 'password' | 'tel' | 'digits'>>): ReactNode {
  const { field, ...rest } = props;
  if (field.type === 'text' && field.lines) return <Lines {...rest} field={field} />;
  if (field.type === 'password') return <Password {...rest} field={field} />;
  if (field.type === 'digits') return <Digits {...rest} field={field} />;
  return <Line {...rest} field={field} />;
}

function Line(props: Control<FieldOf<'text' | 'tel'>>): ReactNode {
  const { field, value, onChange, onLeave } = props;
  return (
    <div className="field__box">
      <input
        {...useInput(props)}
        type={field.type}
        value={value}
        onChange={(event) => onChange(cleaned(field, event.currentTarget.value, (event.nativeEvent as InputEvent).isComposing))}
        onBlur={() => {
          const clean = cleaned(field, value, false);
          if (clean !== value) onChange(clean);
          onLeave();
        }}
      />
    </div>
  );
}

/** The one length that a value may have; undefined where there are several. */
const onlyLength = ({ minLength, maxLength }: FieldOf<'tel' | 'digits'>): number | undefined =>
  minLength === maxLength ? minLength : undefined;

/** A number loses what it was pasted with. Letters that an input method still composes are left alone. */
function cleaned(field: FieldOf<'text' | 'tel'>, text: string, composing: boolean): string {
  if (field.type === 'tel') return typedPhone(text, onlyLength(field));
  return (field.characters === 'word' || field.characters === 'ascii') && !composing ? narrow(text).replace(/\s/g, '') : text;
}

function useInput({ id, field, invalid, describedBy, onLeave }: Control<FieldOf<'text' | 'password' | 'tel' | 'digits'>>) {
  const screen = useScreen();
  return {
    className: 'field__input',
    id,
    name: field.name,
    autoComplete: field.autocomplete ?? 'off',
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
    placeholder: screen.text(field.placeholder) || undefined,
    'aria-required': field.required || undefined,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy,
    onBlur: onLeave,
  } as const;
}

function Lines(props: Control<FieldOf<'text'>>): ReactNode {
  const { field, value, onChange } = props;
  const length = [...value].length;
  return (
    <div className="field__box field__box--lines">
      <textarea {...useInput(props)} rows={field.lines} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      {field.maxLength === undefined ? null : (
        <span className="field__count tabular" aria-hidden="true">
          {length}/{field.maxLength}
        </span>
      )}
    </div>
  );
}

function Password(props: Control<FieldOf<'password'>>): ReactNode {
  const { label, value, onChange } = props;
  const [shown, setShown] = useState(false);
  return (
    <div className="field__box">
      <input
        {...useInput(props)}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" className="field__aside" aria-pressed={shown} aria-label={`显示${label}`} onClick={() => setShown(!shown)}>
        {shown ? '隐藏' : '显示'}
      </button>
    </div>
  );
}

/** 6222021234567890 in groups of four: 6222 0212 3456 7890. */
export function groupDigits(digits: string, size: number | undefined): string {
  return size === undefined ? digits : digits.replace(new RegExp(`\\d{${size}}(?=\\d)`, 'g'), '$& ');
}

function Digits(props: Control<FieldOf<'digits'>>): ReactNode {
  const { field, value, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  /** Where the cursor goes after the blanks were put in: behind this many digits. */
  const caret = useRef<number | undefined>(undefined);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  const shown = groupDigits(value, field.group);

  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    const position = groupDigits(value.slice(0, caret.current), field.group).length;
    input.current?.setSelectionRange(position, position);
    caret.current = undefined;
  });

  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    const { value: text, selectionStart } = event.currentTarget;
    let before = typedDigits(text.slice(0, selectionStart ?? text.length)).length;
    let digits = field.max === undefined ? typedDigits(text, onlyLength(field)) : filterDigits(text, 0, field.max);
    // Only a blank was deleted: the digit before it is what the player meant.
    if (digits === value && text.length < shown.length && before > 0) {
      digits = value.slice(0, before - 1) + value.slice(before);
      before -= 1;
    }
    if (field.group !== undefined) caret.current = before;
    onChange(digits);
    drawAgain();
  };
  return (
    <div className="field__box">
      <input
        {...useInput(props)}
        ref={input}
        type="text"
        inputMode="numeric"
        className="field__input tabular"
        value={shown}
        onChange={change}
      />
    </div>
  );
}
