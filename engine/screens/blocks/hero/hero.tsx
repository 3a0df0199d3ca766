import type { ReactNode } from 'react';
import type { HeroBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useScreen } from '../../core/hooks.ts';
import { PlayMoney } from '../../kit/play-money.tsx';
import { Ready } from '../parts/ready.tsx';
import { toneClass } from '../parts/tone.ts';
import { Section } from '../parts/section.tsx';
import './hero.css';

/** What something is, in one glance: its state in a word, the amount that matters, one sentence. */
export default function Hero({ block }: BlockProps<HeroBlock>): ReactNode {
  const screen = useScreen();
  const tone = toneClass(screen.text(block.tone));
  const amount = screen.text(block.amount);
  const picture = screen.text(block.picture);
  const caption = screen.text(block.caption);
  return (
    <Section title={screen.text(block.title)}>
      <Ready of={[block.status, block.amount, block.caption]}>
        <div className="card hero">
          {picture ? <img className="hero__picture" src={picture} alt="" width={72} height={72} /> : null}
          <p className={`hero__status ${tone}`}>{screen.text(block.status)}</p>
          {amount ? <p className={`amount amount--large ${tone}`}>{amount}</p> : null}
          {caption ? <p className="is-muted">{caption}</p> : null}
          {block.money ? <PlayMoney /> : null}
        </div>
      </Ready>
    </Section>
  );
}
