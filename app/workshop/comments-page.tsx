/** Comments that players reported, with their writers and the reasons. An operator takes a comment down or keeps it. */
import { type ReactNode, useState } from 'react';
import type { deskComments } from '../../protocol/desk/comments.ts';
import type { DeskAnswer } from '../../protocol/desk/define.ts';
import { QueuePage, QueueTable, useQueue } from './queue.tsx';
import type { WorkshopPageProps } from './workshop.tsx';

type Listing = DeskAnswer<typeof deskComments>;

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

export function CommentsPage({ above }: WorkshopPageProps): ReactNode {
  const [view, setView] = useState<View>('reported');
  const queue = useQueue<Listing>(`comments?show=${view}`);
  const { listing } = queue;
  const act = (what: 'takedown' | 'keep', id: string, done: string) =>
    void queue.act({ path: `comment/${what}`, fields: { id }, done, signed: true });
  /** Asks first, because it cannot be undone. */
  const takeDown = ({ id, userName, text }: Listing['items'][number]): void => {
    if (queue.by.trim() === '') return queue.say('请先填写管理员姓名');
    if (confirm(`撤下 ${userName} 的评论“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”？评论及其回复将不再显示，不能恢复。`))
      act('takedown', id, '已撤下');
  };
  return (
    <QueuePage
      queue={queue}
      name="评论"
      above={above}
      views={VIEWS}
      view={view}
      onView={setView}
      hint="撤下的评论及其回复不再显示。保留后如再被举报，会重新出现在这里。"
      label={VIEWS[view]}
    >
      {listing === undefined ? null : (
        <QueueTable
          none={view === 'reported' ? '没有等待处理的举报' : '还没有撤下的评论'}
          columns={
            <>
              <th>时间</th>
              <th>玩家</th>
              <th>内容</th>
              <th>举报</th>
              {view === 'reported' ? <th>操作</th> : null}
            </>
          }
          rows={listing.items.map((item) => (
            <tr key={item.id}>
              <td>{FORMAT.format(item.at + listing.offsetMs)}</td>
              <td>
                <b>{item.userName}</b>
                <small>
                  {item.userId}
                  {item.takenBefore > 0 ? ` · 此前撤下 ${item.takenBefore} 条` : ''}
                </small>
              </td>
              <td className="queue__text">
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
                <td className="queue__acts">
                  <button type="button" className="button" onClick={() => takeDown(item)}>
                    撤下
                  </button>
                  <button type="button" className="button" onClick={() => act('keep', item.id, '已保留')}>
                    保留
                  </button>
                </td>
              ) : null}
            </tr>
          ))}
        />
      )}
    </QueuePage>
  );
}
