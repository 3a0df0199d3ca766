/** Every single bet of an order with what it pays and whether it came true; the rules and the description load when somebody asks. */
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { formatInteger, formatMoney } from '../../../../descriptions/format.ts';
import { useHost } from '../../../core/hooks.ts';
import { ErrorState } from '../../../kit/error-state.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { type CompiledSport, compileSport, distinctBets, type SportTicket } from '../../../../rules/sports/index.ts';
import { outcomeOf, type SportOrder } from './order.ts';

interface BetsSheetProps {
  readonly order: SportOrder;
  readonly onClose: () => void;
}

interface Bet {
  readonly text: string;
  readonly times: bigint;
  readonly prizeFen: bigint;
  readonly state: 'won' | 'lost' | 'open';
}

export default function BetsSheet({ order, onClose }: BetsSheetProps): ReactNode {
  const host = useHost();
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly attempt: number; readonly compiled: CompiledSport | null } | null>(null);
  const compiled = loaded?.compiled ?? null;
  const failed = loaded?.attempt === attempt && compiled === null;
  useEffect(() => {
    let wanted = true;
    // Under the version that it was sold under: a later one may have other plays.
    const loading = host.loadSport?.(order.gameCode, order.hash) ?? Promise.reject(new Error('no sports'));
    loading.then(
      ({ sport }) => wanted && setLoaded({ attempt, compiled: compileSport(sport, sport.table) }),
      () => wanted && setLoaded({ attempt, compiled: null }),
    );
    return () => {
      wanted = false;
    };
  }, [host, order.gameCode, order.hash, attempt]);
  const bets = useMemo(() => (compiled ? betsOf(compiled, order) : []), [compiled, order]);
  const won = bets.filter(({ state }) => state === 'won').length;
  return (
    <Sheet open onClose={onClose} title={bets.length > 0 ? `共 ${formatInteger(bets.length)} 种组合` : '每一注'}>
      {failed ? <ErrorState text="玩法加载失败，请检查网络" onRetry={() => setAttempt((before) => before + 1)} /> : null}
      {!failed && !compiled ? <SkeletonBlock rows={4} /> : null}
      {compiled ? (
        <>
          <p className="order-bets__sum" role="status">
            {won > 0 ? `中 ${formatInteger(won)} 种` : bets.some(({ state }) => state === 'open') ? '比赛未全部结束' : '没有中奖的组合'}
          </p>
          <BetList bets={bets} />
        </>
      ) : null}
    </Sheet>
  );
}

function BetList({ bets }: { readonly bets: readonly Bet[] }): ReactNode {
  const [body, setBody] = useState<HTMLElement | null>(null);
  const scroller = useMemo(() => ({ current: body }), [body]);
  const find = useCallback((element: HTMLElement | null) => setBody(element?.closest<HTMLElement>('.sheet__body') ?? null), []);
  return (
    <div ref={find}>
      {body ? (
        <Virtualizer as="ul" item="li" scrollRef={scroller} itemSize={64} data={bets}>
          {(bet, at) => (
            <div key={at} className="order-bet" data-state={bet.state}>
              <span className="order-bet__legs">{bet.text}</span>
              <span className="order-bet__prize">
                {bet.state === 'lost'
                  ? '未中'
                  : bet.prizeFen === 0n
                    ? ''
                    : `${bet.state === 'won' ? '' : '约 '}¥${formatMoney(bet.prizeFen)}`}
              </span>
              <span className="order-bet__note">
                {formatInteger(bet.times)} 倍{bet.state === 'won' ? ' · 中奖' : ''}
              </span>
            </div>
          )}
        </Virtualizer>
      ) : null}
    </div>
  );
}

function betsOf(compiled: CompiledSport, order: SportOrder): readonly Bet[] {
  const { ticket, legs, multiplier, units } = order;
  if (!ticket) return [];
  const sold = compiled.sport.payout.kind === 'odds' && compiled.sport.payout.odds === 'sold';
  const byMatch = new Map(legs.map((leg) => [leg.match, leg]));
  return distinctBets(compiled, { game: order.gameCode, ...ticket, multiplier: 1 } as SportTicket).flatMap((bet, at): Bet[] => {
    const times = units ? BigInt(units.times[at] ?? 0) : bet.times * BigInt(multiplier);
    if (times === 0n) return [];
    const own = bet.legs.flatMap(({ match, play, choice }) => {
      const leg = byMatch.get(match);
      const pick = leg?.picks.find((each) => each.play === play && each.choice === choice);
      return leg && pick ? [{ leg, pick }] : [];
    });
    const lost = own.some(({ leg, pick }) => !leg.void && pick.hit === false);
    const open = own.some(({ leg, pick }) => !leg.void && outcomeOf(leg) === 'open' && pick.hit === undefined);
    return [
      {
        text: own.map(({ leg, pick }) => `${leg.code} ${pick.name}`).join(' × '),
        times,
        // Void matches lower what is paid: what such a bet paid stands in the order.
        prizeFen: sold && !own.some(({ leg, pick }) => leg.void || pick.void) ? bet.prizeFen * times : 0n,
        state: lost ? 'lost' : open ? 'open' : 'won',
      },
    ];
  });
}
