/** A match on the results desk: who sells it, how it ended, and what can be done about it now. */
import { type ReactNode, useState } from 'react';
import { pathOf } from './calls.ts';
import { QueueForm } from './queue.tsx';
import type { DeskResult, ListedMatch } from './results-desk.tsx';

interface MatchRowProps {
  readonly match: ListedMatch;
  /** The server's clock, unix ms. */
  readonly now: number;
  /** The product's wall clock, ms after UTC: operators sit anywhere. */
  readonly offsetMs: number;
  /** Name of the operator. */
  readonly by: string;
  readonly onAct: (where: string, body: object, done: string) => Promise<boolean>;
  readonly onSay: (msg: string) => void;
}

const STATES: Readonly<Record<string, string>> = {
  scheduled: '未开赛',
  first: '上半场',
  half: '中场',
  second: '下半场',
  extra: '加时',
  finished: '完场',
  postponed: '延期',
  abandoned: '腰斩',
  cancelled: '取消',
};
const PROGRESS = { none: '', waiting: '待派奖', paying: '派奖中', paid: '已派奖' } as const;

const FORMAT = new Intl.DateTimeFormat('zh-CN', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
});

/** "全场 1:1，半场 1:0，点球 4:3", 取消. */
function wordsOf(result: DeskResult, { wanted, measures, level, deciders = [] }: ListedMatch): string {
  if (result.void) return '取消';
  const all = { ...measures, ...result.measures };
  const parts = [...wanted, ...(isLevel(all[level ?? '']) ? deciders : [])].flatMap(({ code, name }) => {
    const pair = (deciders.some((each) => each.code === code) ? all : result.measures)?.[code];
    return pair === undefined ? [] : [`${name} ${pair[0]}:${pair[1]}`];
  });
  return parts.join('，');
}

const isLevel = (pair: readonly [unknown, unknown] | undefined): boolean => pair !== undefined && pair[0] !== '' && pair[0] === pair[1];

/** What calling a match off does. A result can be entered over it until it is settled, and none before the kick-off. */
function callOffQuestion({ home, away, offers }: ListedMatch, started: boolean): string {
  const orders = offers.reduce((sum, offer) => sum + offer.orders, 0);
  const effect = `${orders} 单在投：这一场按赔率 1 计，所有比赛都取消的单退款。`;
  return `取消 ${home} – ${away}？${effect}${started ? '两分钟后结算，之前还能改正。' : '不能恢复。'}`;
}

export function MatchRow({ match, now, offsetMs, by, onAct, onSay }: MatchRowProps): ReactNode {
  const timeOf = (at: number): string => FORMAT.format(at + offsetMs);
  const { id, offers, correction } = match;
  const [editing, setEditing] = useState<'enter' | 'correct' | 'postpone'>();
  const result = offers.find((offer) => offer.result !== null)?.result ?? null;
  const paid = offers.some(({ progress }) => progress === 'paid' || progress === 'paying');
  const started = match.startsAt <= now;
  const close = () => setEditing(undefined);
  const named = (work: () => void) => () => (by === '' ? onSay('请先填写管理员姓名') : work());

  return (
    <>
      <tr>
        <td>{timeOf(match.startsAt)}</td>
        <td>{match.league}</td>
        <td>
          <b>
            {match.home} – {match.away}
          </b>
          <small>
            {STATES[match.state] ?? match.state}
            {match.source === 'sim' ? ' · 模拟' : ''}
          </small>
        </td>
        <td>
          <ul>
            {offers.map(({ game, name, code, issue, orders, progress, paysAt }) => (
              <li key={game}>
                {name} {code}
                {issue === null ? '' : ` · ${issue} 期`} · {orders} 单{/* Where nobody bet nothing is paid, and nothing waits for it. */}
                {progress === 'none' || orders === 0 ? '' : ` · ${PROGRESS[progress]}`}
                {progress === 'waiting' && paysAt !== null ? `（${timeOf(paysAt)}）` : ''}
              </li>
            ))}
          </ul>
        </td>
        <td>{result === null ? '—' : wordsOf(result, match)}</td>
        <td className="queue__acts">
          {paid ? (
            correction === null ? (
              <button type="button" className="button" onClick={named(() => setEditing('correct'))}>
                更正
              </button>
            ) : null
          ) : (
            <>
              <button
                type="button"
                className={result === null ? 'button button--primary' : 'button'}
                disabled={!started}
                onClick={() => setEditing('enter')}
              >
                {result === null ? '录入' : '改正'}
              </button>
              {result === null ? (
                <button type="button" className="button" onClick={() => setEditing('postpone')}>
                  延期
                </button>
              ) : null}
              {result?.void ? null : (
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    if (confirm(callOffQuestion(match, started))) void onAct(`${pathOf(id)}/void`, {}, '已按取消处理，两分钟后结算');
                  }}
                >
                  取消比赛
                </button>
              )}
            </>
          )}
        </td>
      </tr>
      {correction === null ? null : (
        <tr className="queue__more">
          <td colSpan={6}>
            <div className="results__correction">
              <span>
                待确认的更正：<b>{wordsOf(correction.result, match)}</b>（{correction.reason}；{correction.by} {timeOf(correction.at)}）
              </span>
              <button
                type="button"
                className="button button--primary"
                onClick={named(() => {
                  if (confirm(`${match.home} – ${match.away} 更正为“${wordsOf(correction.result, match)}”？已派的奖将重新结算，差额入账。`))
                    void onAct(`corrections/${correction.id}/sign`, { by }, '更正已确认，正在重新结算');
                })}
              >
                确认更正
              </button>
              <button
                type="button"
                className="button"
                onClick={() => void onAct(`corrections/${correction.id}/withdraw`, {}, '更正已撤回')}
              >
                撤回
              </button>
            </div>
          </td>
        </tr>
      )}
      {editing === undefined ? null : (
        <tr className="queue__more">
          <td colSpan={6}>
            {editing === 'postpone' ? (
              <Postpone
                offsetMs={offsetMs}
                onCancel={close}
                onDone={async (startsAt) =>
                  (await onAct(`${pathOf(id)}/postpone`, startsAt === undefined ? {} : { startsAt }, '已延期')) && close()
                }
              />
            ) : (
              <Score
                match={match}
                before={result}
                correcting={editing === 'correct'}
                onCancel={close}
                onDone={async (next, reason) => {
                  const done =
                    editing === 'correct'
                      ? await onAct(`${pathOf(id)}/correct`, { ...next, reason, by }, '更正已提交，等待另一位管理员确认')
                      : await onAct(`${pathOf(id)}/enter`, next, '赛果已录入，两分钟后派奖');
                  if (done) close();
                }}
              />
            )}
          </td>
        </tr>
      )}
    </>
  );
}

function Score({
  match: { wanted, home, away, measures: known, level = '', deciders = [] },
  before,
  correcting,
  onCancel,
  onDone,
}: {
  readonly match: ListedMatch;
  readonly before: DeskResult | null;
  readonly correcting: boolean;
  readonly onCancel: () => void;
  readonly onDone: (result: DeskResult, reason: string) => Promise<void>;
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
  const tied = isLevel(texts[level]) ? deciders : [];
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

function Postpone({
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
        新的开赛时间（未定则留空：暂停销售，过了规定时间没有踢就作废）
        <input type="datetime-local" value={at} onChange={(event) => setAt(event.target.value)} />
      </label>
    </QueueForm>
  );
}
