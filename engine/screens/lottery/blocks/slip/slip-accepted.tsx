/** The sheet after an accepted bet or chase (追号). */
import type { ReactNode } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import type { SlipBlock } from '../../../../descriptions/generated/screen.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { BetAccepted, yuanText } from '../../../slip/accepted-sheet.tsx';
import type { PlacedOrder } from '../../calls.ts';
import { useGame } from '../../use-game.ts';

export default function Accepted({ block: { order, chase } }: { readonly block: SlipBlock }): ReactNode {
  const { submission, host, code, slip } = useGame();
  const screen = useScreen();
  const placed = useSelected(submission, ({ context }) => context.answer) as Partial<PlacedOrder> | null;
  const dismiss = () => submission.send({ type: 'DISMISS' });
  const open = (label: string, action: SlipBlock['order'], scope: Readonly<Record<string, unknown>>) =>
    action && {
      label,
      run: () => {
        dismiss();
        void screen.act(action, { ...scope, gameCode: code });
      },
    };
  const { orderId, orderNo, chaseId, issue, issues, bets, couponFen, drawsAt, balanceFen } = placed ?? {};
  return (
    <BetAccepted
      title={chaseId ? '追号成功' : '投注成功'}
      onClose={dismiss}
      // The next bet is made on the slip if it has lines, and otherwise on the board.
      onNext={() => {
        dismiss();
        if (slip.getSnapshot().matches('empty')) host.openGame(code);
      }}
      link={(chaseId && open('查看追号', chase, { chaseId })) || (orderId && open('查看订单', order, { orderId })) || undefined}
      amountFen={placed?.amountFen}
      rows={[
        [chaseId ? '首期' : '期号', issue && `第 ${issue} 期`],
        ['追号', issues === undefined ? undefined : `${issues} 期`],
        [chaseId ? '每期注数' : '注数', bets === undefined ? undefined : `${formatInteger(bets)} 注`],
        ['红包', couponFen === undefined ? undefined : `抵 ${yuanText(couponFen)}`],
        ['开奖时间', formatInstant(drawsAt, host.offsetMinutes ?? 0, 'date')],
        ['余额', yuanText(balanceFen)],
        [chaseId ? '追号单号' : '订单号', orderNo],
      ]}
    />
  );
}
