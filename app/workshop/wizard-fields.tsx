/** What the steps of the wizard are filled in with. */
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

/** A whole number; what is being typed stays as it is until it is one that fits. */
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
  /** While it is being typed. */
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
