// @vitest-environment happy-dom
/**
 * What an operator does on the queues of the workshop: nothing is paid by one press, a second press does nothing, an outage is said until it is
 * over, a list is never shown under the name of another, and figures that are being typed stay while somebody else sets others.
 */
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileList } from '../../app/workshop/file-list.tsx';
import { OperatorContext } from '../../app/workshop/operator.ts';
import type { ListedPayout } from '../../app/workshop/payout-desk.tsx';
import { PayoutRow } from '../../app/workshop/payout-row.tsx';
import { PayoutRulesForm } from '../../app/workshop/payout-rules.tsx';
import { QueueDesk, QueueForm, useQueue } from '../../app/workshop/queue.tsx';
import { useFolderChanges } from '../../app/workshop/use-folder-changes.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const CASHIER = { name: '王五', own: true, rights: ['withdrawals-decide'], setUpStep: false };
const answer = (models: unknown, status = 0, msg = '') => new Response(JSON.stringify({ status, models, msg }));
const out = () => {};

let element: HTMLElement;
let root: Root;
beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});
afterEach(async () => {
  await act(async () => root.unmount());
  element.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const render = (node: ReactNode) => act(async () => root.render(<OperatorContext value={CASHIER}>{node}</OperatorContext>));
const button = (name: string) => [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const click = (name: string) => act(async () => button(name)?.click());

const ITEM: ListedPayout = {
  id: 'w1',
  userId: 100_002,
  userName: 'player1',
  holder: '郑宁远',
  account: '招商银行 尾号 9187',
  newAccount: false,
  amountFen: 20_000,
  feeFen: 0,
  state: 'requested',
  stateText: '已申请',
  requestedAt: 0,
  endedAt: null,
  takenBy: null,
  mine: false,
  firstBy: null,
  firstIsMine: false,
  needsTwo: false,
  steps: [],
};
const Row = (props: { readonly item?: Partial<ListedPayout>; readonly by?: string; readonly onAct: () => Promise<boolean> }) => (
  <table>
    <tbody>
      <PayoutRow item={{ ...ITEM, ...props.item }} decides by={props.by ?? '王五'} offsetMs={0} onAct={props.onAct} onSay={out} />
    </tbody>
  </table>
);

it('pays only after a question that names amount, person and account', async () => {
  const onAct = vi.fn(async () => true);
  const asked = vi.fn<(question: string) => boolean>(() => false);
  vi.stubGlobal('confirm', asked);
  await render(<Row onAct={onAct} />);
  await click('通过');
  expect(asked.mock.lastCall?.[0]).toBe('打款 200.00 元到 郑宁远 的 招商银行 尾号 9187？打款后不能收回。');
  expect(onAct).not.toHaveBeenCalled();
  asked.mockReturnValue(true);
  await click('通过');
  expect(onAct).toHaveBeenCalledExactlyOnceWith('approve', {}, '已通过，正在打款');
  // Of two approvals the first pays nothing yet.
  await render(<Row item={{ needsTwo: true }} onAct={onAct} />);
  await click('通过');
  expect(asked.mock.lastCall?.[0]).toContain('另一位管理员也通过后打款');
  // Nobody is asked what he cannot do.
  asked.mockClear();
  await render(<Row by="" onAct={onAct} />);
  await click('通过');
  expect(asked).not.toHaveBeenCalled();
});

it('tells a registration of another year by its year', async () => {
  const sums = Object.fromEntries(['wallet', 'open', 'recharged', 'bonus', 'staked', 'won', 'paid'].map((name) => [`${name}Fen`, 0]));
  vi.stubGlobal('fetch', async () =>
    answer({ ...sums, registeredAt: Date.parse('2024-11-28T01:51:00Z'), boundAt: 0, earlier: 0, sentBack: 0 }),
  );
  await act(async () =>
    root.render(
      <OperatorContext value={{ ...CASHIER, rights: ['players-money'] }}>
        <Row onAct={async () => true} />
      </OperatorContext>,
    ),
  );
  await click('资料');
  await vi.waitFor(() => expect(element.textContent).toContain('2024'));
});

function Desk({ path = 'a' }: { readonly path?: string }) {
  const queue = useQueue<string>(path, out);
  return (
    <QueueDesk queue={queue} name="队列" above={null} views={{ a: 'A', b: 'B' }} view={path} onView={out} hint="" label="列表">
      {queue.listing}
      <button type="button" onClick={() => void queue.act({ path: 'x', done: '已完成' })}>
        做
      </button>
    </QueueDesk>
  );
}
const main = () => element.querySelector('main')?.textContent ?? '';

it('does not do a second time what is under way', async () => {
  const posts: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method }: { readonly method: string }) =>
    method === 'POST' ? new Promise<Response>((resolve) => posts.push(resolve)) : Promise.resolve(answer('列表')),
  );
  await render(<Desk />);
  await click('做');
  await click('做');
  expect(posts).toHaveLength(1);
  expect(main()).toContain('正在提交');
  await act(async () => posts[0]?.(answer(null)));
  expect(main()).toContain('已完成');
  await click('做');
  expect(posts).toHaveLength(2);
});

