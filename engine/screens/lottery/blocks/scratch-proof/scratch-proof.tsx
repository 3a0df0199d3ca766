/** The proof of an opened scratch card: the figure that was published before the sale, and 验证 on this phone. */
import { type ReactNode, useState } from 'react';
import type { ScratchProofBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { Button } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import type { CardProof } from './verify-card.ts';
import './scratch-proof.css';

interface Proven {
  readonly serial: number;
  readonly prizeFen: number;
  readonly proof: CardProof;
}

function provenOf(value: unknown): Proven | undefined {
  const { serial, prizeFen, proof } = (value ?? {}) as Partial<Proven>;
  return typeof serial === 'number' && typeof prizeFen === 'number' && proof ? { serial, prizeFen, proof } : undefined;
}

type State = 'idle' | 'working' | 'failed' | { readonly same: boolean; readonly root: string };

export default function ScratchProof({ block }: BlockProps<ScratchProofBlock>): ReactNode {
  const screen = useScreen();
  const [state, setState] = useState<State>('idle');
  const proven = provenOf(screen.value(block.of));
  if (proven === undefined) return null;
  const { serial, prizeFen, proof } = proven;

  const verify = async () => {
    setState('working');
    try {
      // The arithmetic is a chunk of its own: most who open a card do not ask for it.
      const { rootOfCard } = await import('./verify-card.ts');
      const root = rootOfCard(serial, prizeFen, proof);
      setState({ same: root === proof.root, root });
    } catch {
      setState('failed');
    }
  };

  return (
    <section className="card scratch-proof" aria-label="公平性验证">
      <h2>公平性验证</h2>
      <p>
        整池每张卡的结果在开售前排定，并公布一个指纹（Merkle 根）。由这张卡的序号、奖金和盐，沿路径能算回同一个指纹，谁都不能在售出后更改。
      </p>
      <dl>
        <dt>开售前公布的指纹</dt>
        <dd>{proof.root}</dd>
        <dt>这张卡的盐</dt>
        <dd>{proof.salt}</dd>
        <dt>路径</dt>
        <dd>{proof.path.length} 步</dd>
      </dl>
      <Button onClick={verify} busy={state === 'working'}>
        {typeof state === 'object' ? '再次验证' : '在本机验证'}
      </Button>
      <div role="status">
        {state === 'failed' ? <p className="scratch-proof__bad">未能完成验证，请检查网络后重试。</p> : null}
        {typeof state === 'object' ? (
          <p className={state.same ? 'scratch-proof__good' : 'scratch-proof__bad'}>
            <Icon name={state.same ? 'check' : 'close'} size={20} />
            {state.same ? '与开售前公布的指纹一致' : `与公布的指纹不一致：算出的是 ${state.root}`}
          </p>
        ) : null}
      </div>
    </section>
  );
}
