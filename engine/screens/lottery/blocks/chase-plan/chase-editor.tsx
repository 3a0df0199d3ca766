/** What a chase (追号) is made of: how many issues, the multiplier of each, and whether a win stops it. Shown in a sheet and on a page. */
import { memo, type ReactNode, useCallback } from 'react';
import { formatMoney } from '../../../../descriptions/format.ts';
import { type ChasePart, planOf, playedIssues, timesOf } from '../../../../machines/chase.ts';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import { useHost } from '../../../core/hooks.ts';
import { useSelected } from '../../../core/use-current.ts';
import { type Chip, Chips } from '../../../kit/chips.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { useGame, useVersion } from '../../use-game.ts';
import { Stepper } from '../../../kit/stepper.tsx';
import { tableTurns } from './table-turns.ts';
import './chase.css';

/** Numbers of issues that are one tap away; the game's own cap comes last. */
const COUNTS = [5, 10, 25, 50] as const;
/** After how many issues the multiplier doubles. */
const STEPS: readonly Chip[] = [
  { value: '0', label: '每期相同' },
  { value: '1', label: '每期翻倍' },
  { value: '2', label: '每 2 期翻倍' },
  { value: '3', label: '每 3 期翻倍' },
];

export interface ChaseSummary {
  readonly on: boolean;
  readonly ready: boolean;
  readonly failed: boolean;
  readonly plan: readonly ChasePart[];
  readonly played: number;
  readonly times: bigint;
  readonly stopOnWin: boolean;
}

/** The chase as the bar and the cell speak of it. */
export function useChase(): ChaseSummary {
  const { chase } = useGame();
  const snapshot = useSelected(chase, (each) => each);
  const plan = snapshot.matches('ready') ? planOf(snapshot.context) : [];
  return {
    on: !snapshot.matches('off'),
    ready: snapshot.matches('ready'),
    failed: snapshot.matches('failed'),
    plan,
    played: playedIssues(plan),
    times: timesOf(plan),
    stopOnWin: snapshot.context.stopOnWin,
  };
}

export function Switch({
  on,
  label,
  onChange,
}: {
  readonly on: boolean;
  readonly label: string;
  readonly onChange: (on: boolean) => void;
}): ReactNode {
  return (
    <button type="button" role="switch" aria-checked={on} aria-label={label} className="chase-switch" onClick={() => onChange(!on)}>
      <span className="chase-switch__knob" />
    </button>
  );
}

export function ChaseEditor(): ReactNode {
  const runtime = useGame();
  const { chase, slip } = runtime;
  const version = useVersion();
  const { game, compiled, rules } = version;
  const { ready, failed, plan, stopOnWin } = useChase();
  const every = useSelected(chase, ({ context }) => context.every);
  const count = useSelected(chase, ({ context }) => context.count);
  const base = useSelected(chase, ({ context }) => context.base);
  const lines = useSelected(slip, ({ context }) => context.lines);
  const edit = useCallback((issue: string, multiplier: number) => chase.send({ type: 'EDIT', issue, multiplier }), [chase]);
  if (failed) return <ErrorState text="可追的期次加载失败，请检查网络" onRetry={() => chase.send({ type: 'RETRY' })} />;
  if (!ready) return <SkeletonBlock rows={5} />;
  const { caps } = game;
  const counts = [...COUNTS.filter((each) => each < caps.issues), caps.issues];
  const { amountFen } = rules.priceLines(
    compiled,
    lines.map(({ line }) => line),
  );
  return (
    <div className="chase">
      <div className="chase__field">
        <span className="chase__label">期数</span>
        <Stepper
          value={count}
          min={1}
          max={caps.issues}
          label={`追号期数，1 至 ${caps.issues}`}
          less="少追一期"
          more="多追一期"
          unit="期"
          onChange={(value) => chase.send({ type: 'COUNT', value })}
        />
      </div>
      <Chips
        label="追号期数"
        chips={counts.map((each) => ({ value: String(each), label: each === caps.issues ? `${each} 期（最多）` : `${each} 期` }))}
        value={String(count)}
        onChange={(value) => chase.send({ type: 'COUNT', value: Number(value) })}
      />
      <div className="chase__field">
        <span className="chase__label">起始倍数</span>
        <Stepper
          value={base}
          min={1}
          max={caps.multiplier}
          label={`起始倍数，1 至 ${caps.multiplier}`}
          less="起始减一倍"
          more="起始加一倍"
          unit="倍"
          onChange={(value) => chase.send({ type: 'BASE', value })}
        />
      </div>
      <Chips
        label="倍数方案"
        chips={STEPS}
        value={String(every)}
        onChange={(value) => chase.send({ type: 'EVERY', value: Number(value) })}
      />
      <div className="chase__field">
        <span>
          <span className="chase__label">中奖即停</span>
          <span className="chase__note">中奖后不再投后面的期次，未投的金额退回余额</span>
        </span>
        <Switch on={stopOnWin} label="中奖即停" onChange={(value) => chase.send({ type: 'STOP_ON_WIN', value })} />
      </div>
      {tableTurns(
        version,
        plan,
        lines.map(({ line }) => line.play),
      ).map(({ issue, name }) => (
        <p key={issue} className="chase__turn">
          第 {issue} 期起按{name}，所选对应的号码和奖金随之变化。
        </p>
      ))}
      <ul className="chase__list" aria-label="各期倍数">
        {plan.map((part) => (
          <PartRow
            key={part.issue}
            issue={part.issue}
            drawsAt={part.drawsAt}
            multiplier={part.multiplier}
            max={caps.multiplier}
            amountFen={amountFen(BigInt(part.multiplier))}
            edit={edit}
          />
        ))}
      </ul>
      {plan.length < count ? <p className="chase__note">现在可追 {plan.length} 期。</p> : null}
    </div>
  );
}

/** Its props are plain values, so that a change of one issue renders one row. */
const PartRow = memo(function PartRow({
  issue,
  drawsAt,
  multiplier,
  max,
  amountFen,
  edit,
}: {
  readonly issue: string;
  readonly drawsAt: number;
  readonly multiplier: number;
  readonly max: number;
  readonly amountFen: bigint;
  readonly edit: (issue: string, multiplier: number) => void;
}): ReactNode {
  const host = useHost();
  const amount = multiplier === 0 ? '不投' : amountFen === 0n ? '' : `¥${formatMoney(amountFen)}`;
  return (
    <li className={multiplier === 0 ? 'chase-part chase-part--out' : 'chase-part'}>
      <span className="chase-part__text">
        <span className="chase-part__issue">第 {issue} 期</span>
        <span className="chase__note">
          {formatInstant(drawsAt, host.offsetMinutes ?? 0, 'minute')}
          {amount ? ` · ${amount}` : ''}
        </span>
      </span>
      <Stepper
        value={multiplier}
        min={0}
        max={max}
        label={`第 ${issue} 期倍数，0 至 ${max}`}
        less={`第 ${issue} 期减一倍`}
        more={`第 ${issue} 期加一倍`}
        unit="倍"
        onChange={(value) => edit(issue, value)}
      />
    </li>
  );
});
