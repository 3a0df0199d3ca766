import type { ReactNode } from 'react';
import { Icon } from '../../../kit/icon.tsx';

/** The closed state of a field that opens a sheet of choices. */
export function PickerButton({
  id,
  name,
  text,
  placeholder,
  open,
  required,
  invalid,
  describedBy,
  onOpen,
}: {
  readonly id: string;
  readonly name: string;
  /** The chosen value; '' for none. */
  readonly text: string;
  readonly placeholder: string;
  readonly open: boolean;
  readonly required: boolean | undefined;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <div className="field__box">
      <button
        type="button"
        id={id}
        name={name}
        className={text ? 'field__input field__picked' : 'field__input field__picked field__picked--none'}
        role="combobox"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-labelledby={`${id}-label`}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onClick={onOpen}
      >
        <span>{text || placeholder}</span>
        <Icon name="next" size={18} />
      </button>
    </div>
  );
}
