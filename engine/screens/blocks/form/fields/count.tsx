import type { ReactNode } from 'react';
import { filterDigits } from '../../../../descriptions/format.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Icon } from '../../../kit/icon.tsx';
import type { Control, FieldOf } from '../control.ts';
import { boundsOf } from './count-bounds.ts';
import './count.css';

/** A whole number with a button on either side. */
export default function CountControl({
  id,
  field,
  label,
  value,
  invalid,
  describedBy,
  disabled,
  onChange,
  onLeave,
}: Control<FieldOf<'count'>>): ReactNode {
  const screen = useScreen();
  const { min, max } = boundsOf(screen.value(field.min), screen.value(field.max));
  const now = Number(value || min);
  // One alone is no choice.
  const quick = (field.quick ?? []).filter((each) => each >= min && each <= max);
  const changeBy = (by: number): void => onChange(String(Math.min(max, Math.max(min, now + by))));
  return (
    <div className="count">
      <div className="count__box">
        <button
          type="button"
          className="count__step"
          aria-label={`减少${label}`}
          disabled={disabled || now <= min}
          onClick={() => changeBy(-1)}
        >
          <Icon name="minus" size={18} />
        </button>
        <input
          id={id}
          name={field.name}
          className="count__input tabular"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          value={value}
          disabled={disabled}
          aria-required={field.required || undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onChange(filterDigits(event.currentTarget.value, 0, max))}
          onBlur={onLeave}
        />
        <span className="count__unit" aria-hidden="true">
          {screen.text(field.unit)}
        </span>
        <button
          type="button"
          className="count__step"
          aria-label={`增加${label}`}
          disabled={disabled || now >= max}
          onClick={() => changeBy(1)}
        >
          <Icon name="plus" size={18} />
        </button>
      </div>
      {quick.length > 1 ? (
        <div className="count__quick">
          {quick.map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={each === now}
              disabled={disabled}
              onClick={() => onChange(String(each))}
            >
              {each} {screen.text(field.unit)}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