it('waits for no answer for ever, and says then that what was sent may be done', async () => {
  let ended: ((error: unknown) => void) | undefined;
  const signals: (AbortSignal | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { method, signal }: RequestInit) => {
    signals.push(signal ?? undefined);
    return method === 'POST' ? new Promise((_done, fail) => (ended = fail)) : Promise.resolve(answer('列表'));
  });
  await render(<Desk />);
  await click('做');
  await act(async () => ended?.(new DOMException('signal timed out', 'TimeoutError')));
  expect(main()).toContain('可能已经完成');
  expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true);
});

it('takes the second press of a double click for none, whatever row is under it by then', async () => {
  const posts = vi.fn();
  vi.stubGlobal('fetch', async (_: string, { method }: { readonly method: string }) => {
    if (method === 'POST') posts();
    return answer('列表');
  });
  await render(<Desk />);
  await act(async () => button('做')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })));
  await vi.waitFor(() => expect(main()).toContain('已完成'));
  await act(async () => button('做')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })));
  expect(posts).toHaveBeenCalledTimes(1);
});

it('says that the server is away for as long as it is, beside what was done before', async () => {
  vi.useFakeTimers();
  let up = true;
  vi.stubGlobal('fetch', async () => {
    if (!up) throw new TypeError('Failed to fetch');
    return answer('列表');
  });
  await render(<Desk />);
  await click('做');
  await act(() => vi.advanceTimersByTimeAsync(1));
  up = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(main()).toContain('已完成');
  expect(element.querySelector('[role=alert]')?.textContent).toContain('连不上服务器');
  expect(main()).toContain('列表');
  up = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(element.querySelector('[role=alert]')).toBeNull();
});

it('shows nothing of one list while another is read', async () => {
  vi.useFakeTimers();
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal('fetch', (address: string) => new Promise<Response>((resolve) => answers.set(address.slice(-1), resolve)));
  await render(<Desk path="a" />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(main()).toContain('正在读取');
  await act(async () => answers.get('a')?.(answer('待处理的')));
  expect(main()).toContain('待处理的');
  await render(<Desk path="b" />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(main()).not.toContain('待处理的');
  expect(main()).toContain('正在读取');
  await act(async () => answers.get('b')?.(answer('已结束的')));
  expect(main()).toContain('已结束的');
});

it('a form begins in its first field, ends with Escape, and gives the focus back', async () => {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          拒绝
        </button>
        {open ? (
          <QueueForm yes="确认" onSubmit={out} onCancel={() => setOpen(false)}>
            <input aria-label="原因" />
          </QueueForm>
        ) : null}
      </>
    );
  }
  await render(<Page />);
  button('拒绝')?.focus();
  await click('拒绝');
  expect(document.activeElement).toBe(element.querySelector('input'));
  await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(element.querySelector('form')).toBeNull();
  expect(document.activeElement).toBe(button('拒绝'));
});

it('keeps figures that are being typed while somebody else sets others, and sends these alone', async () => {
  const onSave = vi.fn(async () => true);
  const RULES = { paused: '', minFen: 1_000, maxFen: 5_000_000, timesADay: 3, opens: '00:00', closes: '24:00', feeBp: 0, feeMinFen: 0 };
  const all = {
    ...RULES,
    newAccountHours: 24,
    newAccountFen: 500_000,
    passwordHours: 24,
    codeFromFen: 0,
    secondOperatorFen: 2_000_000,
    approvedADayFen: 100_000_000,
    toFillTurnoverBp: 5_000,
    toFillBonusBp: 100,
    toFillBonusADayFen: 10_000,
  };
  const field = (label: string) =>
    [...element.querySelectorAll('label')]
      .find(({ textContent }) => textContent?.startsWith(label))
      ?.querySelector('input') as HTMLInputElement;
  await render(<PayoutRulesForm rules={all} onSave={onSave} />);
  await click('保存限额');
  expect(element.querySelector('[role=alert]')?.textContent).toBe('没有改动');
  await act(async () => {
    const input = field('单笔最低');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '20');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await render(<PayoutRulesForm rules={{ ...all, timesADay: 5 }} onSave={onSave} />);
  expect([field('单笔最低').value, field('每日次数').value]).toEqual(['20', '5']);
  await click('保存限额');
  expect(onSave).toHaveBeenCalledExactlyOnceWith({ minFen: 2_000 });
});

it('asks for the lists again when the server is back', async () => {
  vi.useFakeTimers();
  let up = false;
  vi.stubGlobal('fetch', async () => {
    if (!up) throw new TypeError('Failed to fetch');
    return answer({ changes: 'a-1' });
  });
  const changed = vi.fn();
  const Page = () => {
    useFolderChanges(changed);
    return null;
  };
  await render(<Page />);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(changed).not.toHaveBeenCalled();
  up = true;
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(changed).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(changed).toHaveBeenCalledOnce();
});

it('says of a list of files that it is read, and that there are none', async () => {
  const list = (files: readonly [] | undefined, drafts: readonly string[] = []) =>
    render(<FileList files={files} open={undefined} drafts={drafts} onOpen={out} />);
  await list(undefined);
  expect(element.textContent).toBe('正在读取');
  await list([]);
  expect(element.textContent).toBe('这里还没有文件');
  await list([], ['mine']);
  expect(element.textContent).toBe('mine新建的草稿');
});
