import type { ReactNode } from 'react';
import type { EmptyDescription } from '../../../descriptions/generated/screen.ts';
import { useScreen } from '../../core/hooks.ts';
import { Button } from '../../kit/button.tsx';
import { Empty } from '../../kit/empty.tsx';
import { pictureOf } from './picture.ts';

/** What a description says where there is nothing, with the next step. */
export function DescribedEmpty({ empty }: { readonly empty: EmptyDescription }): ReactNode {
  const screen = useScreen();
  const { action } = empty;
  return (
    <Empty title={screen.text(empty.title)} note={screen.text(empty.note)} picture={pictureOf(empty.icon, 'no-orders')}>
      {action ? (
        <Button variant="primary" onClick={() => void screen.act(action)}>
          {empty.label ? screen.text(empty.label) : '去看看'}
        </Button>
      ) : null}
    </Empty>
  );
}
