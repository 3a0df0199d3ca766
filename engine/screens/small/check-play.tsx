/** The check of a play on this phone, with the very description that it was played under: what changed since does not matter. */
import { type ReactNode, useState } from 'react';
import type { SmallGame } from '../../small/types.ts';
import { useHost } from '../core/hooks.ts';
import { Button } from '../kit/button.tsx';
import type { Offer, Played, Proof } from './answers.ts';

export function CheckPlay({
  gameCode,
  outcome,
  proof,
}: {
  readonly gameCode: string;
  readonly outcome: Played['outcome'];
  readonly proof: Proof;
}): ReactNode {
  const host = useHost();
  const [verdict, setVerdict] = useState<{ readonly text: string; readonly ok: boolean }>();
  const [busy, setBusy] = useState(false);
  async function verify(): Promise<void> {
    setBusy(true);
    try {
      // The arithmetic is a chunk of its own: most who play do not ask for it.
      const [{ verifyPlay }, game] = await Promise.all([
        import('./verify.ts'),
        host.loadDocument<SmallGame>('small', gameCode, proof.hash),
      ]);
      setVerdict(verifyPlay(game, outcome, proof));
    } catch {
      setVerdict({ text: '未能获取当时的玩法说明，请稍后再试', ok: false });
    }
    setBusy(false);
  }
  return (
    <>
      <Button variant="ghost" busy={busy} onClick={() => void verify()}>
        在本机验证
      </Button>
      <p role="status">{verdict ? `${verdict.ok ? '✓ ' : '✗ '}${verdict.text}` : ''}</p>
    </>
  );
}

/** The commitment to the seed of the next play, and the seeds and the check of the last play. */
export default function FairText({ offer, played }: { readonly offer: Offer; readonly played: Played | undefined }): ReactNode {
  const { proof } = played ?? {};
  return (
    <>
      <p>
        本局种子已确定，SHA-256 为 <code>{offer.commit}</code>。开出后公布种子，任何人都可验证。
      </p>
      {played && proof ? (
        <>
          <p>
            上一局的种子 <code>{proof.seed}</code>，手机的种子 <code>{proof.phoneSeed}</code>。
          </p>
          <CheckPlay key={played.playId} gameCode={played.gameCode} outcome={played.outcome} proof={proof} />
        </>
      ) : null}
    </>
  );
}
