/** What became of a slip that was offered to others (合买): offered, or refused while no form waited for it. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import type { Action } from '../../../../descriptions/generated/screen.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import type { SubmissionActor } from '../../../../machines/submission.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { formWaits, type Offered } from '../../offers.ts';
import { useWatched } from '../../use-game.ts';
import '../slip/outcome.css';

export interface OfferOutcomeProps {
  readonly submission: SubmissionActor;
  readonly gameCode: string;
  /** Where the group order is shown, with hmId in scope. */
  readonly offered: Action | undefined;
  /** Where the next slip is made: the one behind is empty after it was taken. */
  readonly toBoard: () => void;
}

export default function OfferOutcome({ submission, gameCode, offered, toBoard }: OfferOutcomeProps): ReactNode {
  const host = useHost();
  const screen = useScreen();
  const waits = useWatched(formWaits(submission));
  const accepted = useSelected(submission, (snapshot) => snapshot.matches('accepted'));
  const refused = useSelected(submission, (snapshot) => snapshot.matches('refused'));
  const refusal = useSelected(submission, ({ context }) => context.refusal);
  // The answer is the server's; what it does not carry is simply not shown.
  const answer = useSelected(submission, ({ context }) => context.answer) as Partial<Offered> | null;
  if (waits || !(accepted || refused)) return null;
  const done = (): void => submission.send({ type: 'DISMISS' });
  if (refused)
    return (
      <Sheet open onClose={done} title="合买没有发起" place="centre" footer={<Button onClick={done}>知道了</Button>}>
        <p role="alert">{refusal?.msg || '服务器没有收到这次发起'}，未扣款。投注单已保留，可以再次发起。</p>
      </Sheet>
    );
  const leave = (): void => {
    done();
    toBoard();
  };
  const hmId = answer?.hmId;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['认购截止', formatInstant(answer?.stopsAt, host.offsetMinutes ?? 0, 'date')],
    ['余额', answer?.balanceFen === undefined ? undefined : `¥${formatMoney(answer.balanceFen)}`],
    ['方案号', hmId],
  ];
  return (
    <Sheet
      open
      onClose={leave}
      title="合买已发起"
      footer={
        <>
          <Button onClick={leave}>继续投注</Button>
          {offered && hmId ? (
            <Button
              variant="primary"
              onClick={() => {
                done();
                void screen.act(offered, { hmId, gameCode });
              }}
            >
              查看合买
            </Button>
          ) : null}
        </>
      }
    >
      <div className="outcome" role="status">
        <span className="outcome__mark" aria-hidden="true">
          <Icon name="check" size={32} />
        </span>
        <p className="amount amount--large">{answer?.paidFen === undefined ? '' : `¥${formatMoney(answer.paidFen)}`}</p>
        <PlayMoney />
        <p>分享给朋友，满员后自动出票；没有满员全额退款。</p>
        <dl>
          {rows.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
    </Sheet>
  );
}
