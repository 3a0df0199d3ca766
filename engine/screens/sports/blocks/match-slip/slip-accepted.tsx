/** A bet that was taken: what it costs and can win, and at which odds it was sold. */
import type { ReactNode } from 'react';
import { formatInteger } from '../../../../descriptions/format.ts';
import { useScreen } from '../../../core/hooks.ts';
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { BetAccepted, yuanText } from '../../../slip/accepted-sheet.tsx';
import { playsOf } from '../../slip/shown-plays.ts';
import { rangeText } from '../../slip/slip-words.ts';
import type { OutcomeProps } from './slip-outcome.tsx';

/** Answer to an accepted bet, as far as it is shown. */
interface Placed {
  readonly orderId: string;
  /** Its number for people. */
  readonly orderNo: string;
  /** Of a bet that others may follow. */
  readonly releaseId: string;
  readonly bets: number;
  readonly amountFen: number;
  readonly balanceFen: number;
  readonly minFen: number | null;
  readonly maxFen: number | null;
  /** What a coupon (红包) paid of it. */
  readonly couponFen: number;
  readonly legs: readonly {
    readonly match: string;
    readonly code: string;
    readonly picks: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }[];
}

export default function Accepted({ block: { order, released, board }, slip }: OutcomeProps): ReactNode {
  const { submission } = slip;
  const { code: gameCode } = slip.sport;
  const screen = useScreen();
  const placed = useSelected(submission, ({ context }) => context.answer) as Partial<Placed> | null;
  const dismiss = (): void => submission.send({ type: 'DISMISS' });
  const open = (label: string, action: OutcomeProps['block']['order'], scope: Readonly<Record<string, unknown>>) =>
    action && {
      label,
      run: () => {
        dismiss();
        void screen.act(action, { ...scope, gameCode });
      },
    };
  const { orderId, orderNo, releaseId, legs, bets, couponFen, minFen, maxFen, balanceFen } = placed ?? {};
  return (
    <BetAccepted
      title={releaseId ? '投注成功，已发单' : '投注成功'}
      onClose={dismiss}
      // The next bet is made on the slip if it has matches, and otherwise in the list.
      onNext={() => {
        dismiss();
        if (board && slip.machine.getSnapshot().context.legs.length === 0) void screen.act(board);
      }}
      link={(releaseId && open('查看宝单', released, { releaseId })) || (orderId && open('查看订单', order, { orderId })) || undefined}
      amountFen={placed?.amountFen}
      rows={[
        ['场次', legs && `${legs.length} 场`],
        ['注数', bets === undefined ? undefined : `${formatInteger(bets)} 注`],
        ['红包', couponFen === undefined ? undefined : `抵 ${yuanText(couponFen)}`],
        ['预计奖金', typeof maxFen === 'number' ? rangeText(minFen ?? maxFen, maxFen) : undefined],
        ['余额', yuanText(balanceFen)],
        ['订单号', orderNo],
      ]}
    >
      {legs ? <Legs legs={legs} slip={slip} /> : null}
    </BetAccepted>
  );
}

/** The odds that each match was sold at. */
function Legs({ legs, slip }: { readonly legs: Placed['legs']; readonly slip: OutcomeProps['slip'] }): ReactNode {
  const { sport } = useReadableValue(slip.sport.version);
  return (
    <ul className="outcome__legs" aria-label="成交赔率">
      {legs.map((leg) => (
        <li key={leg.match}>
          <b>{leg.code}</b>
          <span>
            {/* As the game prints them: codes that are digits would stand in the order of numbers, 负 before 胜. */}
            {[...playsOf(sport).values()]
              .flatMap(({ code: play, play: { choices } }) => {
                const odds = leg.picks[play];
                if (odds === undefined) return [];
                const sold = choices.filter(({ code }) => odds[code] !== undefined);
                return [sold.map(({ code, name }) => `${name} ${odds[code]}`.trimEnd()).join('、')];
              })
              .join('；')}
          </span>
        </li>
      ))}
    </ul>
  );
}
