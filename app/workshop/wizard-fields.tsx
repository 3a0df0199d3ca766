/** The input fields of the wizard's steps. */
import { type ReactNode, useState } from 'react';

export function ChoiceCard({
  name,
  note,
  chosen,
  onChoose,
}: {
  readonly name: string;
  readonly note: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <button type="button" className="wizard__card" aria-pressed={chosen} onClick={onChoose}>
      <b>{name}</b>
      <small>{note}</small>
    </button>
  );
}

/** A field for a whole number from `least` to `most`. The typed text stays as it is; `onChange` gets only numbers in range. */
export function IntegerField({
  label,
  value,
  least,
  most,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}): ReactNode {
  /** The typed text, from the first change until the field loses the focus. */
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? String(value);
  const fits = (text: string): boolean => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  return (
    <label>
      {label}
      <input
        inputMode="numeric"
        value={shown}
        aria-invalid={!fits(shown)}
        onChange={({ currentTarget: { value: next } }) => {
          setTyped(next);
          if (fits(next)) onChange(Number(next));
        }}
        onBlur={() => setTyped(undefined)}
      />
      <small className={fits(shown) ? 'wizard__note' : 'is-worse'}>
        {least} 至 {most}
      </small>
    </label>
  );
}
