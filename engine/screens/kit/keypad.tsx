import type { KeyboardEvent, ReactNode } from 'react';
import './keypad.css';

/** A digit, the decimal point, or 'delete'. */
export type KeypadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '.' | 'delete';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/**
 * A keypad of our own, where the system's keyboard must not appear. A real keyboard works too: the owner passes key
 * events through `keypadKey`.
 */
export function Keypad({
  label,
  point = false,
  onKey,
}: {
  readonly label: string;
  readonly point?: boolean;
  readonly onKey: (key: KeypadKey) => void;
}): ReactNode {
  return (
    <fieldset className="keypad">
      <legend className="visually-hidden">{label}</legend>
      {DIGITS.map((digit) => (
        <button key={digit} type="button" className="keypad__key tabular" onClick={() => onKey(digit)}>
          {digit}
        </button>
      ))}
      {point ? (
        <button type="button" className="keypad__key" aria-label="小数点" onClick={() => onKey('.')}>
          .
        </button>
      ) : (
        <span />
      )}
      <button type="button" className="keypad__key tabular" onClick={() => onKey('0')}>
        0
      </button>
      <button type="button" className="keypad__key keypad__key--quiet" aria-label="删除" onClick={() => onKey('delete')}>
        <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path
            d="M9 5.5h10.5v13H9L3.5 12zM11.5 9.5l5 5m0-5-5 5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </fieldset>
  );
}

/** The key of a keypad that a real keyboard's key stands for; undefined for any other. */
export function keypadKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent | globalThis.KeyboardEvent): KeypadKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (/^[0-9.]$/.test(key)) return key as KeypadKey;
  return key === 'Backspace' || key === 'Delete' ? 'delete' : undefined;
}
