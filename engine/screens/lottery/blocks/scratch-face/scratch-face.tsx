/** The face of a family of scratch cards. */
import type { ReactNode } from 'react';
import type { ScratchFaceBlock } from '../../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { isSceneName, Scene } from '../../../kit/scene.tsx';
import './scratch-face.css';

export default function ScratchFace({ block }: BlockProps<ScratchFaceBlock>): ReactNode {
  const screen = useScreen();
  const face = screen.text(block.face);
  const note = screen.text(block.note);
  const price = screen.text(block.price);
  return (
    <header className="scratch-face">
      <div>
        <h2>{screen.text(block.title)}</h2>
        {note === '' ? null : <p>{note}</p>}
        {price === '' ? null : <strong>{price}</strong>}
      </div>
      {isSceneName(face) ? <Scene name={face} /> : null}
    </header>
  );
}
