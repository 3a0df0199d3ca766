import type { ReactNode } from 'react';
import type { NotOpenBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { pictureOf } from '../parts/picture.ts';

/** Says honestly that there is nothing here yet, and offers the way back. */
export default function NotOpen({ block }: BlockProps<NotOpenBlock>): ReactNode {
  const host = useHost();
  const screen = useScreen();
  return (
    <Empty title={screen.text(block.title)} note={screen.text(block.note)} picture={pictureOf(block.icon, 'not-open')}>
      <div className="button-row">
        <Button variant="primary" onClick={() => host.back()}>
          返回
        </Button>
        {useShown(block.actions).map((button) => (
          <ActionButton key={button.label.source} button={button} />
        ))}
      </div>
    </Empty>
  );
}
