/** Results of matches: what waits for one, what was entered, and corrections that a second operator has to sign. */
import { type ReactNode, useCallback, useState } from 'react';
import type { DeskAnswer } from '../../protocol/desk/define.ts';
import type { deskResults, ListedMatch } from '../../protocol/desk/results.ts';
import { MatchRow } from './match-row.tsx';
import { type Queue, QueuePage, QueueTable, useQueue } from './queue.tsx';
import type { WorkshopPageProps } from './workshop.tsx';
import './results.css';

/** Pairs of numbers are pairs here. */
type Listing = Omit<DeskAnswer<typeof deskResults>, 'matches'> & { readonly matches: readonly ListedMatch[] };

const VIEWS = { open: '待录入', day: '按日期' } as const;

export function ResultsPage({ above }: WorkshopPageProps): ReactNode {
  const [view, setView] = useState<keyof typeof VIEWS>('open');
  const [day, setDay] = useState('');
  const path = view === 'open' ? 'results?show=open' : `results?show=day${day === '' ? '' : `&day=${day}`}`;
  const queue = useQueue<Listing>(path);
  const { listing } = queue;
  const act = useAct(queue.act);
  return (
    <QueuePage
      queue={queue}
      name="赛果"
      above={above}
      views={VIEWS}
      view={view}
      onView={setView}
      narrow={
        view === 'day' ? (
          <label>
            开赛日期
            <input type="date" value={day === '' ? (listing?.day ?? '') : day} onChange={(event) => setDay(event.target.value)} />
          </label>
        ) : null
      }
      side={
        listing === undefined ? null : (
          <>
            <CalledOff title="期次" items={listing.issues.map(issueOf)} onAct={act} />
            <CalledOff title="冠军竞猜" items={listing.outrights.map((each) => outrightOf(each, listing.offsetMs))} onAct={act} />
          </>
        )
      }
      hint="派奖前可直接改正。派奖后的更正须由一人提交、另一人登录本人账号确认，差额以冲正分录入账。"
      label="比赛"
    >
      {listing === undefined ? null : (
        <QueueTable
          none={view === 'open' ? '没有等待赛果的比赛' : '这一天没有比赛'}
          columns={
            <>
              <th>开赛</th>
              <th>联赛</th>
              <th>对阵</th>
              <th>销售</th>
              <th>赛果</th>
              <th>操作</th>
            </>
          }
          rows={listing.matches.map((match) => (
            <MatchRow
              key={match.id}
              match={match}
              now={listing.now}
              offsetMs={listing.offsetMs}
              by={queue.by.trim()}
              onAct={act}
              onSay={queue.say}
            />
          ))}
        />
      )}
    </QueuePage>
  );
}

type DoAct = (path: string, fields: Readonly<Record<string, string>>, done: string) => Promise<boolean>;

/** An act on results; it stays the same while the queue's does. */
const useAct = (act: Queue<Listing>['act']): DoAct => useCallback((path, fields, done) => act({ path, fields, done }), [act]);

interface Item {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly button: string;
  readonly label: string;
  readonly question: string;
  readonly done: string;
}

const issueOf = ({ game, name, issue, orders }: Listing['issues'][number]): Item => ({
  key: `${game} ${issue}`,
  name,
  note: `${issue} 期 · ${orders} 单待结算`,
  path: 'result/issue',
  fields: { game, issue },
  button: '取消本期',
  label: `取消${name} ${issue} 期`,
  question: `取消${name} ${issue} 期？${orders} 单将全额退款，不能恢复。`,
  done: `${name} ${issue} 期已取消，正在退款`,
});

function outrightOf({ game, name, edition, beginsAt, orders }: Listing['outrights'][number], offsetMs: number): Item {
  const of = beginsAt === undefined ? `第 ${edition} 届` : `${new Date(beginsAt + offsetMs).toISOString().slice(0, 10)} 起的一届`;
  return {
    key: `${game} ${edition}`,
    name,
    note: `${of} · ${orders} 单`,
    path: 'result/outright',
    fields: { game, edition },
    button: '取消竞猜',
    label: `取消${name}竞猜（${of}）`,
    question: `确定取消${name}竞猜（${of}）？尚未揭晓的选项全部退款，不能恢复。`,
    done: `${name}竞猜已取消，正在退款`,
  };
}

/** What can be called off: issues, and bets on who wins a cup. */
function CalledOff({ title, items, onAct }: { readonly title: string; readonly items: readonly Item[]; readonly onAct: DoAct }): ReactNode {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="results__issues">
        {items.map(({ key, name, note, path, fields, button, label, question, done }) => (
          <li key={key}>
            <span>
              {name}
              <small>{note}</small>
            </span>
            <button
              type="button"
              className="button"
              aria-label={label}
              onClick={() => {
                if (confirm(question)) void onAct(path, fields, done);
              }}
            >
              {button}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
