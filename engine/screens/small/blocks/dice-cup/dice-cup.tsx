import { memo, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DiceCupBlock } from '../../../../descriptions/generated/screen.ts';
import { formatMoney } from '../../../../descriptions/format.ts';
import { allowShake, onShake, shakeSupport } from '../../../../drivers/shake.ts';
import type { SmallGame } from '../../../../small/types.ts';
import { SourceError } from '../../../blocks/parts/source-error.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { ErrorState } from '../../../kit/error-state.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { Art } from '../../art.tsx';
import {
  Amounts,
  Fairness,
  balanceGapFen,
  netText,
  Play,
  insufficientBalanceText,
  WalletBalance,
  shortYuan,
  VerdictText,
  Verdict,
} from '../../parts.tsx';
import { useRules } from '../../use-rules.ts';
import { useSmallPlay } from '../../use-small-play.ts';
import './dice-cup.css';

type Faces = NonNullable<SmallGame['dice']>['faces'];
type Check = NonNullable<ReturnType<typeof useSmallPlay>['check']>;
type Odds = Check['odds'];
type Stakes = ReturnType<typeof useSmallPlay>['context']['stakes'];

export default function DiceCup({ block }: BlockProps<DiceCupBlock>): ReactNode {
  const game = useSmallPlay(block, (stakes) => Object.entries(stakes).map(([code, fen]) => ({ code, fen })));
  const { check, offer, state, context, played, steps, balanceFen, mineFen, send } = game;
  const { rules, failed, again } = useRules(check?.gameCode, check?.hash);
  const [chip, setChip] = useState<number>();
  const last = useLast(check?.last, check?.shared === false && state !== 'showing' ? played : undefined);
  const total = Object.values(context.stakes).reduce((sum, fen) => sum + fen, 0);
  const shared = check?.shared === true;
  // A round of a single player uses neither of these two times.
  const seconds = useSeconds(shared ? check.offer.expiresAt : null);
  const drawn = useSeconds(check?.drawsAt ?? null);
  const closed = shared && seconds === 0;
  const reload = game.source.reload;
  useEffect(() => {
    // A moment after the round is drawn there is another one, with the result of this.
    if (!shared || drawn !== 0) return;
    const timer = setTimeout(reload, 1_500);
    return () => clearTimeout(timer);
  }, [shared, drawn, reload]);
  const busy = state === 'placing' || state === 'showing';
  /** Why there is no play, other than for money. After a play the same stakes want a tap: one that comes too often rolls nothing. */
  const stopped = check
    ? check.reason ||
      (total === 0
        ? '先选筹码，再点注区下注'
        : state === 'over'
          ? '点“重复”再押一次，或改注后再摇'
          : total > check.roundFen
            ? `一次最多 ¥${formatMoney(check.roundFen)}`
            : closed
              ? '本局已截止，下一局即将开始'
              : '')
    : ' ';
  const missing = balanceGapFen(total, balanceFen);
  const reason = stopped || insufficientBalanceText(missing);
  const roll = () => !busy && reason === '' && send({ type: 'PLAY' });
  useShaken(shared ? undefined : roll);
  const size = chip ?? check?.quickFen[0] ?? check?.stepFen ?? 0;
  const maxFen = check?.maxFen ?? 0;
  const { stakes } = context;
  const put = useCallback(
    (code: string) => send({ type: 'STAKE', code, fen: Math.min((stakes[code] ?? 0) + size, maxFen) }),
    [send, stakes, size, maxFen],
  );
  if (game.source.status === 'error' && !check) return <SourceError source={game.source} />;
  if (failed) return <ErrorState text="玩法说明加载失败" onRetry={again} />;
  if (!check || !offer || !rules?.dice) return <SkeletonBlock rows={8} />;

  const { faces } = rules.dice;
  const dice = shared ? (check.last[0]?.dice ?? []) : (played?.outcome.dice ?? []);
  const seen = steps === Number.POSITIVE_INFINITY ? 3 : (played?.book ?? []).slice(0, steps).filter((step) => step.do === 'die').length;
  // A round's are shown until something lies in the next.
  const settled = shared ? (mineFen > 0 || total > 0 ? [] : (check.before?.bets ?? [])) : state === 'over' ? (played?.bets ?? []) : [];
  const wonCodes = settled.filter(({ prizeFen }) => prizeFen > 0).map(({ code }) => code);
  return (
    <div className="card small-card">
      {shared ? (
        <p className="cup__clock" data-late={seconds <= 10 ? '' : undefined}>
          <b className="tabular">{closed ? '已截止' : `还可下注 ${seconds} 秒`}</b>
          <span className="visually-hidden" role="status">
            {seconds === 10 ? '还有 10 秒截止' : ''}
          </span>
          {mineFen > 0 ? <span>本局已下 ¥{formatMoney(mineFen)}</span> : null}
        </p>
      ) : null}
      <button
        type="button"
        className={`small-stage cup${state === 'showing' && seen === 0 ? ' cup--shaking' : ''}`}
        onClick={() => send({ type: 'SKIP' })}
        disabled={state !== 'showing'}
        aria-label="直接看结果"
      >
        {[0, 1, 2].map((place) => (
          <Die key={place} faces={faces} face={place < seen ? dice[place] : undefined} />
        ))}
      </button>
      {shared ? (
        <RoundVerdict game={game} check={check} />
      ) : (
        <Verdict game={game} idle={shakeSupport() === 'none' ? '下注后摇骰' : '下注后摇一摇手机，或点摇骰'} />
      )}
      <Amounts label="筹码（元）" amounts={check.quickFen} value={size} disabled={busy} onChange={setChip} />
      <Bets odds={check.odds} faces={faces} stakes={stakes} laid={check.mine} disabled={busy || closed} won={wonCodes.join()} onPut={put} />
      <div className="cup__bar">
        <p className="small-reason" role="status">
          {busy ? '' : reason}
        </p>
        <div className="small-buttons">
          <Button variant="quiet" disabled={busy || total === 0} onClick={() => send({ type: 'CLEAR' })}>
            清空
          </Button>
          <Button variant="ghost" disabled={busy || Object.keys(context.last).length === 0} onClick={() => send({ type: 'REBET' })}>
            重复
          </Button>
          <Button variant="ghost" disabled={busy || total === 0} onClick={() => send({ type: 'DOUBLE', most: check.maxFen })}>
            加倍
          </Button>
          <Play fill={stopped ? undefined : block.fill} missing={missing} busy={busy} disabled={reason !== ''} onClick={roll}>
            {shared ? '下注' : '摇骰'} ¥{formatMoney(total)}
          </Play>
        </div>
      </div>
      <LastResults last={last} faces={faces} />
      <WalletBalance game={game} />
      <Fairness offer={offer} played={played} over={state !== 'showing'} />
    </div>
  );
}

