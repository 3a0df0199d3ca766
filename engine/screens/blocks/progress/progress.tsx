import type { ReactNode } from 'react';
import type { ProgressBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { toneClass } from '../parts/tone.ts';
import { Ready } from '../parts/ready.tsx';
import Bar from './bar.tsx';

/** How far something has come, and how much of the rest is secured. */
export default function Progress({ block }: BlockProps<ProgressBlock>): ReactNode {
  const screen = useScreen();
  const label = screen.text(block.label);
  const text = screen.text(block.text);
  const note = screen.text(block.note);
  return (
    <Ready of={[block.label, block.text, block.value, block.more, block.of]}>
      <div className="card progress">
        <p className="progress__line">
          <span>{label}</span>
          <span className="tabular">{text}</span>
        </p>
        <Bar
          label={label}
          value={screen.value(block.value)}
          more={screen.value(block.more)}
          of={block.of ? screen.value(block.of) : undefined}
          text={text}
          tone={`bar--large ${toneClass(screen.text(block.tone))}`}
        />
        {note ? <p className="row__note">{note}</p> : null}
      </div>
    </Ready>
  );
}
