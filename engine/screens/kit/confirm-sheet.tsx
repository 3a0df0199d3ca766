import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export interface ConfirmSheetProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  /** What is done on yes; the question stays, busy, until it has been answered. */
  readonly onYes: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** A question before what cannot be taken back. */
export function ConfirmSheet({ title, text, yes, onYes, onClose }: ConfirmSheetProps): ReactNode {
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    await onYes();
    onClose();
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      place="centre"
      footer={
        <div className="button-row">
          <Button onClick={onClose}>再想想</Button>
          <Button variant="primary" busy={busy} onClick={() => void go()}>
            {yes}
          </Button>
        </div>
      }
    >
      <p>{text}</p>
    </Sheet>
  );
}
