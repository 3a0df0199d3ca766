/** Review of withdrawals: the queue, what is known of a player, approving, refusing with a reason, and the figures that withdrawals follow. */
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { useRight } from './operator.ts';
import { PayoutRow } from './payout-row.tsx';
import { PayoutRulesForm } from './payout-rules.tsx';
import { QueueDesk, QueueTable, useQueue } from './queue.tsx';
import type { DeskProps } from './workshop.tsx';
import './payouts.css';

export interface ListedPayout {
  readonly id: string;
  readonly userId: number;
  readonly userName: string;
  readonly holder: string;
  readonly account: string;
  readonly newAccount: boolean;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly state: string;
  readonly stateText: string;
  readonly requestedAt: number;
  readonly endedAt: number | null;
  readonly takenBy: string | null;
  /** Taken in this session. */
  readonly mine: boolean;
  /** Who gave the first of two approvals. */
  readonly firstBy: string | null;
  readonly firstIsMine: boolean;
  readonly needsTwo: boolean;
  readonly steps: readonly { readonly text: string; readonly at: number; readonly note: string; readonly by: string | null }[];
}

export type DeskRules = Readonly<Record<string, number | string>>;

interface Listing {
  readonly now: number;
  /** The product's wall clock, ms after UTC. */
  readonly offsetMs: number;
  readonly rules: DeskRules;
  readonly approvedTodayFen: number;
  /** To be decided, and approved without an answer of the payer; all of them, listed or not. */
  readonly waiting: number;
  readonly paying: number;
  readonly items: readonly ListedPayout[];
}

const LISTS = { open: '待处理', ended: '已结束' } as const;
const VIEWS = { ...LISTS, rules: '限额' } as const;
type View = keyof typeof VIEWS;

export function PayoutDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const [view, setView] = useState<View>('open');
  const decides = useRight('withdrawals-decide');
  const rulesAreHis = useRight('withdrawals-rules');
  const show = view === 'ended' ? 'ended' : 'open';
  const queue = useQueue<Listing>(`payouts?show=${show}`, onLoggedOut);
  const { listing } = queue;
  const act = (method: 'POST' | 'PUT', where: string, body: object, done: string) =>
    queue.act({
      method,
      path: `payouts/${where}`,
      body,
      done: (models) =>
        (models as { readonly waitsForSecond?: boolean } | null)?.waitsForSecond ? '已通过一次，等待另一位管理员通过' : done,
      signed: true,
    });
  return (
    <QueueDesk
      queue={queue}
      name="提现"
      above={above}
      views={(rulesAreHis ? VIEWS : LISTS) as typeof VIEWS}
      view={view}
      onView={setView}
      side={listing === undefined ? null : <Figures listing={listing} open={show === 'open'} />}
      hint={`演示提现，不产生真实资金。单笔满 ${formatMoney(Number(listing?.rules.secondOperatorFen ?? 0))} 元要由两位管理员在各自的登录中通过。`}
      label={VIEWS[view]}
    >
      {listing === undefined ? null : view === 'rules' ? (
        <PayoutRulesForm rules={listing.rules} onSave={(rules) => act('PUT', 'rules', { rules }, '限额已更新，对新的申请立即生效')} />
      ) : (
        <QueueTable
          none={view === 'open' ? '没有等待审核的提现' : '还没有结束的提现'}
          columns={
            <>
              <th>申请</th>
              <th>玩家</th>
              <th>收款</th>
              <th className="queue__amount">金额</th>
              <th>状态</th>
              <th>操作</th>
            </>
          }
          rows={listing.items.map((item) => (
            <PayoutRow
              key={item.id}
              item={item}
              decides={decides}
              by={queue.by.trim()}
              offsetMs={listing.offsetMs}
              onAct={(where, body, done) => act('POST', `${item.id}/${where}`, body, done)}
              onSay={queue.say}
            />
          ))}
        />
      )}
    </QueueDesk>
  );
}

function Figures({ listing, open }: { readonly listing: Listing; readonly open: boolean }): ReactNode {
  return (
    <dl className="payouts__figures">
      {open ? (
        <>
          <dt>待审核</dt>
          <dd>{listing.waiting} 笔</dd>
          <dt>打款中</dt>
          <dd>{listing.paying} 笔</dd>
        </>
      ) : null}
      <dt>今日已通过</dt>
      <dd>
        {formatMoney(listing.approvedTodayFen)} / {formatMoney(Number(listing.rules.approvedADayFen))}
      </dd>
    </dl>
  );
}
