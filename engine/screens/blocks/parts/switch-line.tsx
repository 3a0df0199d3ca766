import { type ReactNode, useId } from 'react';
import '../form/fields/toggle.css';

/** A row with a switch at its end; a tap anywhere in the row turns it. `busy`: a change is under way, and no other is taken. */
export function SwitchLine({
  label,
  note,
  name,
  on,
  busy = false,
  onChange,
}: {
  readonly label: string;
  readonly note: string;
  readonly name?: string;
  readonly on: boolean;
  readonly busy?: boolean;
  readonly onChange: (on: boolean) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="row switch-row">
      <label className="row__main" htmlFor={id}>
        <span className="row__title">{label}</span>
        {note ? (
          <span className="row__note" id={`${id}-note`}>
            {note}
          </span>
        ) : null}
      </label>
      <input
        id={id}
        name={name}
        type="checkbox"
        role="switch"
        className="switch"
        checked={on}
        aria-busy={busy || undefined}
        aria-label={label}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => {
          if (!busy) onChange(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
