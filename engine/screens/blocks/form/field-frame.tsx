import type { ReactNode } from 'react';
import type { Field } from '../../../descriptions/generated/screen.ts';
import type { Control } from './control.ts';

/** The label of a field, its control, and under it what is wrong or the hint. */
export function FieldFrame({
  id,
  field,
  label,
  hint,
  complaint,
  children,
}: {
  readonly id: string;
  readonly field: Field;
  readonly label: string;
  readonly hint: string;
  readonly complaint: string;
  readonly children: (described: Pick<Control, 'invalid' | 'describedBy'>) => ReactNode;
}): ReactNode {
  const describedBy = complaint ? `${id}-wrong` : hint ? `${id}-hint` : undefined;
  const classes = ['field', `field--${field.type}`, complaint && 'field--wrong'];
  return (
    <div className={classes.filter(Boolean).join(' ')} data-field={field.name}>
      {field.type === 'agree' ? null : field.type === 'radio' ? (
        <span className="field__label" id={`${id}-label`}>
          {label}
        </span>
      ) : (
        <label className="field__label" id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      )}
      {children({ invalid: complaint !== '', describedBy })}
      {complaint ? (
        <p className="field__error" id={`${id}-wrong`} role="alert">
          {complaint}
        </p>
      ) : hint ? (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
