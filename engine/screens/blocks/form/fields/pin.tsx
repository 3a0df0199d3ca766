import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { KeypadKey } from '../../../kit/keypad.tsx';
import type { Control, FieldOf } from '../control.ts';
import { CODE_LENGTH } from '../form-rules.ts';
import { KeypadField } from './keypad-field.tsx';

const PinSheet = lazy(() => import('./pin-sheet.tsx'));

/** The fund password, on a keypad of ours: no system keyboard learns it, and its digits are never in the page. */
export default function PinControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  disabled,
  onChange,
  onLeave,
}: Control<FieldOf<'pin'>>): ReactNode {
  const [open, setOpen] = useState(false);
  const length = field.length ?? CODE_LENGTH;
  const start = (key?: KeypadKey): void => {
    // A whole password that was wrong is typed anew, not mended.
    const shownValue = value.length === length ? '' : value;
    const next = key === undefined || key === '.' ? shownValue : key === 'delete' ? shownValue.slice(0, -1) : shownValue + key;
    onChange(next);
    // A quick typist is done before the sheet is there.
    setOpen(next.length < length);
  };
  return (
    <>
      <KeypadField
        id={id}
        name={field.name}
        text={'•'.repeat(value.length)}
        placeholder={`${length} 位数字`}
        required={field.required}
        invalid={invalid}
        describedBy={describedBy}
        disabled={disabled}
        className="field__dots"
        onOpen={start}
      />
      {open ? (
        <Suspense>
          <PinSheet
            title={label}
            length={length}
            value={value}
            onChange={onChange}
            onClose={() => {
              setOpen(false);
              onLeave();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
