/** The server's answers up to the present position of the trace. Results and balances are readable; private data is recorded as its shape only. */
import { type ReactNode, useMemo } from 'react';
import { formatMoney } from '../../engine/descriptions/format.ts';
import type { Trace } from '../../engine/replay/index.ts';
import { answersAt, balanceAt } from './answers.ts';
import { Disclosure } from '../../engine/screens/kit/disclosure.tsx';

const SHOWN = 12;

export function AnswersPanel({ trace, position }: { readonly trace: Trace; readonly position: number }): ReactNode {
  const answers = useMemo(() => answersAt(trace, position), [trace, position]);
  const balance = useMemo(() => balanceAt(trace, position), [trace, position]);
  return (
    <section className="answers" aria-label="服务器答复">
      <h2>服务器答复</h2>
      <p className="hint">
        {answers.length === 0
          ? '到这里还没有答复。'
          : `${answers.length} 个，最近的在前${balance === null ? '' : `；余额 ${formatMoney(balance)} 元`}`}
      </p>
      {answers.slice(0, SHOWN).map(({ index, call, status, facts }, at) => (
        <Disclosure
          key={index}
          open={at === 0}
          title={
            <span>
              {index + 1} {call} {status === 0 ? '' : `状态 ${status}`}
            </span>
          }
        >
          <pre>{facts === undefined ? '没有内容' : JSON.stringify(facts, null, 1)}</pre>
        </Disclosure>
      ))}
    </section>
  );
}
