import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface ConfirmSheetProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  /** What follows cannot be taken back. */
  readonly danger?: boolean;
  /** The action on yes. The question stays, busy, until its owner removes it. */
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A question before what cannot be taken back. */
export default function ConfirmSheet({ title, text, yes, danger, onYes, onClose }: ConfirmSheetProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const go = () => {
    setBusy(true);
    void onYes();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      place="centre"
      footer={
        <>
          <Button onClick={onClose}>再想想</Button>
          <Button variant="primary" busy={busy} className={danger ? 'button--danger' : undefined} onClick={go}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Sheet>
  );
}
