/** Results of matches: what waits for one, what was entered, and corrections that a second operator has to sign. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from './calls.ts';
import { MatchRow } from './match-row.tsx';
import type { DeskProps } from './workshop.tsx';

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
  readonly wanted: readonly { readonly code: string; readonly name: string; readonly within?: string }[];
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
}

const LOOK_MS = 5_000;

export function ResultsDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const [show, setShow] = useState<'open' | 'day'>('open');
  const [day, setDay] = useState('');
  const [by, setBy] = useState('');
  const [listing, setListing] = useState<Listing>();
  const [msg, setMsg] = useState('');
  const path = show === 'open' ? 'results?show=open' : `results?show=day${day === '' ? '' : `&day=${day}`}`;

  const look = useCallback(async () => {
    const answer = await call<Listing>('GET', path);
    if (answer.ok) setListing(answer.models);
    else if (answer.loggedOut) onLoggedOut();
    else setMsg(answer.msg);
  }, [path, onLoggedOut]);
  useEffect(() => {
    const first = setTimeout(() => void look());
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [look]);

  /** Does one thing, says what became of it, and looks again. */
  const act = useCallback(
    async (where: string, body: object, done: string): Promise<boolean> => {
      const answer = await call<null>('POST', `results/${where}`, body);
      if (!answer.ok && answer.loggedOut) onLoggedOut();
      setMsg(answer.ok ? done : answer.msg);
      await look();
      return answer.ok;
    },
    [look, onLoggedOut],
  );

  const matches = listing?.matches ?? [];
  return (
    <div className="desk desk--results">
      <nav className="files" aria-label="赛果">
        {above(() => true)}
        <div className="switch" role="group" aria-label="看哪些比赛">
          <button type="button" aria-pressed={show === 'open'} onClick={() => setShow('open')}>
            待录入
          </button>
          <button type="button" aria-pressed={show === 'day'} onClick={() => setShow('day')}>
            按日期
          </button>
        </div>
        {show === 'day' ? (
          <label>
            开赛日期
            <input type="date" value={day === '' ? (listing?.day ?? '') : day} onChange={(event) => setDay(event.target.value)} />
          </label>
        ) : null}
        <label>
          管理员姓名
          <input value={by} maxLength={40} placeholder="写入审计记录" onChange={(event) => setBy(event.target.value)} />
        </label>
        {listing === undefined || listing.issues.length === 0 ? null : (
          <section aria-label="期次">
            <h2>期次</h2>
            <ul className="results__issues">
              {listing.issues.map(({ game, name, issue, orders }) => (
                <li key={`${game} ${issue}`}>
                  <span>
                    {name}
                    <small>
                      {issue} 期 · {orders} 单待结算
                    </small>
                  </span>
                  <button
                    type="button"
                    className="button"
                    aria-label={`取消${name} ${issue} 期`}
                    onClick={() => {
                      if (confirm(`取消${name} ${issue} 期？${orders} 单将全额退款，不能恢复。`))
                        void act(`issues/${game}/${issue}/cancel`, {}, `${name} ${issue} 期已取消，正在退款`);
                    }}
                  >
                    取消本期
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="hint">派奖前可直接改正。派奖后的更正由一人提交、另一人在自己的登录中确认，差额以冲正分录入账。</p>
      </nav>
      <main className="results" aria-label="比赛">
        <p className="results__msg" role="status">
          {msg}
        </p>
        {listing !== undefined && matches.length === 0 ? (
          <p className="results__none">{show === 'open' ? '没有等待赛果的比赛' : '这一天没有比赛'}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>开赛</th>
                <th>联赛</th>
                <th>对阵</th>
                <th>销售</th>
                <th>赛果</th>
                <th>操作</th>
              </tr>
            </thead>
            <tbody>
              {matches.map((match) => (
                <MatchRow
                  key={match.id}
                  match={match}
                  now={listing?.now ?? 0}
                  offsetMs={listing?.offsetMs ?? 0}
                  by={by.trim()}
                  onAct={act}
                  onSay={setMsg}
                />
              ))}
            </tbody>
          </table>
        )}
      </main>
    </div>
  );
}