/** The player's outcome of the previous round, or the player's stake in this one; below it the last draw. */
function RoundVerdict({ game, check }: { readonly game: ReturnType<typeof useSmallPlay>; readonly check: Check }): ReactNode {
  const { problem, state, mineFen } = game;
  const [last] = check.last;
  const statusText = problem || (state === 'placing' ? '正在确认…' : mineFen > 0 ? '已下注，开出后自动派奖' : '');
  const net = check.before ? check.before.prizeFen - check.before.stakeFen : undefined;
  const text = statusText || (net === undefined ? (last ? '请下注' : '等待开骰') : `上一局${netText(net)}`);
  return <VerdictText text={text} won={!statusText && net !== undefined && net > 0} note={last ? `上一局 ${last.text}` : ''} />;
}

interface BetsProps {
  readonly odds: Odds;
  readonly faces: Faces;
  readonly stakes: Stakes;
  /** Present stakes in the round, shown in place of the returns, which the table below has too. */
  readonly laid: Check['mine'];
  readonly disabled: boolean;
  /** Codes of the bets that won, joined by commas. */
  readonly won: string;
  readonly onPut: (code: string) => void;
}

/** The table of bets, some fifty buttons: the dice that show their faces one by one must not have it drawn again. */
const Bets = memo(function Bets({ odds, faces, stakes, laid, disabled, won, onPut }: BetsProps): ReactNode {
  const winners = new Set(won.split(','));
  const lies = new Map(laid?.map(({ code, fen }) => [code, fen]));
  return [...new Set(odds.map(({ group }) => group))].map((group) => (
    <fieldset key={group} className="cup__group" disabled={disabled}>
      <legend>{group}</legend>
      {odds
        .filter((each) => each.group === group)
        .map(({ code, name, pays, returns }) => (
          <button
            key={code}
            type="button"
            className="cup__bet"
            data-won={winners.has(code) ? '' : undefined}
            aria-pressed={(stakes[code] ?? 0) > 0}
            onClick={() => onPut(code)}
          >
            {code.startsWith('face-') ? <Art name={faces[Number(code.slice(5)) - 1]?.art ?? ''} label={name} /> : null}
            <b>{name}</b>
            <small className="tabular">赔 {pays}</small>
            {lies.has(code) ? (
              <small className="tabular cup__laid">已下 ¥{shortYuan(lies.get(code) ?? 0)}</small>
            ) : (
              <small className="tabular cup__returns">返奖率 {returns}</small>
            )}
            {stakes[code] ? <span className="cup__chip tabular">{shortYuan(stakes[code])}</span> : null}
          </button>
        ))}
    </fieldset>
  ));
});

