import type { ReactNode } from 'react';
import type { FactsBlock } from '../../../descriptions/generated/screen.ts';
import type { BlockProps } from '../../core/contract.ts';
import { useHost, useScreen } from '../../core/hooks.ts';
import { Icon } from '../../kit/icon.tsx';
import { wholeDays } from '../../kit/whole-days.tsx';
import { toneClass } from '../parts/tone.ts';
import { Section } from '../parts/section.tsx';
import './facts.css';

/** Label and value pairs; a value that is long and needed elsewhere can be copied. */
export default function Facts({ block }: BlockProps<FactsBlock>): ReactNode {
  const screen = useScreen();
  const host = useHost();
  return (
    <Section title={screen.text(block.title)}>
      <dl className="card facts">
        {block.rows.map((row) => {
          if (!screen.test(row.when)) return null;
          const label = screen.text(row.label);
          const value = screen.text(row.value);
          return (
            <div className={`facts__fact${row.copy ? ' facts__fact--copy' : ''}`} key={row.label.source}>
              <dt>{label}</dt>
              <dd className={`tabular ${toneClass(screen.text(row.tone))}`}>
                {wholeDays(value)}
                {row.copy && value ? (
                  <button
                    type="button"
                    className="facts__copy"
                    aria-label={`复制${label}`}
                    onClick={() => import('../../core/clipboard.ts').then(({ copyText: copy }) => copy(host, value))}
                  >
                    <Icon name="copy" size={16} />
                  </button>
                ) : null}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
