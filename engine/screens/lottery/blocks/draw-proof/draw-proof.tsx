/** The fairness proof of a draw: the commit from before the sale, the seed from after it, and 验证 on this phone. */
import { type ReactNode, useState } from 'react';
import type { Game } from '../../../../descriptions/types.ts';
import type { DrawProofBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useHost, useScreen } from '../../../core/hooks.ts';
import { Balls } from '../../../kit/balls.tsx';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { Result } from '../../calls.ts';
import type { ProofVerdict } from '../../proof.ts';
import './draw-proof.css';

interface Proven {
  readonly gameCode: string;
  readonly issue: string;
  readonly commit: string;
  /** Null until the draw. */
  readonly result: Result | null;
}

/** An order carries its result, a result carries its proof; anything else has nothing to prove. */
function provenOf(value: unknown): Proven | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { gameCode, issue, commit, result, proof } = value as Partial<Proven & Result>;
  if (typeof gameCode !== 'string' || typeof issue !== 'string') return undefined;
  // A draw that was imported from elsewhere has no seed of ours: there is nothing to prove, and nothing is claimed.
  if (proof) return proof.commit === '' ? undefined : { gameCode, issue, commit: proof.commit, result: value as Result };
  if (typeof commit !== 'string' || !commit) return undefined;
  return { gameCode, issue, commit, result: result ?? null };
}

type State =
  | { readonly is: 'idle' | 'working' }
  | { readonly is: 'failed' }
  | { readonly is: 'done'; readonly verdict: ProofVerdict; readonly game: Game; readonly sameVersion: boolean };

export default function DrawProof({ block }: BlockProps<DrawProofBlock>): ReactNode {
  const screen = useScreen();
  const host = useHost();
  const [state, setState] = useState<State>({ is: 'idle' });
  const proven = provenOf(screen.value(block.of));
  if (!proven) return null;
  const { gameCode, issue, commit, result } = proven;

  const verify = async () => {
    if (!result) return;
    setState({ is: 'working' });
    try {
      // The arithmetic is a chunk of its own: most who look at a ticket do not ask for it.
      const [{ game, hash }, { verifyDraw }] = await Promise.all([host.loadGame(gameCode, result.hash), import('../../proof.ts')]);
      const verdict = verifyDraw(game, issue, result.numbers, commit, result.proof.seed);
      setState({ is: 'done', verdict, game, sameVersion: hash === result.hash });
    } catch {
      setState({ is: 'failed' });
    }
  };

  return (
    <section className="card draw-proof" aria-label="公平性验证">
      <h2>公平性验证</h2>
      <p>开售前先公布种子的指纹（SHA-256），开奖后公布种子。号码由种子算出，投注后任何人都不能更改。</p>
      <dl>
        <dt>开售前公布的指纹</dt>
        <dd>{commit}</dd>
        <dt>开奖后公布的种子</dt>
        <dd>{result ? result.proof.seed : '开奖后公布'}</dd>
      </dl>
      {result ? (
        <Button onClick={verify} busy={state.is === 'working'}>
          {state.is === 'done' ? '再次验证' : '在本机验证'}
        </Button>
      ) : null}
      <div role="status">
        {state.is === 'failed' ? <p className="draw-proof__bad">未能完成验证，请检查网络后重试。</p> : null}
        {state.is === 'done' ? <VerdictView {...state} drawn={result?.numbers ?? {}} /> : null}
      </div>
    </section>
  );
}

function VerdictView({
  verdict,
  game,
  sameVersion,
  drawn,
}: {
  readonly verdict: ProofVerdict;
  readonly game: Game;
  readonly sameVersion: boolean;
  readonly drawn: Result['numbers'];
}): ReactNode {
  const { zones } = game.draw;
  const { source } = verdict;
  return (
    <div className="draw-proof__verdict">
      <Finding
        good={verdict.commitMatches}
        text={verdict.commitMatches ? '种子的指纹与开售前公布的一致' : `种子的指纹不一致：算出的是 ${verdict.commit}`}
      />
      {source ? (
        <>
          <span className="is-muted">{source.title}</span>
          <Balls zones={source.zones} numbers={source.numbers} size="sm" />
          <span className="is-muted">{source.words}</span>
        </>
      ) : (
        <span className="is-muted">由种子算出的号码</span>
      )}
      <Balls zones={zones} numbers={verdict.numbers} size="sm" />
      <Finding good={verdict.numbersMatch} text={verdict.numbersMatch ? '与开奖号码一致' : '与开奖号码不一致'} />
      {verdict.numbersMatch ? null : (
        <>
          <span className="is-muted">公布的开奖号码</span>
          <Balls zones={zones} numbers={drawn} size="sm" />
          {sameVersion ? null : <p>该期按旧版玩法描述开奖，本机只有新版，号码范围可能不同。</p>}
        </>
      )}
    </div>
  );
}

function Finding({ good, text }: { readonly good: boolean; readonly text: string }): ReactNode {
  return (
    <p className={good ? undefined : 'draw-proof__bad'}>
      <Icon name={good ? 'check' : 'close'} size={20} />
      {text}
    </p>
  );
}
