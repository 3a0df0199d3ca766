/** What became of the bet: placed, refused with a way on, or in doubt and being asked about. */
import { useSelected } from '../../../core/use-current.ts';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import type { MatchSlipBlock } from '../../../../descriptions/generated/screen.ts';
import { isUnderWay, LOST_STATUS } from '../../../../machines/submission.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { PlayMoney } from '../../../kit/play-money.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { hasWayOn } from '../../../lottery/calls.ts';
import { playsOf } from '../../slip/shown-plays.ts';
import { type SlipRuntime, slipScope } from '../../slip/slip-runtime.ts';
import { useWatched } from '../../use-sport.ts';
import { rangeText } from '../../slip/slip-words.ts';
import { formWaits, isOffer } from '../../../lottery/offers.ts';
import { useUnread } from '../../../lottery/unread.ts';

/** Most slips are bet. */
const OfferOutcome = lazy(() => import('../../../lottery/blocks/parts/offer-outcome.tsx'));

const Refused = lazyPart(() => import('./slip-refused.tsx'), null);

/** Answer to an accepted bet, as far as it is shown. */
interface Placed {
  readonly orderId: string;
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

export interface OutcomeProps {
  readonly block: Pick<MatchSlipBlock, 'login' | 'order' | 'fill' | 'board' | 'offered' | 'released'>;
  readonly slip: SlipRuntime;
}

export function SlipOutcome({ block, slip }: OutcomeProps): ReactNode {
  const { submission } = slip;
  const { host, code } = slip.sport;
  useUnread(slipScope(code), submission);
  const screen = useScreen();
  const offer = useSelected(submission, ({ context }) => isOffer(context.submission, host.sportCalls?.together));
  const inDoubt = useSelected(submission, (snapshot) => snapshot.matches('doubt'));
  const accepted = useSelected(submission, (snapshot) => snapshot.matches('accepted'));
  const refused = useSelected(
    submission,
    (snapshot) => snapshot.matches('refused') && hasWayOn(snapshot.context.refusal?.status ?? LOST_STATUS),
  );
  // It is there before it is needed: the network may not be.
  const busy = useSelected(submission, isUnderWay);
  useEffect(() => {
    if (busy) Refused.preload();
  }, [busy]);
  const waits = useWatched(formWaits(submission));
  if (inDoubt) return <Doubt block={block} slip={slip} />;
  if (offer)
    return (
      <Suspense fallback={null}>
        <OfferOutcome
          submission={submission}
          gameCode={slip.sport.code}
          offered={block.offered}
          toBoard={() => block.board && void screen.act(block.board)}
        />
      </Suspense>
    );
  // The form of 发单 goes first, or says itself what was refused.
  if (waits) return null;
  if (accepted) return <Accepted block={block} slip={slip} />;
  return refused ? <Refused block={block} slip={slip} /> : null;
}

function Doubt({ block, slip }: OutcomeProps): ReactNode {
  const { submission } = slip;
  const screen = useScreen();
  const { loggedIn } = useSnapshot(useHost().session);
  const { login } = block;
  const ask = (): void => submission.send({ type: 'ASK_DUE' });
  return (
    <Sheet open onClose={ask} title="正在确认结果" place="centre">
      <div className="match-outcome" role="status">
        <span className="match-outcome__mark match-outcome__mark--doubt" aria-hidden="true">
          <Icon name="clock" size={32} />
        </span>
        <p>{loggedIn ? '网络不稳定，正在向服务器查询这次投注是否成功。' : '有一次投注还没有收到结果，登录后会继续查询。'}</p>
        <p>请不要重复投注：同一次投注最多只会扣款一次。</p>
        {loggedIn || !login ? (
          <Button onClick={ask}>立即查询</Button>
        ) : (
          <Button variant="primary" onClick={() => void screen.act(login)}>
            去登录
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function Accepted({ block, slip }: OutcomeProps): ReactNode {
  const { submission } = slip;
  const screen = useScreen();
  const { sport } = useWatched(slip.sport.version);
  // The answer is the server's; what it does not carry is simply not shown.
  const placed = useSelected(submission, ({ context }) => context.answer) as Partial<Placed> | null;
  const done = (): void => submission.send({ type: 'DISMISS' });
  // The slip behind it is empty now: closing goes where the next bet is made.
  const toBoard = (): void => {
    done();
    if (block.board) void screen.act(block.board);
  };
  const { order, released } = block;
  const orderId = placed?.orderId;
  const releaseId = placed?.releaseId;
  const { minFen, maxFen } = placed ?? {};
  return (
    <Sheet
      open
      onClose={toBoard}
      title={releaseId ? '投注成功，已发单' : '投注成功'}
      footer={
        <>
          {released && releaseId ? (
            <Button
              onClick={() => {
                done();
                void screen.act(released, { releaseId, gameCode: slip.sport.code });
              }}
            >
              查看宝单
            </Button>
          ) : order && orderId ? (
            <Button
              onClick={() => {
                done();
                void screen.act(order, { orderId, gameCode: slip.sport.code });
              }}
            >
              查看订单
            </Button>
          ) : null}
          <Button variant="primary" onClick={toBoard}>
            继续投注
          </Button>
        </>
      }
    >
      <div className="match-outcome" role="status">
        <span className="match-outcome__mark" aria-hidden="true">
          <Icon name="check" size={32} />
        </span>
        <p className="amount amount--large">{placed?.amountFen === undefined ? '' : `¥${formatMoney(placed.amountFen)}`}</p>
        <PlayMoney />
        <dl>
          <Row name="场次" value={placed?.legs && `${placed.legs.length} 场`} />
          <Row name="注数" value={placed?.bets === undefined ? undefined : `${formatInteger(placed.bets)} 注`} />
          <Row name="红包" value={placed?.couponFen === undefined ? undefined : `抵 ¥${formatMoney(placed.couponFen)}`} />
          <Row name="约中奖" value={typeof maxFen === 'number' ? rangeText(minFen ?? maxFen, maxFen) : undefined} />
          <Row name="余额" value={placed?.balanceFen === undefined ? undefined : `¥${formatMoney(placed.balanceFen)}`} />
          <Row name="订单号" value={orderId} />
        </dl>
        {placed?.legs ? (
          <ul className="match-outcome__legs" aria-label="成交赔率">
            {placed.legs.map((leg) => (
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
        ) : null}
      </div>
    </Sheet>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string | undefined }): ReactNode {
  return value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null;
}
