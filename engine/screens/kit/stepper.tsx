/** A whole number with a button on either side. While it is being typed the field may be empty; what leaves it never is. */
import { type ReactNode, useState } from 'react';
import { filterDigits } from '../../descriptions/format.ts';
import { Icon } from './icon.tsx';
import './stepper.css';

export interface StepperProps {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
  /** Name of the field. */
  readonly label: string;
  readonly less: string;
  readonly more: string;
  /** Stands behind the figure. */
  readonly unit: string;
  /** Values that are one tap away while the field is in use. */
  readonly quick?: readonly number[];
}

export function Stepper({ value, min, max, onChange, label, less, more, unit, quick }: StepperProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const [used, setUsed] = useState(false);
  const set = (next: number) => {
    setTyped(null);
    onChange(next);
  };
  return (
    <span
      className="stepper"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setUsed(false);
      }}
    >
      {/* Over what is above, so that nothing moves. */}
      {quick && used ? (
        <span className="stepper__quick">
          {quick
            .filter((each) => each >= min && each <= max)
            .map((each) => (
              // The field keeps the focus: losing it would take these away before they are pressed.
              <button
                key={each}
                type="button"
                aria-pressed={each === value}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => set(each)}
              >
                {each} {unit}
              </button>
            ))}
        </span>
      ) : null}
      <button type="button" aria-label={less} disabled={value <= min} onClick={() => set(value - 1)}>
        <Icon name="minus" size={16} />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
        pattern="[0-9]*"
        autoComplete="off"
        value={typed ?? `${value}`}
        onFocus={(event) => {
          setTyped(String(value));
          setUsed(true);
          event.currentTarget.select();
        }}
        onChange={(event) => {
          const text = filterDigits(event.target.value, min, max);
          setTyped(text);
          if (text !== '') onChange(Number(text));
        }}
        onBlur={() => setTyped(null)}
      />
      <span className="stepper__unit" aria-hidden="true">
        {unit}
      </span>
      <button type="button" aria-label={more} disabled={value >= max} onClick={() => set(value + 1)}>
        <Icon name="plus" size={16} />
      </button>
    </span>
  );
}
