import type { ReactNode } from 'react';
import type { RowSwitch } from '../../../descriptions/generated/screen.ts';
import { useDependencies, useScreen } from '../../core/hooks.ts';
import { dependenciesOfPart } from '../../core/plan.ts';
import { useAction } from '../../core/use-action.ts';
import { SwitchLine } from '../parts/switch-line.tsx';

/** A row that is a switch: what it is stands in an answer, and a change performs an action. */
export default function SwitchRow({
  change,
  label,
  note,
}: {
  readonly change: RowSwitch;
  readonly label: string;
  readonly note: string;
}): ReactNode {
  const screen = useScreen();
  useDependencies(dependenciesOfPart(change));
  const { state, run } = useAction(change.action);
  const on = screen.test(change.on);
  // Until the answer it shows the requested state, and returns to the former one when that was refused.
  return <SwitchLine label={label} note={note} on={state === 'idle' ? on : !on} busy={state !== 'idle'} onChange={() => void run()} />;
}
