import type { ReactNode } from 'react';
import { useScreen } from '../../../core/hooks.ts';
import type { Control, FieldOf } from '../control.ts';

/** A day, chosen in the date picker of the browser. */
export default function DateControl({ id, field, value, invalid, describedBy, onChange, onLeave }: Control<FieldOf<'date'>>): ReactNode {
  const screen = useScreen();
  return (
    <div className="field__box">
      <input
        id={id}
        name={field.name}
        type="date"
        className="field__input tabular"
        value={value}
        min={screen.text(field.min) || undefined}
        max={screen.text(field.max) || undefined}
        aria-required={field.required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </div>
  );
}
