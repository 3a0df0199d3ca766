/** What happened to the slip: odds and handicaps that moved, matches that are not sold any more, a bet that was not taken. */
import { useReadableValue, useSelected } from '../../../core/use-current.ts';
import { type ReactNode, useId } from 'react';
import { isLower } from '../../../../machines/match-slip-change.ts';
import type { OddsPolicy } from '../../../../machines/match-slip.ts';
import type { OddsChange, PickedMatch } from '../../../../machines/picked-matches.ts';
import { Button } from '../../../kit/button.tsx';
import { Chips } from '../../../kit/chips.tsx';
import { playsOf } from '../../slip/shown-plays.ts';
import { keepOddsPolicy, POLICY_NAMES } from '../../slip/odds-policy.ts';
import type { SlipRuntime } from '../../slip/slip-runtime.ts';
import { useSlipContext } from '../../slip/use-slip.ts';
import { hasNextStep } from '../../../slip/calls.ts';
import { isFormWaiting, isGroupBuy } from '../../../slip/group-buy.ts';
import { STRUCK_REASON_TEXTS } from '../../words.ts';

export function ChangedStrip({ slip }: { readonly slip: SlipRuntime }): ReactNode {
  const { changes, policy, legs } = useSlipContext(slip);
  const { sport } = useReadableValue(slip.sport.version);
  const id = useId();
  if (changes.length === 0) return null;
  const codeOf = (match: string): string => legs.find((leg) => leg.match === match)?.code ?? '';
  const chips = Object.entries(POLICY_NAMES).map(([value, label]) => ({ value, label }));
  return (
    <section className="card match-notice" aria-labelledby={id}>
      <h2 className="match-notice__title" id={id}>
        <span role="alert">{changes.length} 个赔率或盘口已变</span>
      </h2>
      <ul>
        {changes.map((change) => (
          <li key={JSON.stringify([change.match, change.play, change.choice, change.number])} className="match-notice__row">
            <span>
              {codeOf(change.match)} {nameOf(sport, change)}
            </span>
            <Moved {...change} />
          </li>
        ))}
      </ul>
      <div className="match-notice__foot">
        <Button variant="primary" onClick={() => slip.machine.send({ type: 'ACCEPT' })}>
          接受并继续
        </Button>
        <span className="match-notice__policy" aria-hidden="true">
          赔率变化时
        </span>
        <Chips
          label="赔率变化时"
          chips={chips}
          value={policy}
          onChange={(value) => {
            keepOddsPolicy(slip.sport.host.storage, value as OddsPolicy);
            slip.machine.send({ type: 'POLICY', policy: value as OddsPolicy });
          }}
        />
      </div>
    </section>
  );
}

function Moved({ was, now, number }: OddsChange): ReactNode {
  if (now === null) return <b>已停售，已移除</b>;
  const lower = number === undefined && was !== '' && isLower(now, was);
  const word = number !== undefined ? '变为' : lower ? '降至' : '升至';
  return (
    <span className="match-notice__move">
      <s>{was || '无'}</s>
      <b data-move={number !== undefined ? undefined : lower ? 'down' : 'up'}>
        <span className="visually-hidden">{word}</span>
        {number === undefined ? <span aria-hidden="true">{lower ? '↓' : '↑'}</span> : null} {now}
      </b>
    </span>
  );
}

function nameOf(sport: Parameters<typeof playsOf>[0], { play, choice, number }: OddsChange): string {
  if (number !== undefined) return sport.numbers.find(({ code }) => code === number)?.name ?? number;
  const shown = playsOf(sport).get(play ?? '');
  return `${shown?.name ?? play} ${shown?.play.choices.find(({ code }) => code === choice)?.name ?? choice}`;
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
      <p role="alert">{refusal.msg || '服务器没有接受这次投注'}，未扣款。</p>
      <button type="button" onClick={() => submission.send({ type: 'DISMISS' })}>
        知道了
      </button>
    </div>
  );
}
