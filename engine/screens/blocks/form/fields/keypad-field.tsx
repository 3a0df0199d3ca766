import type { KeyboardEvent, ReactNode } from 'react';
import { type KeypadKey, keypadKey } from '../../../kit/keypad.tsx';

/** The closed state of a field that is typed on a keypad of ours: it takes focus and keys like a text field, and no system keyboard opens. */
export function KeypadField({
  id,
  name,
  text,
  placeholder,
  required,
  invalid,
  describedBy,
  disabled,
  prefix,
  className = '',
  onOpen,
}: {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly placeholder: string | undefined;
  readonly required: boolean | undefined;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
  readonly prefix?: string;
  readonly className?: string;
  /** `key`: the key that it was opened with, already meant for the keypad. */
  readonly onOpen: (key?: KeypadKey) => void;
}): ReactNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = keypadKey(event);
    if (key === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen(key);
  };
  return (
    <div className="field__box">
      {prefix ? (
        <span className="field__prefix" aria-hidden="true">
          {prefix}
        </span>
      ) : null}
      <input
        id={id}
        name={name}
        type="text"
        readOnly
        inputMode="none"
        autoComplete="off"
        className={`field__input tabular ${className}`}
        aria-haspopup="dialog"
        value={text}
        placeholder={placeholder}
        disabled={disabled}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={() => onOpen()}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
