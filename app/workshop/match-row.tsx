/** A match on the page of results: the games that sell it, its result, and the possible acts. */
import { type ReactNode, useState } from 'react';
import { isDraw, PostponeForm, ResultForm } from './match-forms.tsx';
import { measuresText } from '../../protocol/desk/measures.ts';
import type { ListedMatch, MatchResult } from '../../protocol/desk/results.ts';

interface MatchRowProps {
  readonly match: ListedMatch;
  /** The server's clock, unix ms. */
  readonly now: number;
  /** The product's wall clock, ms after UTC: operators sit anywhere. */
  readonly offsetMs: number;
  /** Name of the operator. */
  readonly by: string;
  readonly onAct: (path: string, fields: Readonly<Record<string, string>>, done: string) => Promise<boolean>;
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
function wordsOf(result: MatchResult, { wanted, measures, level, deciders = [] }: ListedMatch): string {
  if (result.void) return '取消';
  const all = { ...measures, ...result.measures };
  const parts = [...wanted, ...(isDraw(all[level ?? '']) ? deciders : [])].flatMap(({ code, name }) => {
    const pair = (deciders.some((each) => each.code === code) ? all : result.measures)?.[code];
    return pair === undefined ? [] : [`${name} ${pair[0]}:${pair[1]}`];
  });
  return parts.join('，');
}

const resultFields = ({ measures }: MatchResult): Readonly<Record<string, string>> =>
  measures === undefined ? { void: '1' } : { measures: measuresText(measures) };

/** What calling a match off does. A result can be entered over it until it is settled, and none before the kick-off. */
function callOffQuestion({ home, away, offers }: ListedMatch, started: boolean): string {
  const orders = offers.reduce((sum, offer) => sum + offer.orders, 0);
  const effect = `${orders} 单待结算：该场按赔率 1 计算，全部场次取消的订单退款。`;
  return `取消 ${home} – ${away}？${effect}${started ? '两分钟后结算，结算前可改正。' : '不能恢复。'}`;
}

type Editing = 'enter' | 'correct' | 'postpone';

export function MatchRow(props: MatchRowProps): ReactNode {
  const { match, now, offsetMs } = props;
  const [editing, setEditing] = useState<Editing>();
  const result = resultOf(match);
  return (
    <>
      <tr>
        <td>{timeText(match.startsAt, offsetMs)}</td>
        <td>{match.league}</td>
        <td>
          <b>
            {match.home} – {match.away}
          </b>
          <small>
            {STATES[match.state] ?? match.state}
            {match.source === 'sim' ? ' · 模拟' : ''}
          </small>
          {match.refused === undefined ? null : <small className="results__refused">赛果待核实，没有派奖：{match.refused}</small>}
        </td>
        <td>
          <Offers match={match} offsetMs={offsetMs} />
        </td>
        <td>{result === null ? '—' : wordsOf(result, match)}</td>
        <td className="queue__acts">
          {match.offers.some(({ progress }) => progress === 'paid' || progress === 'paying') ? (
            match.correction === null ? (
              <button type="button" className="button" onClick={named(props, () => setEditing('correct'))}>
                更正
              </button>
            ) : null
          ) : (
            <UnpaidActs match={match} started={match.startsAt <= now} onAct={props.onAct} onEdit={setEditing} />
          )}
        </td>
      </tr>
      <Correction {...props} />
      {editing === undefined ? null : (
        <tr className="queue__more">
          <td colSpan={6}>
            <EditForm {...props} editing={editing} onClose={() => setEditing(undefined)} />
          </td>
        </tr>
      )}
    </>
  );
}

const timeText = (at: number, offsetMs: number): string => FORMAT.format(at + offsetMs);

const resultOf = ({ offers }: ListedMatch): MatchResult | null => offers.find(({ result }) => result !== null)?.result ?? null;

/** Work that is written under the operator's name, which must be there. */
function named({ by, onSay }: Pick<MatchRowProps, 'by' | 'onSay'>, work: () => void): () => void {
  return () => (by === '' ? onSay('请先填写管理员姓名') : work());
}

/** What sells the match, and how far each is with paying. */
function Offers({ match, offsetMs }: Pick<MatchRowProps, 'match' | 'offsetMs'>): ReactNode {
  return (
    <ul>
      {match.offers.map(({ game, name, code, issue, orders, progress, paysAt }) => (
        <li key={game}>
          {name} {code}
          {issue === null ? '' : ` · ${issue} 期`} · {orders} 单{/* Where nobody bet nothing is paid, and nothing waits for it. */}
          {progress === 'none' || orders === 0 ? '' : ` · ${PROGRESS[progress]}`}
          {progress === 'waiting' && paysAt !== null ? `（${timeText(paysAt, offsetMs)}）` : ''}
        </li>
      ))}
    </ul>
  );
}

interface UnpaidActsProps extends Pick<MatchRowProps, 'match' | 'onAct'> {
  readonly started: boolean;
  readonly onEdit: (editing: Editing) => void;
}

/** What can be done about a match before anything is paid. */
function UnpaidActs({ match, started, onAct, onEdit }: UnpaidActsProps): ReactNode {
  const result = resultOf(match);
  return (
    <>
      <button
        type="button"
        className={result === null ? 'button button--primary' : 'button'}
        disabled={!started}
        onClick={() => onEdit('enter')}
      >
        {result === null ? '录入' : '改正'}
      </button>
      {result === null ? (
        <button type="button" className="button" onClick={() => onEdit('postpone')}>
          延期
        </button>
      ) : null}
      {result?.void ? null : (
        <button
          type="button"
          className="button"
          onClick={() => {
            if (confirm(callOffQuestion(match, started))) void onAct('result/void', { match: match.id }, '已按取消处理，两分钟后结算');
          }}
        >
          取消比赛
        </button>
      )}
    </>
  );
}

/** A correction that waits for a second operator. */
function Correction({ match, offsetMs, by, onAct, onSay }: MatchRowProps): ReactNode {
  const { correction } = match;
  if (correction === null) return null;
  const words = wordsOf(correction.result, match);
  const id = String(correction.id);
  return (
    <tr className="queue__more">
      <td colSpan={6}>
        <div className="results__correction">
          <span>
            待确认的更正：<b>{words}</b>（{correction.reason}；{correction.by} {timeText(correction.at, offsetMs)}）
          </span>
          <button
            type="button"
            className="button button--primary"
            onClick={named({ by, onSay }, () => {
              if (confirm(`${match.home} – ${match.away} 更正为“${words}”？已派的奖将重新结算，差额入账。`))
                void onAct('correction/sign', { id, by }, '更正已确认，正在重新结算');
            })}
          >
            确认更正
          </button>
          <button type="button" className="button" onClick={() => void onAct('correction/withdraw', { id }, '更正已撤回')}>
            撤回
          </button>
        </div>
      </td>
    </tr>
  );
}

interface EditFormProps extends MatchRowProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

function EditForm({ match, offsetMs, by, editing, onAct, onClose }: EditFormProps): ReactNode {
  const { id } = match;
  if (editing === 'postpone')
    return (
      <PostponeForm
        offsetMs={offsetMs}
        onCancel={onClose}
        onDone={async (startsAt) =>
          (await onAct('result/postpone', { match: id, ...(startsAt !== undefined && { startsAt: String(startsAt) }) }, '已延期')) &&
          onClose()
        }
      />
    );
  return (
    <ResultForm
      match={match}
      before={resultOf(match)}
      correcting={editing === 'correct'}
      onCancel={onClose}
      onDone={async (next, reason) => {
        const done =
          editing === 'correct'
            ? await onAct('correction/propose', { match: id, ...resultFields(next), reason, by }, '更正已提交，等待另一位管理员确认')
            : await onAct('result/enter', { match: id, ...resultFields(next) }, '赛果已录入，两分钟后派奖');
        if (done) onClose();
      }}
    />
  );
}
