import type { ReactNode } from 'react';
import { Icon } from '../../../kit/icon.tsx';
import './choice-list.css';

/** A list of choices in a sheet. */
export function ChoiceList({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly note?: string; readonly disabled?: boolean }[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
}): ReactNode {
  return (
    <ul className="choice-list" aria-label={label}>
      {choices.map(({ value, label, note, disabled }) => (
        <li key={value}>
          <button
            type="button"
            className="choice-list__choice"
            aria-pressed={value === chosen}
            disabled={disabled}
            onClick={() => onChoose(value)}
          >
            <span className="choice-list__text">
              {label}
              {note ? <span className="choice-list__note">{note}</span> : null}
            </span>
            {value === chosen ? <Icon name="check" size={20} /> : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
