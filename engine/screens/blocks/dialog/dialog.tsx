import { type ReactNode, useState } from 'react';
import type { DialogBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Sheet } from '../../kit/sheet.tsx';

interface Message {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const SEEN = 'dialogs:seen';
/** Most seen ids that the client stores. The server no longer lists the older ones. */
const KEPT = 50;

/** Shows announcements one at a time. Closing one in any way marks it as seen. */
export default function Dialog({ block }: BlockProps<DialogBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const [seen, setSeen] = useState<readonly string[]>(() => (host.storage.get(SEEN) ?? '').split('\n').filter(Boolean));
  const value = screen.value(block.items);
  const message = Array.isArray(value) ? (value as Message[]).find(({ id }) => !seen.includes(id)) : undefined;
  if (!message) return null;
  const close = (): void => {
    const next = [...seen, message.id].slice(-KEPT);
    host.storage.set(SEEN, next.join('\n'));
    setSeen(next);
  };
  return (
    <Sheet
      key={message.id}
      open
      place="centre"
      title={message.title}
      onClose={close}
      footer={
        <Button variant="primary" onClick={close}>
          {block.ok ? screen.text(block.ok) : '知道了'}
        </Button>
      }
    >
      <p className="lines">{message.text}</p>
    </Sheet>
  );
}
