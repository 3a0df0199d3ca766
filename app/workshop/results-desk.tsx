/** Results of matches: what waits for one, what was entered, and corrections that a second operator has to sign. */
import { type ReactNode, useCallback, useState } from 'react';
import { MatchRow } from './match-row.tsx';
import { type Queue, QueueDesk, QueueTable, useQueue } from './queue.tsx';
import type { DeskProps } from './workshop.tsx';
import './results.css';

export interface DeskResult {
  readonly measures?: Readonly<Record<string, readonly [number, number]>>;
  readonly void?: true;
}

export interface ListedMatch {
  readonly id: string;
  readonly league: string;
  readonly home: string;
  readonly away: string;
  readonly startsAt: number;
  readonly state: string;
  /** sim: the simulated feed plays it. */
  readonly source: string;
  readonly measures: Readonly<Record<string, readonly [number, number]>>;
  readonly wanted: readonly { readonly code: string; readonly name: string; readonly within?: string }[];
  /** In the knock-out of a cup: who goes on when `level` is level. */
  readonly level?: string;
  readonly deciders?: readonly { readonly code: string; readonly name: string }[];
  readonly offers: readonly {
    readonly game: string;
    readonly name: string;
    readonly code: string;
    readonly issue: string | null;
    readonly result: DeskResult | null;
    readonly paysAt: number | null;
    readonly progress: 'none' | 'waiting' | 'paying' | 'paid';
    readonly orders: number;
  }[];
  readonly correction: {
    readonly id: number;
    readonly result: DeskResult;
    readonly reason: string;
    readonly by: string;
    readonly at: number;
  } | null;
}

interface Listing {
  readonly now: number;
  /** The product's wall clock, ms after UTC. */
  readonly offsetMs: number;
  readonly day: string;
  readonly matches: readonly ListedMatch[];
  /** Issues that are on sale or not settled yet. */
  readonly issues: readonly {
    readonly game: string;
    readonly name: string;
    readonly issue: string;
    readonly closesAt: number;
    readonly orders: number;
  }[];
  /** Bets on who wins a cup, of editions that are not decided. */
  readonly outrights: readonly {
    readonly game: string;
    readonly name: string;
    readonly edition: string;
    readonly beginsAt?: number;
    readonly orders: number;
  }[];
}

const VIEWS = { open: '待录入', day: '按日期' } as const;

export function ResultsDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const [view, setView] = useState<keyof typeof VIEWS>('open');
  const [day, setDay] = useState('');
  const path = view === 'open' ? 'results?show=open' : `results?show=day${day === '' ? '' : `&day=${day}`}`;
  const queue = useQueue<Listing>(path, onLoggedOut);
  const { listing } = queue;
  const act = useAct(queue.act);
  return (
    <QueueDesk
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
      hint="派奖前可直接改正。派奖后的更正由一人提交、另一人在自己的登录中确认，差额以冲正分录入账。"
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
    </QueueDesk>
  );
}

type DoAct = (where: string, body: object, done: string) => Promise<boolean>;

/** An act on results; it stays the same while the queue's does. */
const useAct = (act: Queue<Listing>['act']): DoAct =>
  useCallback((where, body, done) => act({ path: `results/${where}`, body, done }), [act]);

interface Item {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  /** Of the act, below results/. */
  readonly path: string;
  readonly button: string;
  readonly label: string;
  readonly question: string;
  readonly done: string;
}

const issueOf = ({ game, name, issue, orders }: Listing['issues'][number]): Item => ({
  key: `${game} ${issue}`,
  name,
  note: `${issue} 期 · ${orders} 单待结算`,
  path: `issues/${game}/${issue}/cancel`,
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
    path: `outrights/${game}/${edition}/void`,
    button: '取消竞猜',
    label: `取消${name}竞猜（${of}）`,
    question: `赛事办不下去了？取消${name}竞猜（${of}）：尚未揭晓的选项全部退款，不能恢复。`,
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
        {items.map(({ key, name, note, path, button, label, question, done }) => (
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
                if (confirm(question)) void onAct(path, {}, done);
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
