/** What happened to the slip: odds and handicaps that moved, matches that are not sold any more, a bet that was not taken. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useId } from 'react';
import { isLower } from '../../../../machines/match-slip-change.ts';
import type { OddsChange, PickedMatch } from '../../../../machines/picked-matches.ts';
import { keepOddsPolicy } from '../../slip/odds-policy.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { useSlipContext } from '../../slip/use-slip.ts';
import { hasNextStep } from '../../../slip/calls.ts';
import { isFormWaiting, isGroupBuy } from '../../../slip/group-buy.ts';
import { STRUCK_REASON_TEXTS } from '../../words.ts';

/** One line in the bar: how many odds moved, and the answer. Each move is shown beside its pick, so the page stays where it is. */
export function ChangedLine({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const { changes } = useSlipContext(slip);
  const id = useId();
  if (changes.length === 0) return null;
  const accept = (): void => slip.machine.send({ type: 'ACCEPT' });
  return (
    <section className="match-slip-bar__changed" aria-labelledby={id}>
      <p id={id} role="alert">
        {changes.length} 个赔率或盘口已变
      </p>
      <button
        type="button"
        aria-label="以后总是接受变化的赔率"
        onClick={() => {
          keepOddsPolicy(slip.sport.host.storage, 'any');
          slip.machine.send({ type: 'POLICY', policy: 'any' });
          accept();
        }}
      >
        总是接受
      </button>
      <button type="button" className="match-slip-bar__accept" onClick={accept}>
        接受并继续
      </button>
    </section>
  );
}

/** A value that moved, with the old one. */
export function Moved({ change: { was, now, number } }: { readonly change: OddsChange }): ReactNode {
  const lower = number === undefined && now !== null && was !== '' && isLower(now, was);
  const word = number !== undefined ? '变为' : lower ? '降至' : '升至';
  return (
    <span className="match-slip__moved" data-move={number !== undefined ? undefined : lower ? 'down' : 'up'}>
      <span className="visually-hidden">原 {was || '无'}，</span>
      <span className="visually-hidden">{word}</span>
      {number === undefined ? <span aria-hidden="true">{lower ? '↓' : '↑'}</span> : null} {now?.replace('-', '−')}
    </span>
  );
}

export function StruckOut({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const { picks } = slip.sport;
  const struck = useSelected(picks, ({ context }) => context.struck);
  const { late } = useSlipContext(slip);
  if (struck.length + late.length === 0) return null;
  return (
    <section className="card match-notice">
      <h2 className="match-notice__title">
        <span role="alert">{struck.length + late.length} 场已移除，金额已重新计算</span>
      </h2>
      <ul>
        {struck.map(({ picked, why, reason }) => (
          <Struck key={picked.match} slip={slip} picked={picked} why={reason || STRUCK_REASON_TEXTS[why]} />
        ))}
        {late.map((picked) => (
          <Struck key={picked.match} slip={slip} picked={picked} why="已截止" />
        ))}
      </ul>
    </section>
  );
}

function Struck({ slip, picked, why }: { readonly slip: SlipRuntime; readonly picked: PickedMatch; readonly why: string }): ReactNode {
  const { sport } = useReadableValue(slip.sport.version);
  const [first, second] = sport.board?.awayFirst ? [picked.away, picked.home] : [picked.home, picked.away];
  return (
    <li className="match-notice__row">
      <s>
        {picked.code} {first} vs {second}
      </s>
      <span className="match-notice__why">{why}</span>
      <button
        type="button"
        className="match-notice__drop"
        aria-label={`移除 ${picked.code}`}
        onClick={() => slip.sport.picks.send({ type: 'REMOVE', match: picked.match })}
      >
        移除
      </button>
    </li>
  );
}

/** What the server said to a bet that it did not take, where no more can be done than to read it and change the slip. */
export function Refusal({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const { submission } = slip;
  const refusal = useSelected(submission, (snapshot) => (snapshot.matches('refused') ? snapshot.context.refusal : null));
  const offer = useSelected(submission, ({ context }) => isGroupBuy(context.submission, slip.sport.host.sportCalls?.groupBuy));
  const waits = useReadableValue(isFormWaiting(submission));
  if (!refusal || offer || waits || hasNextStep(refusal.status)) return null;
  return (
    <div className="match-slip-bar__notice">
      <p role="alert">{refusal.msg || '投注未成功'}，未扣款。</p>
      <button type="button" onClick={() => submission.send({ type: 'DISMISS' })}>
        知道了
      </button>
    </div>
  );
}
