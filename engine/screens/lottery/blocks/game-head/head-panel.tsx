/** What a tap or a pull on the head of a game brings: the latest draws, and what stands under the balls of the board. */
import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { DrawsPanel } from './draws-panel.tsx';
import { type PullPanel, usePullPanel } from './use-pull-panel.ts';

export interface HeadPanelProps {
  readonly id: string;
  readonly head: RefObject<HTMLElement | null>;
  /** The panel was asked for before its code was here. */
  readonly opened: boolean;
  /** Tells the head, in the same frame, whether the panel is open or pulled. */
  readonly onChange: (panel: PullPanel) => void;
}

export default function HeadPanel({ id, head, opened, onChange }: HeadPanelProps): ReactNode {
  const { open, pulled, toggle } = usePullPanel(head, () => opened);
  useLayoutEffect(() => onChange({ open, pulled, toggle }), [onChange, open, pulled, toggle]);
  return (
    <div id={id} hidden={!open && !pulled} className="game-head__panel">
      {open || pulled ? (
        <div className="game-head__draws">
          <DrawsPanel />
        </div>
      ) : null}
    </div>
  );
}
