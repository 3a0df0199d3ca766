import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CardGateBlock } from '../../../../descriptions/generated/screen.ts';
import { formatMoney } from '../../../../descriptions/format.ts';
import { percentText } from '../../../../rules/fraction-text.ts';
import { GATE_BETS, gateChances, gateWidth, isPair, pairChances, rankOf, ranksBeside } from '../../../../small/gate.ts';
import { SourceError } from '../../../blocks/parts/source-error.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreenState } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { SkeletonBlock } from '../../../kit/skeleton.tsx';
import { Amounts, Fairness, balanceGapFen, Play, WalletBalance, Verdict } from '../../parts.tsx';
import { useSmallPlay } from '../../use-small-play.ts';
import type { PlayCheck } from '../../answers.ts';
import { Card } from './card.tsx';
import './card-gate.css';

/** The one bet of a gate; what is staked stands under it at a pair as well. */
const SHOOT = 'shoot';
const SIDES = (['high', 'low'] as const).map((code) => ({ code, ...GATE_BETS[code] }));

/** A gate: two posts are open, and a third card is shot between them. */
export default function CardGate({ block }: BlockProps<CardGateBlock>): ReactNode {
  /** The next bet: shooting, or a side of a pair. */
  const choice = useRef<string>(SHOOT);
  const game = useSmallPlay(block, (stakes) => [{ code: choice.current, fen: stakes[SHOOT] ?? 0 }]);
  const [skipped, setSkipped] = useScreenState<string>(block.skip);
  const { check, offer, state, context, played, steps, balanceFen, send } = game;
  /** The play that the player has gone on from. */
  const [left, setLeft] = useState<string>();
  const stake = context.stakes[SHOOT] ?? 0;
  const first = check?.quickFen[0];
  // A stake is chosen from the start, so that the first tap can be the shot.
  useEffect(() => {
    if ((state === 'ready' || state === 'over') && stake === 0 && first !== undefined) send({ type: 'SUGGEST', code: SHOOT, fen: first });
  }, [state, stake, first, send]);
  if (!check || !offer) return game.source.status === 'error' ? <SourceError source={game.source} /> : <SkeletonBlock rows={6} />;

  const shot = played && played.playId !== left && (state === 'showing' || state === 'over');
  const posts = (shot ? played.outcome.posts : offer.posts) ?? [];
  const turned = shot && steps > 0;
  const card = turned ? played.outcome.card : undefined;
  const width = gateWidth(posts);
  const odds = check.odds.find(({ code }) => code === `gate-${width}`);
  const sides = isPair(posts) ? sidesOf(posts, check.odds) : [];
  const play = (code: string) => {
    choice.current = code;
    send({ type: 'PLAY' });
  };
  const busy = state === 'placing' || state === 'showing';
  const most = stake * check.postTimes;
  const missing = balanceGapFen(most, balanceFen);
  const poor = missing > 0 ? `余额不足：最多输 ¥${formatMoney(most)}，还差 ¥${formatMoney(missing)}` : '';
  const reason = shot ? '' : check.reason || poor;
  const fill = check.reason ? undefined : block.fill;
  const hit = card !== undefined && posts.some((post) => rankOf(post) === rankOf(card));
  const skip = () => {
    setSkipped(offer.play);
    if (skipped === offer.play) game.source.reload();
  };
  return (
    <div className="card small-card">
      <button
        type="button"
        className="small-stage gate"
        onClick={() => send({ type: 'SKIP' })}
        disabled={state !== 'showing'}
        aria-label="直接看结果"
      >
        <Card card={posts[0]} name="左柱" />
        <Card card={card} name="第三张" turned={turned === true} key={shot ? played.playId : 'back'} />
        <Card card={posts[1]} name="右柱" />
      </button>
      {hit && state === 'over' ? <p className="gate__hit">撞柱：输 {check.postTimes} 倍注额</p> : null}
      <Verdict
        game={shot || state === 'placing' ? game : { ...game, state: 'ready' }}
        idle={isPair(posts) ? '同点：猜第三张更大还是更小' : `门内有 ${width} 个点数`}
      />
      {odds ? <GateOdds width={width} odds={odds} /> : null}
      {sides.length > 0 ? <PairOdds sides={sides} /> : null}
      <Amounts
        label="注额（元）"
        amounts={check.quickFen}
        value={stake}
        disabled={busy}
        onChange={(fen) => send({ type: 'STAKE', code: SHOOT, fen })}
      />
      <p className="small-note">
        撞柱（第三张与柱同点）输 {check.postTimes} 倍注额，最多输 <b className="tabular">¥{formatMoney(most)}</b>。放弃不扣款。
      </p>
      <p className="small-reason" role="status">
        {reason}
      </p>
      <div className="small-buttons">
        {shot && state === 'over' ? (
          <Button variant="primary" onClick={() => setLeft(played.playId)}>
            下一局
          </Button>
        ) : (
          <>
            <Button variant="ghost" disabled={busy} onClick={skip}>
              放弃，换门
            </Button>
            {isPair(posts) && !(fill && missing > 0) ? (
              sides.map(({ code, name }) => (
                <Button key={code} variant="primary" busy={busy} disabled={reason !== '' || stake === 0} onClick={() => play(code)}>
                  {name} ¥{formatMoney(stake)}
                </Button>
              ))
            ) : (
              <Play fill={fill} missing={missing} busy={busy} disabled={reason !== '' || stake === 0} onClick={() => play(SHOOT)}>
                {GATE_BETS[SHOOT].name} ¥{formatMoney(stake)}
              </Play>
            )}
          </>
        )}
      </div>
      <WalletBalance game={game} />
      <Fairness offer={offer} played={played} over={state !== 'showing'} />
    </div>
  );
}

type Odds = PlayCheck['odds'][number];
type Side = (typeof SIDES)[number] & { readonly odds: Odds };

/** What can be bet on at a pair: an ace has nothing below it, a king nothing above. */
function sidesOf(posts: Parameters<typeof ranksBeside>[0], odds: readonly Odds[]): readonly Side[] {
  return SIDES.flatMap((each) => {
    const found = odds.find(({ code }) => code === `pair-${ranksBeside(posts, each.wins)}`);
    return found ? [{ ...each, odds: found }] : [];
  });
}

function GateOdds({ width, odds }: { readonly width: number; readonly odds: Odds }): ReactNode {
  return (
    <dl className="gate__odds">
      <Fact name="射中赔率">{odds.pays} 倍</Fact>
      <Fact name="射中机会">{odds.chance}</Fact>
      <Fact name="撞柱机会">{percentText(gateChances(width).post)}</Fact>
      <Fact name="返奖率">{odds.returns}</Fact>
    </dl>
  );
}

function PairOdds({ sides }: { readonly sides: readonly Side[] }): ReactNode {
  return (
    <dl className="gate__odds">
      {sides.map(({ code, name, odds }) => (
        <Fact
          key={code}
          name={
            <>
              {name} 机会 {odds.chance}
            </>
          }
        >
          {odds.pays} 倍
        </Fact>
      ))}
      <Fact name="撞柱机会">{percentText(pairChances(1).post)}</Fact>
      <Fact name="返奖率">{[...new Set(sides.map(({ odds }) => odds.returns))].join(' / ')}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  );
}
