import type { ReactNode } from 'react';
import type { Action, BlockDescription, BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { isIconName } from '../../kit/icon.tsx';

export interface NotOpenBlock extends BlockDescription {
  readonly block: 'not-open';
  readonly title: string;
  readonly note?: string;
  readonly icon?: string;
  readonly actions?: readonly { readonly label: string; readonly action: Action }[];
}

/** Says honestly that there is nothing here yet, and offers the way back. */
export default function NotOpen({ block }: BlockProps<NotOpenBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  return (
    <Empty
      title={screen.text(block.title)}
      note={block.note && screen.text(block.note)}
      icon={isIconName(block.icon) ? block.icon : 'tools'}
    >
      <div className="button-row">
        <Button variant="primary" onClick={() => host.back()}>
          返回
        </Button>
        {block.actions?.map(({ label, action }) => (
          <Button key={label} onClick={() => void screen.act(action)}>
            {label}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
