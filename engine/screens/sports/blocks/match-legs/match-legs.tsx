/** The matches of a sports order: what was picked at which odds, how they ended, what came true, and the single bets behind it all. */
import { lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { formatInstant } from '../../../../descriptions/screens/time.ts';
import type { MatchLegsBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { tieDeciders } from '../../deciders.ts';
import { isOrder, type LiveMatch, type OrderLeg, outcomeOf, type Pair, progressText, type SportOrder } from './order.ts';
import './match-legs.css';

const BetsSheet = lazy(() => import('./bets-sheet.tsx'));

export default function MatchLegs({ block }: BlockProps<MatchLegsBlock>): ReactNode {
  const screen = useScreen();
  const order = screen.value(block.of);
  const found = screen.value(block.live);
  const live = Array.isArray(found) ? (found as readonly LiveMatch[]) : [];
  return isOrder(order) && order.legs.length > 0 ? <Legs order={order} live={live} /> : null;
}

function Legs({ order, live }: { readonly order: SportOrder; readonly live: readonly LiveMatch[] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <section className="card match-legs" aria-label="投注内容">
      <h2 className="match-legs__title">
        投注内容
        <span className="match-legs__progress" role="status">
          {progressText(order)}
        </span>
      </h2>
      <ul>
        {order.legs.map((leg) => (
          <Leg key={leg.match} leg={leg} live={live.find(({ id }) => id === leg.match)} awayFirst={order.awayFirst === true} />
        ))}
      </ul>
      {order.ticket && order.passes && order.passes.length > 0 ? (
        <Button wide onClick={() => setOpen(true)} aria-haspopup="dialog">
          查看每一注
        </Button>
      ) : null}
      {open ? (
        <Suspense fallback={null}>
          <BetsSheet order={order} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

/** The time of its kick-off says nothing of such a match, also before bets on it are decided. */
const OFF: Readonly<Record<string, string>> = {
  postponed: '延期',
  abandoned: '腰斩',
  cancelled: '取消',
};

interface LegProps {
  readonly leg: OrderLeg;
  readonly live: LiveMatch | undefined;
  readonly awayFirst: boolean;
}

const Leg = memo(function Leg({ leg, live, awayFirst }: LegProps): ReactNode {
  const host = useHost();
  const [first, second] = awayFirst ? [leg.away, leg.home] : [leg.home, leg.away];
  const outcome = outcomeOf(leg);
  const playing = outcome === 'open' && live !== undefined && ['first', 'half', 'second', 'extra'].includes(live.state);
  const measures = leg.measures ?? (playing ? live.measures : undefined);
  return (
    <li className="match-leg" data-outcome={outcome}>
      <div className="match-leg__head">
        <span className="match-leg__code">{leg.code}</span>
        <span>{leg.league}</span>
        {leg.banker ? <span className="badge badge--gold">胆</span> : null}
        <span className="match-leg__state">
          {playing ? (
            <Minute live={live} />
          ) : (
            (OFF[leg.state] ?? (outcome === 'open' ? formatInstant(leg.startsAt, host.offsetMinutes ?? 0, 'minute') : '已完赛'))
          )}
        </span>
      </div>
      <p className="match-leg__teams">
        <span>{first}</span>
        <Score measures={measures} live={playing} half={!playing || live.state !== 'first'} awayFirst={awayFirst} />
        <span>{second}</span>
      </p>
      <ul className="match-leg__picks">
        {leg.picks.map((pick, at) => (
          <li
            key={`${pick.play} ${pick.choice}`}
            className="match-leg__pick"
            data-hit={pick.hit === undefined || leg.void || pick.void ? undefined : pick.hit ? 'yes' : 'no'}
          >
            {/* Visible once for the picks of a play; screen readers hear it for each. */}
            <span className={leg.picks[at - 1]?.play === pick.play ? 'visually-hidden' : 'match-leg__play'}>
              {pick.playName}
              {pick.number ? ` ${pick.number}` : ''}
            </span>
            <b>{pick.name}</b>
            {pick.odds === '' ? null : <span className="match-leg__odds">{leg.void || pick.void ? '1.00' : pick.odds}</span>}
            {pick.hit === undefined || leg.void || pick.void ? null : pick.hit ? (
              <span className="match-leg__mark">
                <Icon name="check" size={16} />
                <span>中</span>
              </span>
            ) : (
              <span className="visually-hidden">未中</span>
            )}
          </li>
        ))}
      </ul>
      {leg.voidText ? <p className="match-leg__void">{leg.voidText}</p> : null}
    </li>
  );
});

interface ScoreProps {
  readonly measures: Readonly<Record<string, Pair>> | undefined;
  readonly live: boolean;
  /** The first half is over. */
  readonly half: boolean;
  readonly awayFirst: boolean;
}

function Score({ measures, live, half: over, awayFirst }: ScoreProps): ReactNode {
  const shown = (pair: Pair | undefined): Pair | undefined => (pair && awayFirst ? [pair[1], pair[0]] : pair);
  const full = shown(measures?.full);
  const half = over ? shown(measures?.half) : undefined;
  if (!full) return <span className="match-leg__score">vs</span>;
  return (
    <span className={live ? 'match-leg__score match-leg__score--live' : 'match-leg__score'}>
      {full[0]}:{full[1]}
      {half ? <small>半 {half.join(':')}</small> : null}
      {tieDeciders(measures).map(([name, pair]) => (
        <small key={name}>
          {name} {shown(pair)?.join(':')}
        </small>
      ))}
    </span>
  );
}

/** The minute runs on the phone from the server's time; nothing is asked for. */
function Minute({ live }: { readonly live: LiveMatch }): ReactNode {
  const host = useHost();
  const [, tick] = useState(0);
  const { clock, state } = live;
  const runs = clock !== undefined && state !== 'half';
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => tick((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  if (state === 'half') return <>中场</>;
  if (!clock) return <>进行中</>;
  const minute = clock.minute + Math.max(0, Math.floor((host.now() - clock.from) / clock.minuteMs));
  const end = state === 'first' ? 45 : 90;
  return <>{state === 'extra' ? '加时' : minute > end ? `${end}+′` : `${minute}′`}</>;
}
