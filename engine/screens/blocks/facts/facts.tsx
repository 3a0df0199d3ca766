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
  const rows = block.rows.filter(({ when }) => screen.test(when));
  const copy = async (value: string): Promise<unknown> => (await import('../../core/clipboard.ts')).copy(host, value, '已复制');
  return (
    <Section title={screen.text(block.title)}>
      <dl className="card facts">
        {rows.map((row) => {
          const label = screen.text(row.label);
          const value = screen.text(row.value);
          return (
            <div className={row.copy ? 'facts__fact facts__fact--copy' : 'facts__fact'} key={row.label.source}>
              <dt>{label}</dt>
              <dd className={`tabular ${toneClass(screen.text(row.tone))}`}>
                {wholeDays(value)}
                {row.copy && value ? (
                  <button type="button" className="facts__copy" aria-label={`复制${label}`} onClick={() => void copy(value)}>
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
