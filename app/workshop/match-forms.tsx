/** Forms below a match on the page of results: its result, and another time of kick-off. */
import { type ReactNode, useState } from 'react';
import type { ListedMatch, MatchResult } from '../../protocol/desk/results.ts';
import { QueueForm } from './queue.tsx';

/** Whether both sides have the same number; empty fields are none. */
export const isDraw = (pair: readonly [unknown, unknown] | undefined): boolean =>
  pair !== undefined && pair[0] !== '' && pair[0] === pair[1];

/** The result of a match as it is typed. */
export function ResultForm({
  match: { wanted, home, away, measures: known, level = '', deciders = [] },
  before,
  correcting,
  onCancel,
  onDone,
}: {
  readonly match: ListedMatch;
  readonly before: MatchResult | null;
  readonly correcting: boolean;
  readonly onCancel: () => void;
  readonly onDone: (result: MatchResult, reason: string) => Promise<void>;
}): ReactNode {
  const [texts, setTexts] = useState<Readonly<Record<string, readonly [string, string]>>>(() =>
    Object.fromEntries(
      [...wanted, ...deciders].map(({ code }) => {
        const pair = before?.measures?.[code] ?? (deciders.some((each) => each.code === code) ? known[code] : undefined);
        return [code, pair === undefined ? ['', ''] : [String(pair[0]), String(pair[1])]];
      }),
    ),
  );
  const [off, setOff] = useState(false);
  const [reason, setReason] = useState('');
  const set = (code: string, side: 0 | 1, text: string) =>
    setTexts((all) => {
      const pair = all[code] ?? ['', ''];
      return { ...all, [code]: side === 0 ? [text, pair[1]] : [pair[0], text] };
    });
  const tied = isDraw(texts[level]) ? deciders : [];
  const isOptional = (code: string): boolean => deciders.some((each) => each.code === code);
  const sent = (code: string): boolean => !isOptional(code) || (tied.length > 0 && texts[code]?.every((text) => text !== '') === true);
  return (
    <QueueForm
      yes={correcting ? '提交更正' : '录入赛果'}
      onCancel={onCancel}
      onSubmit={() => {
        const typed = Object.entries(texts).filter(([code]) => sent(code));
        const measures = Object.fromEntries(typed.map(([code, [h, a]]) => [code, [Number(h), Number(a)] as const]));
        void onDone(off ? { void: true } : { measures }, reason.trim());
      }}
    >
      {[...wanted, ...tied].map(({ code, name }) => (
        <fieldset key={code} disabled={off}>
          <legend>{isOptional(code) ? `${name}（没有则留空）` : name}</legend>
          {([0, 1] as const).map((side) => (
            <label key={side}>
              {side === 0 ? home : away}
              <input
                aria-label={`${name} ${side === 0 ? home : away}`}
                inputMode="numeric"
                pattern="[0-9]{1,3}"
                required={!isOptional(code) || texts[code]?.some((text) => text !== '') === true}
                value={texts[code]?.[side] ?? ''}
                onChange={(event) => set(code, side, event.target.value)}
              />
            </label>
          ))}
        </fieldset>
      ))}
      {correcting ? (
        <>
          <label className="results__check">
            <input type="checkbox" checked={off} onChange={(event) => setOff(event.target.checked)} /> 改为取消
          </label>
          <label>
            更正原因
            <input required minLength={2} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
        </>
      ) : null}
    </QueueForm>
  );
}

export function PostponeForm({
  offsetMs,
  onCancel,
  onDone,
}: {
  readonly offsetMs: number;
  readonly onCancel: () => void;
  readonly onDone: (startsAt: number | undefined) => Promise<unknown>;
}): ReactNode {
  const [at, setAt] = useState('');
  return (
    <QueueForm
      yes="延期"
      onCancel={onCancel}
      onSubmit={() => {
        void onDone(at === '' ? undefined : Date.parse(`${at}Z`) - offsetMs);
      }}
    >
      <label>
        新的开赛时间（未定则留空，暂停销售；超过规定时间未开赛即作废）
        <input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      </label>
    </QueueForm>
  );
}
