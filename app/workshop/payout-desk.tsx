/** Review of withdrawals: the queue, what is known of a player, approving, refusing with a reason, and the figures that withdrawals follow. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { call } from './calls.ts';
import { PayoutRow } from './payout-row.tsx';
import { PayoutRulesForm } from './payout-rules.tsx';
import type { DeskProps } from './workshop.tsx';

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
  readonly items: readonly ListedPayout[];
}

const LOOK_MS = 5_000;
const VIEWS = { open: '待处理', ended: '已结束', rules: '限额' } as const;
type View = keyof typeof VIEWS;

export function PayoutDesk({ onLoggedOut, above }: DeskProps): ReactNode {
  const [view, setView] = useState<View>('open');
  const [by, setBy] = useState('');
  const [listing, setListing] = useState<Listing>();
  const [msg, setMsg] = useState('');
  const show = view === 'ended' ? 'ended' : 'open';

  const look = useCallback(async () => {
    const answer = await call<Listing>('GET', `payouts?show=${show}`);
    if (answer.ok) setListing(answer.models);
    else if (answer.loggedOut) onLoggedOut();
    else setMsg(answer.msg);
  }, [show, onLoggedOut]);
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
    async (method: 'POST' | 'PUT', where: string, body: object, done: string): Promise<boolean> => {
      if (by.trim() === '') {
        setMsg('请先填写管理员姓名');
        return false;
      }
      const answer = await call<{ waitsForSecond?: boolean } | null>(method, `payouts/${where}`, { ...body, by: by.trim() });
      if (!answer.ok && answer.loggedOut) onLoggedOut();
      if (answer.ok) setMsg(answer.models?.waitsForSecond ? '已通过一次，等待另一位管理员通过' : done);
      else setMsg(answer.msg);
      await look();
      return answer.ok;
    },
    [by, look, onLoggedOut],
  );

  const items = listing?.items ?? [];
  return (
    <div className="desk desk--results">
      <nav className="files" aria-label="提现">
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
        {listing === undefined ? null : (
          <dl className="payouts__figures">
            {show === 'open' ? (
              <>
                <dt>待处理</dt>
                <dd>{items.length} 笔</dd>
              </>
            ) : null}
            <dt>今日已通过</dt>
            <dd>
              {formatMoney(listing.approvedTodayFen)} / {formatMoney(Number(listing.rules.approvedADayFen))}
            </dd>
          </dl>
        )}
        <p className="hint">
          演示提现，不产生真实资金。单笔满 {formatMoney(Number(listing?.rules.secondOperatorFen ?? 0))} 元要由两位管理员在各自的登录中通过。
        </p>
      </nav>
      <main className="results" aria-label={VIEWS[view]}>
        <p className="results__msg" role="status">
          {msg}
        </p>
        {listing === undefined ? null : view === 'rules' ? (
          <PayoutRulesForm
            key={JSON.stringify(listing.rules)}
            rules={listing.rules}
            onSave={(rules) => act('PUT', 'rules', { rules }, '限额已更新，对新的申请立即生效')}
          />
        ) : items.length === 0 ? (
          <p className="results__none">{view === 'open' ? '没有等待审核的提现' : '还没有结束的提现'}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>申请</th>
                <th>玩家</th>
                <th>收款</th>
                <th className="payouts__amount">金额</th>
                <th>状态</th>
                <th>操作</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <PayoutRow
                  key={item.id}
                  item={item}
                  offsetMs={listing.offsetMs}
                  onAct={(where, body, done) => act('POST', `${item.id}/${where}`, body, done)}
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
