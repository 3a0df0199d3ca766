import { type ReactNode, useState } from 'react';
import type { SwitchesBlock, SwitchItem } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useDependencies, useHost, useScreen } from '../../core/hooks.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { writeSetting, readSetting } from '../../core/settings.ts';
import { useAction } from '../../core/use-action.ts';
import { Section } from '../parts/section.tsx';
import { SwitchLine } from '../parts/switch-line.tsx';

/** Switches that are kept on this phone, or that show what an answer says; a change counts at once. */
export default function Switches({ block }: BlockProps<SwitchesBlock>): ReactNode {
  const screen = useScreen();
  return (
    <Section title={screen.text(block.title)}>
      <ul className="card">
        {block.items.map((item) => (
          <li key={item.name}>{item.shows ? <Shown item={item} /> : <Kept item={item} />}</li>
        ))}
      </ul>
    </Section>
  );
}

function Kept({ item: { name, label, note, on: otherwise } }: { readonly item: SwitchItem }): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const [on, setOn] = useState(() => readSetting(host.storage, name, otherwise === true));
  const change = (next: boolean): void => {
    writeSetting(host.storage, name, next);
    setOn(next);
  };
  return <SwitchLine name={name} label={screen.text(label)} note={screen.text(note)} on={on} onChange={change} />;
}

function Shown({ item }: { readonly item: SwitchItem }): ReactNode {
  const screen = useScreen();
  useDependencies(dependenciesOfPart(item));
  const { state, run } = useAction(item.action);
  const on = screen.test(item.shows);
  const busy = state !== 'idle';
  const { name, label, note } = item;
  return (
    <SwitchLine
      name={name}
      label={screen.text(label)}
      note={screen.text(note)}
      on={busy ? !on : on}
      busy={busy}
      onChange={() => void run()}
    />
  );
}
