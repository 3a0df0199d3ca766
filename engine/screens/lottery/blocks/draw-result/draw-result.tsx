import { type ReactNode, useState } from 'react';
import type { DrawResultBlock } from '../../../../descriptions/generated/screen.ts';
import type { Draw } from '../../../../descriptions/types.ts';
import { Section } from '../../../blocks/parts/section.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { useScreen } from '../../../core/hooks.ts';
import { PlayedBalls } from '../../played-balls.tsx';
import './draw-result.css';

interface DrawnResult {
  readonly gameCode?: string;
  readonly issue?: string;
  readonly drawsAt?: number;
  /** Of the description that the draw was made under. */
  readonly hash?: string;
  readonly numbers?: Draw['numbers'];
}

/** The numbers of a result. */
export default function DrawResult({ block }: BlockProps<DrawResultBlock>): ReactNode {
  const screen = useScreen();
  const result = screen.value(block.of) as DrawnResult | null | undefined;
  const numbers = result?.numbers;
  // A page that has shown that there is no result yet is one that the result arrives on.
  const [waited] = useState(!numbers);
  const empty = screen.text(block.empty);
  if (!result || !numbers)
    return empty ? (
      <Section title={screen.text(block.title)}>
        <p className="card section__none">{empty}</p>
      </Section>
    ) : null;
  const note = screen.text(block.note);
  return (
    <Section title={screen.text(block.title)}>
      <div className="card draw-result">
        <PlayedBalls
          key={`${result.gameCode}/${result.issue}`}
          gameCode={result.gameCode ?? ''}
          drawnHash={result.hash}
          numbers={numbers}
          roll={block.roll === 'open' || (block.roll === 'arrival' && waited)}
          again={block.roll === 'open'}
        />
        {note ? <p className="row__note">{note}</p> : null}
      </div>
    </Section>
  );
}
