import type { ReactNode } from 'react';
import type { ButtonsBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { ActionButton, useShown } from '../parts/action-button.tsx';

/** Buttons side by side; those whose condition is false are left out. */
export default function Buttons({ block }: BlockProps<ButtonsBlock>): ReactNode {
  const shown = useShown(block.actions);
  if (shown.length === 0) return null;
  return (
    <div className={shown.length === 4 ? 'button-row button-row--four' : 'button-row'}>
      {shown.map((button) => (
        <ActionButton key={button.label.source} button={button} />
      ))}
    </div>
  );
}
