import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { KeypadKey } from '../../../kit/keypad.tsx';
import type { Control, FieldOf } from '../control.ts';
import { CODE_LENGTH } from '../form-rules.ts';
import { KeypadField } from './keypad-field.tsx';

const PinSheet = lazy(() => import('./pin-sheet.tsx'));

/** The fund password, on a keypad of the app: no system keyboard learns it, and the page shows dots and no digits. */
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
    // A complete password is typed again from the start, for example after it was refused.
    const shownValue = value.length === length ? '' : value;
    const next = key === undefined || key === '.' ? shownValue : key === 'delete' ? shownValue.slice(0, -1) : shownValue + key;
    onChange(next);
    // A quick player may have typed all digits before the sheet is loaded.
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