const LastResults = memo(function LastResults({ last, faces }: { readonly last: Last; readonly faces: Faces }): ReactNode {
  return last.length > 0 ? (
    <ol className="cup__last" aria-label="最近的结果，新的在前">
      {last.map(({ round, dice, text }) => (
        <li key={round}>
          <span role="img" aria-label={text}>
            {dice.map((face, place) => (
              <Art key={`${round}/${place}`} name={faces[face - 1]?.art ?? ''} label={faces[face - 1]?.name ?? String(face)} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  ) : null;
});

function Die({ faces, face }: { readonly faces: Faces; readonly face: number | undefined }): ReactNode {
  const of = face === undefined ? undefined : faces[face - 1];
  return (
    <span className="cup__die" role="img" aria-label={of?.name ?? '未开'}>
      {of ? <Art name={of.art} label={of.name} /> : <span className="cup__hidden">?</span>}
    </span>
  );
}

type Last = NonNullable<ReturnType<typeof useSmallPlay>['check']>['last'];

/** Results that a board shows. */
const SHOWN = 20;

/** What came before, and what was played here since. */
function useLast(before: Last | undefined, played: ReturnType<typeof useSmallPlay>['played']): Last {
  const [here, setHere] = useState<Last>([]);
  const dice = played?.outcome.dice;
  // Kept as soon as it is seen: it is gone when the next play begins.
  if (played !== undefined && dice !== undefined && !here.some(({ round }) => round === played.playId))
    setHere([{ round: played.playId, dice, text: played.result }, ...here].slice(0, SHOWN));
  return useMemo(
    () => [...here, ...(before ?? []).filter(({ round }) => !here.some((each) => each.round === round))].slice(0, SHOWN),
    [here, before],
  );
}

/** Whole seconds until an instant of the server's clock, counted on this phone; 0 without one. */
function useSeconds(until: number | null): number {
  const host = useHost();
  const [now, setNow] = useState(() => host.now());
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => setNow(host.now()), 500);
    return () => clearInterval(timer);
  }, [host, until]);
  return Math.max(0, Math.ceil(((until ?? now) - now) / 1000));
}

/** Rolls when the phone is shaken, where the device tells. */
function useShaken(roll: (() => unknown) | undefined): void {
  const latest = useRef(roll);
  useEffect(() => {
    latest.current = roll;
  });
  const wanted = roll !== undefined;
  useEffect(() => {
    if (!wanted || shakeSupport() === 'none') return;
    let stop: (() => void) | undefined;
    let ended = false;
    const begin = () => {
      stop = onShake(() => latest.current?.());
    };
    if (shakeSupport() === 'ready') begin();
    else {
      // A device that wants to be asked is asked with the first touch.
      const ask = () => void allowShake().then((allowed) => allowed && !ended && begin());
      addEventListener('pointerup', ask, { once: true });
      return () => {
        ended = true;
        removeEventListener('pointerup', ask);
        stop?.();
      };
    }
    return () => stop?.();
  }, [wanted]);
}
