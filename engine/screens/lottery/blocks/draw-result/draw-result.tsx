import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react';
import type { DrawResultBlock } from '../../../../descriptions/generated/screen.ts';
import type { Draw, Zone } from '../../../../descriptions/types.ts';
import { Section } from '../../../blocks/parts/section.tsx';
import type { BlockProps } from '../../../core/contract.ts';
import { Facts } from '../../../kit/facts.tsx';
import { useScreen, useScreenState } from '../../../core/hooks.ts';
import { PlayedBalls } from '../../played-balls.tsx';
import './draw-result.css';

interface DrawnResult {
  readonly gameCode?: string;
  readonly issue?: string;
  readonly drawsAt?: number;
  /** Hash of the description in force at the draw. */
  readonly hash?: string;
  readonly numbers?: Draw['numbers'];
  readonly zones?: readonly Zone[];
  readonly facts?: readonly string[];
}

/** The numbers of a result. */
export default function DrawResult({ block }: BlockProps<DrawResultBlock>): ReactNode {
  const screen = useScreen();
  const result = screen.value(block.of) as DrawnResult | null | undefined;
  // An issue that was not drawn is a result without numbers.
  const numbers = result?.numbers && Object.keys(result.numbers).length > 0 ? result.numbers : undefined;
  // A page that has shown that there is no result yet is one that the result arrives on.
  const [waited] = useState(!numbers);
  const empty = screen.text(block.empty);
  const [displayState, setDisplayState] = useScreenState(block.name);
  // A block without a name has no state of the screen: what it shows itself it keeps.
  const drawn = `${result?.gameCode ?? ''}/${result?.issue ?? ''}`;
  const [shown, setShown] = useState<string>();
  const over = useCallback(() => {
    setShown(drawn);
    setDisplayState('over');
  }, [setDisplayState, drawn]);
  // While there is no result there is no verdict to hold back; when it comes, it is held back until its last number is there.
  useLayoutEffect(() => {
    if (!numbers && displayState !== 'waiting') setDisplayState('waiting');
  }, [numbers, displayState, setDisplayState]);
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
          key={drawn}
          gameCode={result.gameCode ?? ''}
          issue={result.issue ?? ''}
          zones={result.zones && result.zones.length > 0 ? result.zones : undefined}
          drawnHash={result.hash}
          numbers={numbers}
          roll={block.roll === 'open' || (block.roll === 'arrival' && waited)}
          again={block.roll === 'open'}
          onOver={over}
        />
        {/* Not before the numbers that it is said of. */}
        {shown === drawn ? <Facts of={result.facts} /> : null}
        {note ? <p className="row__note">{note}</p> : null}
      </div>
    </Section>
  );
}
