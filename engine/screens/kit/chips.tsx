import { type ReactNode, useRef } from 'react';
import { useChosenInView } from './use-chosen-in-view.ts';

export interface Chip {
  readonly value: string;
  readonly label: string;
}

/** One choice of several, as pressed buttons in a named group; scrolls sideways when there are many. */
export function Chips({
  label,
  chips,
  value,
  onChange,
}: {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const row = useRef<HTMLFieldSetElement>(null);
  useChosenInView(row, value);
  return (
    <fieldset ref={row} className="chips">
      <legend className="visually-hidden">{label}</legend>
      {chips.map((chip) => (
        <button key={chip.value} type="button" className="chip" aria-pressed={chip.value === value} onClick={() => onChange(chip.value)}>
          {chip.label}
        </button>
      ))}
    </fieldset>
  );
}
