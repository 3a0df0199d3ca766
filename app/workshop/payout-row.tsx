/** A withdrawal on the desk: who asks, where it goes, what became of it so far, and what an operator can do with it now. */
import { type ReactNode, useState } from 'react';
import { formatMoney } from '../../engine/descriptions/format.ts';
import { call } from './calls.ts';
import { useRight } from './operator.ts';
import type { ListedPayout } from './payout-desk.tsx';
import { QueueForm } from './queue.tsx';

interface PayoutRowProps {
  readonly item: ListedPayout;
  /** Whether the operator may approve and refuse. */
  readonly decides: boolean;
  /** Name of the operator. */
  readonly by: string;
  /** The product's wall clock, ms after UTC: operators sit anywhere. */
  readonly offsetMs: number;
  readonly onAct: (where: string, body: object, done: string) => Promise<boolean>;
  readonly onSay: (msg: string) => void;
}

interface Facts {
  readonly registeredAt: number;
  readonly boundAt: number;
  readonly walletFen: number;
  readonly rechargedFen: number;
  readonly bonusFen: number;
  readonly paidFen: number;
  readonly stakedFen: number;
  readonly wonFen: number;
  readonly openFen: number;
  readonly earlier: number;
  readonly sentBack: number;
}

const PARTS = {
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'UTC',
} as const;
const FORMAT = new Intl.DateTimeFormat('zh-CN', PARTS);
/** What may be years ago. */
const LONG_FORMAT = new Intl.DateTimeFormat('zh-CN', { year: 'numeric', ...PARTS });

export function PayoutRow({ item, decides, by, offsetMs, onAct, onSay }: PayoutRowProps): ReactNode {
  const timeOf = (at: number): string => FORMAT.format(at + offsetMs);
  const seesMoney = useRight('players-money');
  const [more, setMore] = useState(false);
  const [facts, setFacts] = useState<Facts>();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const open = item.state === 'requested' || item.state === 'reviewing';
  const others = item.takenBy !== null && !item.mine;

  async function look(): Promise<void> {
    setMore(!more);
    if (more || !seesMoney) return;
    const answer = await call<Facts>('GET', `payouts/${item.id}`);
    if (answer.ok) setFacts(answer.models);
    else onSay(answer.msg);
  }

  /** Money goes out: it is asked about, since rows move up when one before them is done, and a second press would meet the next one. */
  function approve(): void {
    if (by === '') return onSay('请先填写管理员姓名');
    const of = `${formatMoney(item.amountFen)} 元到 ${item.holder} 的 ${item.account}`;
    const question = item.needsTwo && item.firstBy === null ? `通过 ${of}？另一位管理员也通过后打款。` : `打款 ${of}？打款后不能收回。`;
    if (confirm(question)) void onAct('approve', {}, '已通过，正在打款');
  }

  return (
    <>
      <tr>
        <td>{timeOf(item.requestedAt)}</td>
        <td>
          <b>{item.holder}</b>
          <small>
            {item.userName} · {item.userId}
          </small>
        </td>
        <td>
          {item.account}
          {item.newAccount ? <small>新账户</small> : null}
        </td>
        <td className="queue__amount">
          <b>{formatMoney(item.amountFen)}</b>
          {item.feeFen > 0 ? <small>手续费 {formatMoney(item.feeFen)}</small> : null}
        </td>
        <td>
          {item.stateText}
          {item.takenBy === null ? null : <small>{item.takenBy} 审核</small>}
          {item.needsTwo && open ? <small>{item.firstBy === null ? '大额，要两人通过' : `${item.firstBy} 已通过，等第二人`}</small> : null}
        </td>
        <td className="queue__acts">
          <button type="button" className="button" aria-expanded={more} onClick={() => void look()}>
            资料
          </button>
          {open && decides ? (
            <>
              <button
                type="button"
                className="button"
                disabled={item.mine}
                onClick={() => void onAct('take', {}, '已开始审核，玩家不能再撤回')}
              >
                {others ? '接手' : item.mine ? '审核中' : '审核'}
              </button>
              {item.mine ? (
                <button type="button" className="button" onClick={() => void onAct('release', {}, '已放回队列')}>
                  放回
                </button>
              ) : null}
              <button type="button" className="button button--primary" disabled={others || item.firstIsMine} onClick={approve}>
                通过
              </button>
              <button type="button" className="button" disabled={others} aria-expanded={refusing} onClick={() => setRefusing(!refusing)}>
                拒绝
              </button>
            </>
          ) : null}
        </td>
      </tr>
      {more ? (
        <tr className="queue__more">
          <td colSpan={6}>
            {seesMoney ? null : <p className="hint">您的角色看不到金额</p>}
            {facts === undefined ? null : (
              <dl className="payouts__facts" aria-label={`${item.holder} 的资料`}>
                {(
                  [
                    ['注册', LONG_FORMAT.format(facts.registeredAt + offsetMs)],
                    ['绑定收款账户', LONG_FORMAT.format(facts.boundAt + offsetMs)],
                    ['钱包', formatMoney(facts.walletFen)],
                    ['未完成流水', formatMoney(facts.openFen)],
                    ['累计充值', formatMoney(facts.rechargedFen)],
                    ['累计优惠', formatMoney(facts.bonusFen)],
                    ['累计投注', formatMoney(facts.stakedFen)],
                    ['累计派奖', formatMoney(facts.wonFen)],
                    ['累计提现', formatMoney(facts.paidFen)],
                    ['其他提现', `${facts.earlier} 笔，退回 ${facts.sentBack} 笔`],
                  ] as const
                ).map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            )}
            <ol className="payouts__steps">
              {item.steps.map((step) => (
                <li key={`${step.at} ${step.text}`}>
                  {timeOf(step.at)} {step.text}
                  {step.note === '' ? '' : `：${step.note}`}
                  {step.by === null ? '' : `（${step.by}）`}
                </li>
              ))}
            </ol>
          </td>
        </tr>
      ) : null}
      {refusing && open ? (
        <tr className="queue__more">
          <td colSpan={6}>
            <QueueForm
              yes="确认拒绝"
              onCancel={() => setRefusing(false)}
              onSubmit={() =>
                void onAct('refuse', { reason: reason.trim() }, '已拒绝，金额退回玩家钱包').then((done) => done && setRefusing(false))
              }
            >
              <label>
                拒绝原因（玩家会看到）
                <input required minLength={2} maxLength={100} value={reason} onChange={(event) => setReason(event.target.value)} />
              </label>
            </QueueForm>
          </td>
        </tr>
      ) : null}
    </>
  );
}
