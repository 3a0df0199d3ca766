import { type ReactNode, useId, useState } from 'react';
import type { SwitchesBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { keepSetting, settingOf } from '../../core/settings.ts';
import { Section } from '../parts/section.tsx';
import '../form/fields/toggle.css';
import './switches.css';

/** Switches that are kept on this phone; a change counts at once. */
export default function Switches({ block }: BlockProps<SwitchesBlock>): ReactNode {
  const screen = useScreen();
  return (
    <Section title={screen.text(block.title)}>
      <ul className="card">
        {block.items.map((item) => (
          <li key={item.name}>
            <SwitchRow name={item.name} label={screen.text(item.label)} note={screen.text(item.note)} otherwise={item.on === true} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface SwitchRowProps {
  readonly name: string;
  readonly label: string;
  readonly note: string;
  readonly otherwise: boolean;
}

function SwitchRow({ name, label, note, otherwise }: SwitchRowProps): ReactNode {
  const host = useHost();
  const id = useId();
  const [on, setOn] = useState(() => settingOf(host.storage, name, otherwise));
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
        aria-label={label}
        aria-describedby={note ? `${id}-note` : undefined}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          keepSetting(host.storage, name, next);
          setOn(next);
        }}
      />
    </div>
  );
}
