import type { ReactNode } from 'react';
import { useScreen } from '../../../core/hooks.ts';
import type { Control, FieldOf } from '../control.ts';
import './toggle.css';

/** A switch, or a box to tick; the value is 1 or empty. */
export default function ToggleControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  onChange,
}: Control<FieldOf<'switch' | 'agree'>>): ReactNode {
  const screen = useScreen();
  const input = (
    <input
      id={id}
      name={field.name}
      type="checkbox"
      className={field.type}
      checked={value !== ''}
      aria-required={field.required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked ? '1' : '')}
      {...(field.type === 'switch' ? { role: 'switch' } : {})}
    />
  );
  if (field.type === 'switch') return input;
  const { link } = field;
  return (
    <div className="agree-line">
      <label className="agree-line__label">
        {input}
        <span>{label}</span>
      </label>
      {link ? (
        <button type="button" className="agree-line__link" onClick={() => void screen.act(link.action)}>
          {screen.text(link.label)}
        </button>
      ) : null}
    </div>
  );
}
