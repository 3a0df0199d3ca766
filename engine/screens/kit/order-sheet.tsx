import type { ReactNode } from 'react';
import type { Chip } from './chips.tsx';
import { Icon } from './icon.tsx';
import './order-picker.css';
import { Sheet } from './sheet.tsx';

/** The orders that a list can have, one under the other. */
export default function OrderSheet({
  title,
  options,
  value,
  onChoose,
  onClose,
}: {
  readonly title: string;
  readonly options: readonly Chip[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Sheet open title={title} onClose={onClose}>
      <fieldset className="order-list">
        <legend className="visually-hidden">{title}</legend>
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            className="order-list__option"
            aria-pressed={option.value === value}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
            {option.value === value ? <Icon name="check" size={20} /> : null}
          </button>
        ))}
      </fieldset>
    </Sheet>
  );
}
