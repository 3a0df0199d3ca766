// @vitest-environment happy-dom
/** What the workshop shows to each role: the tabs of its rights and no others, and no call that would be refused and written down as an attempt. */
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { ROLES } from '../../protocol/desk/rights.ts';
import { ROLE } from '../../server/operator/rights.ts';
import { OperatorContext } from '../../app/workshop/operator.ts';
import { tabsOf, WORKSHOP_TABS } from '../../app/workshop/tabs-of.ts';
import { Workshop } from '../../app/workshop/workshop.tsx';

const PAYOUT = {
  id: '019a2b3c-0000-7000-8000-000000000001',
  userId: 200_001,
  userName: 'anna2026',
  holder: '张**',
  account: '工商银行 尾号 1234',
  newAccount: false,
  amountFen: 20_000,
  feeFen: 0,
  state: 'requested',
  stateText: '待审核',
  requestedAt: 1_700_000_000_000,
  endedAt: null,
  takenBy: null,
  mine: false,
  firstBy: null,
  firstIsMine: false,
  needsTwo: false,
  steps: [{ text: '已申请', at: 1_700_000_000_000, note: '', by: null }],
};
const PAYOUTS = { now: 0, offsetMs: 0, rules: { secondOperatorFen: 5_000_000, approvedADayFen: 0 }, approvedTodayFen: 0, items: [PAYOUT] };

let asked: string[] = [];
/** Opens the workshop of somebody with these rights and waits for a text of it. */
async function open(rights: readonly string[], until: string) {
  asked = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    const models = address.includes('/payouts') ? PAYOUTS : null;
    const status = models === null ? 9 : 0;
    return Promise.resolve(new Response(JSON.stringify({ status, models, msg: '' })));
  });
  const element = document.createElement('div');
  const root = createRoot(element);
  root.render(
    <OperatorContext value={{ name: '小王', own: true, rights, setUpStep: false }}>
      <Workshop onLoggedOut={() => {}} />
    </OperatorContext>,
  );
  const shows = (text: string) => vi.waitFor(() => expect(element.textContent).toContain(text));
  await shows(until);
  const buttons = (label: string) => [...element.querySelectorAll<HTMLElement>(`[aria-label="${label}"] button`)];
  return {
    element,
    names: (label: string) => buttons(label).map((button) => button.textContent),
    shows,
    tap: (text: string) => [...element.querySelectorAll('button')].find((button) => button.textContent === text)?.click(),
    close: () => root.unmount(),
  };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it('has a tab for what a role may do, and none beside it', async () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, tabsOf(ROLE[role].rights)]))).toEqual({
    viewer: ['payouts'],
    editor: Object.keys(WORKSHOP_TABS),
    cashier: ['payouts'],
    admin: Object.keys(WORKSHOP_TABS),
  });
  const referee = await open(['results', 'withdrawals', 'comments'], '赛果');
  expect(referee.names('编辑什么')).toEqual(['赛果', '提现', '评论']);
  referee.close();
  const viewer = await open(ROLE.viewer.rights, PAYOUT.userName);
  expect(viewer.names('编辑什么')).toEqual([]);
  // Neither the other parts' lists nor the problems of their files are asked for: that would be an attempt in the audit list.
  expect([...new Set(asked)]).toEqual(['/operator/api/payouts?show=open']);
  viewer.close();
});

it('shows a withdrawal without acts, amounts and limits to who may not have them', async () => {
  const viewer = await open(ROLE.viewer.rights, PAYOUT.userName);
  expect(viewer.names('看什么')).toEqual(['待处理', '已结束']);
  expect([...viewer.element.querySelectorAll('td button')].map((button) => button.textContent)).toEqual(['资料']);
  viewer.tap('资料');
  await viewer.shows('您的角色看不到金额');
  expect(viewer.element.textContent).toContain('已申请');
  expect(asked.filter((address) => address.includes(PAYOUT.id))).toEqual([]);
  viewer.close();
  const cashier = await open(ROLE.cashier.rights, PAYOUT.userName);
  expect(cashier.names('看什么')).toEqual(['待处理', '已结束']);
  expect([...cashier.element.querySelectorAll('td button')].map((button) => button.textContent)).toEqual(['资料', '审核', '通过', '拒绝']);
  expect(cashier.element.querySelector<HTMLInputElement>('label input')?.value).toBe('小王');
  cashier.close();
  const chief = await open([...ROLE.cashier.rights, 'withdrawals-rules'], PAYOUT.userName);
  expect(chief.names('看什么')).toEqual(['待处理', '已结束', '限额']);
  chief.close();
});

it('says where to go to who has nothing to do here', async () => {
  const nobody = await open([], '请到后台查看');
  expect(nobody.element.textContent).toContain('您的角色在工作台里没有可看的内容');
  expect(asked).toEqual([]);
  nobody.close();
});
