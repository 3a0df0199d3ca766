// @vitest-environment happy-dom
/** Pages of the player's own: their texts about a nickname that costs a card, an incomplete profile, and the reward of a check-in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fundToday } from '../../../protocol/calls/fund.ts';
import { fundSummary } from '../../../protocol/calls/fund-summary.ts';
import { profileExample } from '../../../protocol/calls/member.ts';
import type { RawBlock, ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { loadBlocks } from './examples/draw.tsx';
import { okAnswer, type TestHost, testHost } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

const ROOT = join(import.meta.dirname, '../../..');
const screenOf = (code: string) => JSON.parse(readFileSync(join(ROOT, `app/descriptions/screens/${code}.json`), 'utf8')) as ScreenDocument;
const open = (code: string, host: TestHost, query: Readonly<Record<string, string>> = {}): Promise<HTMLElement> => {
  const screen = screenOf(code);
  return showScreen(host, screen.blocks as readonly RawBlock[], screen, query);
};
const withProfile = (change: object) =>
  testHost({ '/api/UserCenter/QueryProfileList': () => okAnswer({ ...profileExample, ...change }) }, { now });
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-22T10:00:00+08:00');
const now = () => NOW;
const textOf = (ms: number): string => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 10);
const regions: unknown = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/lists/regions.json'), 'utf8'));

beforeAll(loadBlocks);
afterEach(clear);

it('a nickname that was changed lately says when it is free again, and leads to where the card for it is', async () => {
  const host = withProfile({ nextFreeAt: NOW + 9 * DAY, renameCards: 0 });
  const element = await open('setUserName', host);
  expect(element.textContent).toMatch(/没有改名卡，\d{4}-\d\d-\d\d 起可以免费修改/);
  expect(button(element, '保存').disabled).toBe(true);
  await press(button(element, '去商城换改名卡'));
  expect(host.moves).toEqual(['/Store']);
});

it('a player with a card sees that it is used', async () => {
  const element = await open('setUserName', withProfile({ nextFreeAt: NOW + 9 * DAY, renameCards: 2 }));
  expect(button(element, '用一张改名卡保存').disabled).toBe(false);
  expect(element.textContent).toContain('改名卡 2 张');
  expect(element.textContent).not.toContain('去商城');
});

it('once the time is over it is free, and nothing speaks of cards that are needed', async () => {
  const element = await open('setUserName', withProfile({ nextFreeAt: NOW - DAY, renameCards: 0 }));
  expect(element.textContent).toContain('现在可以免费修改一次');
  expect(button(element, '保存').disabled).toBe(false);
});

it('a profile that is not whole says of each step what it brings and which is next', async () => {
  const missing = [
    { name: '手机', to: '/BindCellphone', reward: '得 100 成长值' },
    { name: '资金密码', to: '/changePwd?tab=fund', reward: '得 50 成长值' },
  ];
  const host = withProfile({ missing });
  const element = await open('completeInfo', host);
  const steps = [...element.querySelectorAll('.steps li')].map((step) => [step.textContent, step.getAttribute('aria-current')]);
  expect(steps.map(([text]) => text)).toEqual([
    expect.stringContaining('已设置'),
    expect.stringContaining('得 100 成长值'),
    expect.stringContaining('已认证'),
    expect.stringContaining('得 50 成长值'),
  ]);
  expect(steps.map(([, current]) => current)).toEqual([null, 'step', null, null]);
  await press(button(element, '下一步：手机'));
  expect(host.moves).toEqual(['/BindCellphone']);
});

it('a check-in says all that it brought, cards too', async () => {
  const messages: string[] = [];
  const record = { today: '2026-11-22', done: false, days: [], streak: 6, longest: 6, next: { days: 7, left: 1, reward: '50 积分' } };
  const host = testHost(
    {
      '/api/UserCenter/QueryUserCheckinRecord': () => okAnswer({ ...record, cardsLeft: 0, makeUpsLeft: 3, rules: [] }),
      '/api/UserCenter/Checkin': () => okAnswer({ points: 55, reward: '55 积分、补签卡 ×1', streak: 7, balancePoints: 90 }),
    },
    { toast: (text) => void messages.push(text) },
  );
  await press(button(await open('CheckInCalendar', host), '签到'));
  expect(messages).toContain('签到成功，获得 55 积分、补签卡 ×1');
});

it('a day of another month cannot be made up, and says so; without a card the shop has some', async () => {
  const [today, month] = [textOf(NOW), textOf(NOW).slice(0, 7)];
  const before = textOf(NOW - 40 * DAY);
  const record = { today, done: true, days: [], streak: 1, longest: 6, next: null, cardsLeft: 0, makeUpsLeft: 3, rules: [] };
  const host = testHost({ '/api/UserCenter/QueryUserCheckinRecord': () => okAnswer(record) }, { now });
  const element = await open('CheckInCalendar', host, {});
  const choose = (day: string) => press(element.querySelector(`[data-day="${day}"]`) as HTMLElement);
  await choose(`${month}-01`);
  expect(button(element, `补签 ${month}-01`).disabled).toBe(true);
  expect(element.textContent).toContain('补签卡不足');
  await press(button(element, '去商城换补签卡'));
  expect(host.moves).toEqual(['/Store']);
  while (element.querySelector(`[data-day="${before}"]`) === null) await press(button(element, '上一月'));
  await choose(before);
  expect(button(element, `补签 ${before}`).disabled).toBe(true);
  expect(element.textContent).toContain('只能补签本月的日期');
});

it('the place and the branch of a card are changed without binding it again', async () => {
  const card = { id: 'c1', bankName: '招商银行', last4: '1234', cardType: 'debit', holderMask: '张**', isDefault: true, usableAt: 0 };
  const items = [{ ...card, province: '44', city: '4403', branch: '科技园支行' }];
  const host = testHost(
    { '/api/BankCard/WalletList': () => okAnswer({ items, holderMask: '张**', max: 5 }), '/api/BankCard/SetWallet': () => okAnswer({}) },
    { loadDocument: async () => regions as never },
  );
  const element = await open('bankManagement', host);
  expect(element.textContent).toContain('储蓄卡 · 张** · 科技园支行');
  await press(element.querySelector('.swipe__menu') as HTMLElement);
  await press(button(element, '改开户行'));
  await setField(element, 'input[name="branch"]', '福田支行');
  await press(button(element, '保存'));
  expect(host.calls.at(-2)).toEqual({
    path: '/api/BankCard/SetWallet',
    params: { id: 'c1', province: '44', city: '4403', branch: '福田支行' },
  });
});

it('the wallet lists the parts of its sum: money at companies of games, and held money', async () => {
  const summary = { ...fundSummary.example.models, heldFen: 20_000, frozenFen: 600, yuebaoFen: 5_000, totalFen: 1_105_600 };
  const host = testHost({
    '/api/fund/Summary': () => okAnswer(summary),
    '/api/UserCenter/QueryProfileList': () => okAnswer(profileExample),
  });
  const element = await open('walletManagement', host);
  expect(element.textContent).toMatch(/转账中心¥300\.00/);
  expect(element.textContent).toMatch(/冻结射龙门押金和定制跟单预付[^0-9]*¥6\.00/);
});

it('the day on 我的 says that a refund is in what was won or lost: stakes and prizes alone do not add up to it', async () => {
  const today = (refundFen: number) => ({ stakeFen: 107_900, refundFen, prizeFen: 4_000, netFen: 4_000 + refundFen - 107_900 });
  const labels = async (refundFen: number) => {
    const element = await open('mine', testHost({ [fundToday.path]: () => okAnswer(today(refundFen)) }, { now }));
    const figureLabels = [...element.querySelectorAll('.profile__figures dt')].map(({ textContent }) => textContent);
    await clear();
    return figureLabels;
  };
  expect(await labels(4_000)).toEqual(['今日投注', '今日中奖', '盈亏（含退款）']);
  expect(await labels(0)).toEqual(['今日投注', '今日中奖', '今日盈亏']);
});

it.each(['login', 'realInfo'])('%s leads to 在线客服, which its refusals send to', async (code) => {
  const host = testHost({ '/api/UserCenter/Security': () => okAnswer({}) }, { now });
  const element = await open(code, host);
  await press(button(element, '在线客服'));
  expect(host.moves).toEqual(['menu:Kefu']);
});
