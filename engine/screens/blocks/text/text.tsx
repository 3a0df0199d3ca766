import type { ReactNode } from 'react';
import type { TextBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';

/** A paragraph, in a template. */
export default function Text({ block }: BlockProps<TextBlock>): ReactNode {
  const screen = useScreen();
  return (
    <section className="text-block">
      {block.title ? <h2 className="text-block__title">{screen.text(block.title)}</h2> : null}
      <p>{screen.text(block.text)}</p>
    </section>
  );
}
