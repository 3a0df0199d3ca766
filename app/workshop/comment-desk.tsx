/** Comments that players reported: what was written, by whom, why it was reported; take it down or let it stand. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { call } from './calls.ts';
import type { DeskProps } from './workshop.tsx';

interface ListedComment {
  readonly id: string;
  readonly kind: 'release' | 'hm';
  readonly reply: boolean;
  readonly text: string;
  readonly at: number;
  readonly userId: number;
  readonly userName: string;
  readonly takenBefore: number;
  readonly reasons: Readonly<Partial<Record<keyof typeof REASONS, number>>>;
}
interface Listing {
  /** The product's wall clock, ms after UTC: operators sit anywhere. */
  readonly offsetMs: number;
  readonly items: readonly ListedComment[];
}

const LOOK_MS = 5_000;
const VIEWS = { reported: '待处理', taken: '已撤下' } as const;
type View = keyof typeof VIEWS;
const REASONS = { abuse: '辱骂', fraud: '欺诈', advert: '广告', other: '其他' } as const;
const KINDS = { release: '宝单', hm: '合买' } as const;
const FORMAT = new Intl.DateTimeFormat('zh-CN', {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
});

export function CommentDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const [view, setView] = useState<View>('reported');
  const [by, setBy] = useState('');
  const [listing, setListing] = useState<Listing>();
  const [msg, setMsg] = useState('');

  const look = useCallback(async () => {
    const answer = await call<Listing>('GET', `comments?show=${view}`);
    if (answer.ok) setListing(answer.models);
    else if (answer.loggedOut) onLoggedOut();
    else setMsg(answer.msg);
  }, [view, onLoggedOut]);
  useEffect(() => {
    const first = setTimeout(() => void look());
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [look]);

  async function act(where: string, done: string): Promise<void> {
    if (by.trim() === '') return setMsg('请先填写管理员姓名');
    const answer = await call('POST', `comments/${where}`, { by: by.trim() });
    if (!answer.ok && answer.loggedOut) onLoggedOut();
    setMsg(answer.ok ? done : answer.msg);
    await look();
  }

  const items = listing?.items ?? [];
  return (
    <div className="desk desk--results">
      <nav className="files" aria-label="评论">
        {above(() => true)}
        <div className="switch" role="group" aria-label="看什么">
          {(Object.keys(VIEWS) as View[]).map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
              {VIEWS[each]}
            </button>
          ))}
        </div>
        <label>
          管理员姓名
          <input value={by} maxLength={40} placeholder="写入审计记录" onChange={(event) => setBy(event.target.value)} />
        </label>
        <p className="hint">撤下的评论谁也看不到，连同它的回复。保留之后，再有人举报会重新出现在这里。</p>
      </nav>
      <main className="results" aria-label={VIEWS[view]}>
        <p className="results__msg" role="status">
          {msg}
        </p>
        {listing === undefined ? null : items.length === 0 ? (
          <p className="results__none">{view === 'reported' ? '没有等待处理的举报' : '还没有撤下的评论'}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>时间</th>
                <th>玩家</th>
                <th>内容</th>
                <th>举报</th>
                {view === 'reported' ? <th>操作</th> : null}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>{FORMAT.format(item.at + listing.offsetMs)}</td>
                  <td>
                    <b>{item.userName}</b>
                    <small>
                      {item.userId}
                      {item.takenBefore > 0 ? ` · 此前撤下 ${item.takenBefore} 条` : ''}
                    </small>
                  </td>
                  <td className="comments__text">
                    {item.text}
                    <small>
                      {KINDS[item.kind]}
                      {item.reply ? '评论的回复' : '评论'}
                    </small>
                  </td>
                  <td>
                    {Object.entries(item.reasons).map(([why, count]) => (
                      <div key={why}>
                        {REASONS[why as keyof typeof REASONS]} {count}
                      </div>
                    ))}
                  </td>
                  {view === 'reported' ? (
                    <td className="results__acts">
                      <button type="button" className="button" onClick={() => void act(`${item.id}/take-down`, '已撤下')}>
                        撤下
                      </button>
                      <button type="button" className="button" onClick={() => void act(`${item.id}/keep`, '已保留')}>
                        保留
                      </button>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </main>
    </div>
  );
}
