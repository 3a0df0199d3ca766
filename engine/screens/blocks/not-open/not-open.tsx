import type { ReactNode } from 'react';
import type { NotOpenBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { ActionButton, useShown } from '../parts/action-button.tsx';
import { pictureOf } from '../parts/picture.ts';

const BACK = { do: 'back' } as const;

/** Says honestly that there is nothing here yet, and offers the way back. */
export default function NotOpen({ block }: BlockProps<NotOpenBlock>): ReactNode {
  const screen = useScreen();
  const buttons = useShown(block.actions);
  // One button is the main one: what the page says is to be done, else the way back.
  const led = buttons.some(({ primary }) => primary);
  const back = (
    <Button variant={led ? 'ghost' : 'primary'} onClick={() => void screen.act(BACK)}>
      返回
    </Button>
  );
  return (
    <Empty title={screen.text(block.title)} note={screen.text(block.note)} picture={pictureOf(block.icon, 'not-open')}>
      <div className="button-row">
        {led ? null : back}
        {buttons.map((button) => (
          <ActionButton key={button.label.source} button={button} />
        ))}
        {led ? back : null}
      </div>
    </Empty>
  );
}
