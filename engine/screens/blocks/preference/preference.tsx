import { type ReactNode, useId, useState } from 'react';
import type { PreferenceBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Icon, isIconName } from '../../kit/icon.tsx';
import './preference.css';

export default function Preference({ block }: BlockProps<PreferenceBlock>): ReactNode {
  const { storage } = useHost();
  const screen = useScreen();
  const id = useId();
  const [chosen, setChosen] = useState(() => storage.get(block.name));
  const { options, action, icon } = block;
  // A stored value of an older version may be no choice any more.
  const value = options.find((option) => option.value === chosen)?.value ?? options[0]?.value;
  const note = screen.text(block.note);
  const choose = (next: string): void => {
    storage.set(block.name, next);
    setChosen(next);
    if (action) void screen.act(action, { value: next });
  };
  return (
    <div className="preference card">
      <div className="preference__head">
        {isIconName(icon) ? (
          <span className="preference__icon">
            <Icon name={icon} size={22} />
          </span>
        ) : null}
        <div>
          <p className="row__title" id={id}>
            {screen.text(block.label)}
          </p>
          {note ? <p className="row__note">{note}</p> : null}
        </div>
      </div>
      <div className="preference__options" role="radiogroup" aria-labelledby={id}>
        {options.map((option) => (
          <label key={option.value} className="preference__option">
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => choose(option.value)}
            />
            <span className="preference__label">{option.label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
