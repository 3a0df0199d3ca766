/** Sheet that asks for confirmation before all picks are removed. */
import { useSelected } from '../../../core/use-current.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';

interface ClearSheetProps {
  readonly slip: SlipRuntime;
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ClearSheet({ slip, open, onClose }: ClearSheetProps): ReactNode {
  const { picks } = slip.sport;
  const count = useSelected(picks, ({ context }) => context.matches.length);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="清空投注单"
      place="centre"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            onClick={() => {
              picks.send({ type: 'CLEAR' });
              onClose();
            }}
          >
            清空
          </Button>
        </>
      }
    >
      <p>将删除所选的 {count} 场比赛，删除后不能恢复。</p>
    </Sheet>
  );
}
