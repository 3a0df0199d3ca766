/** Block with the fairness proof of a play: the hash published before it, both seeds, and a button that verifies the outcome on this phone. */
import type { ReactNode } from 'react';
import type { PlayProofBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import type { Played } from '../../answers.ts';
import { CheckPlay } from '../../check-play.tsx';
import './play-proof.css';

type Proven = Pick<Played, 'gameCode' | 'outcome' | 'proof'>;

export default function PlayProof({ block }: BlockProps<PlayProofBlock>): ReactNode {
  const screen = useScreen();
  const { gameCode, outcome, proof } = (screen.value(block.of) ?? {}) as Partial<Proven>;
  if (gameCode === undefined || outcome === undefined || !proof) return null;
  return (
    <section className="card play-proof" aria-label="公平性验证">
      <h2>公平性验证</h2>
      <p>开局前公布种子的 SHA-256，结束后公布种子。结果由双方种子和当时的玩法说明算出，任何人都可验证。</p>
      <dl>
        <dt>事先公布的 SHA-256</dt>
        <dd>{proof.commit}</dd>
        <dt>平台的种子</dt>
        <dd>{proof.seed}</dd>
        <dt>手机的种子</dt>
        <dd>{proof.phoneSeed || '多人同局不使用'}</dd>
        <dt>当时的玩法说明</dt>
        <dd>{proof.hash}</dd>
      </dl>
      <CheckPlay gameCode={gameCode} outcome={outcome} proof={proof} />
    </section>
  );
}
