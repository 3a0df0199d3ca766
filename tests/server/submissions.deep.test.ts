/**
 * The app's own client against a real server, over HTTP: whatever thumbs, tabs and the network do, one submission has one effect.
 * What was done is read from the server's answers alone: orders and balance of the player.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPlatform, type Environment, type Platform } from '../../app/platform/index.ts';
import { STATUS } from '../../protocol/status.ts';
import { realClock } from '../../engine/drivers/timers.ts';
import type { Submitted } from '../../engine/drivers/submissions.ts';
import { FakeEvents, memoryStorage } from '../app/platform/world.ts';
import { BRAND, BRAND_KEY } from './support/client.ts';
import { startServer, type TestServer } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

const BET = '/api/lottery/bet_szc';
const SCOPE = 'slip/ssq';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});

/** The fault on a bet's way. `deaf`: the answer is lost, and so is that of the query for the outcome. */
type Network = 'up' | 'answerLost' | 'requestLost' | 'deaf';

/** A phone: pages share its storage and its network. */
interface Phone {
  readonly local: ReturnType<typeof memoryStorage>;
  network: Network;
  /** Bets that left the phone, by key. */
  readonly sent: string[];
  readonly pages: Platform[];
}

let phone: Phone;
beforeEach(() => {
  phone = { local: memoryStorage(), network: 'up', sent: [], pages: [] };
  return () => {
    for (const page of phone.pages) page.close();
  };
});

/** Opens a page; a tab that was there before brings its session storage along. */
function open(tab = memoryStorage()): Platform {
  const environment: Environment = {
    async fetch(url, init) {
      const bet = url.includes(BET);
      if (bet) phone.sent.push((init.headers as Record<string, string>)['Idempotency-Key'] ?? '');
      if (bet && phone.network === 'requestLost') throw new TypeError('connection lost');
      const response = await fetch(`${server.base}${url}`, init);
      const lost = phone.network === 'deaf' ? bet || url.includes('/api/order/outcome') : bet && phone.network === 'answerLost';
      if (lost) throw new TypeError('connection lost');
      return response;
    },
    openEvents: (url) => new FakeEvents(url),
    localStorage: () => phone.local,
    sessionStorage: () => tab,
    clock: realClock,
    location: { protocol: 'http:', host: new URL(server.base).host, search: '' },
    signals: { search: '', androidBridge: false, iosBridge: false, iosStandalone: false, standalone: false },
    randomBytes: (count) => randomBytes(count),
    onStored: () => () => {},
    onWake: () => () => {},
  };
  const page = createPlatform({
    brand: { code: BRAND, signingKey: BRAND_KEY },
    environment,
    toast: () => {},
    navigate: () => {},
    setTab: () => {},
  });
  phone.pages.push(page);
  return page;
}

const name = () => `s${randomBytes(6).toString('hex')}`;

async function player(tab = memoryStorage(), username = name()): Promise<Platform> {
  const page = open(tab);
  expect(await page.register(username, 'secret-1')).toMatchObject({ ok: true });
  page.submissions.of(SCOPE);
  return page;
}

/** A bet of 2.00 on the issue on sale. */
function bet() {
  const { ticket, hash, amountFen } = singleBet(gameVersion(server, 'ssq'));
  return { call: BET, params: { ticket: JSON.stringify(ticket), hash, amountFen: String(amountFen) } };
}

/** What the server holds of the player: number of orders, and what they cost. */
async function heldBy(page: Platform): Promise<{ readonly orders: number; readonly spentFen: number }> {
  const orders = await page.call<{ items: readonly unknown[] }>('/api/order/list', {});
  const profile = await page.call<{ balanceFen: number }>('/api/UserCenter/QueryProfileList', {});
  if (!orders.ok || !profile.ok) throw new Error('the server does not say');
  return { orders: orders.models.items.length, spentFen: 1_000_000 - profile.models.balanceFen };
}

const orderOf = (submitted: Submitted): string | undefined =>
  submitted.state === 'accepted' ? (submitted.models as { orderId: string }).orderId : undefined;

it('a hundred taps at once place one bet', async () => {
  const page = await player();
  const all = await Promise.all(Array.from({ length: 100 }, () => page.submissions.submit(SCOPE, bet())));
  expect(all.filter(({ state }) => state === 'accepted')).toHaveLength(1);
  expect(all.filter(({ state }) => state === 'busy')).toHaveLength(99);
  expect([phone.sent.length, await heldBy(page)]).toEqual([1, { orders: 1, spentFen: 200 }]);
});

it('a hundred taps at once whose answers are lost place one bet, and the phone learns so', async () => {
  const page = await player();
  phone.network = 'answerLost';
  const all = await Promise.all(Array.from({ length: 100 }, () => page.submissions.submit(SCOPE, bet())));
  expect(all.filter(orderOf)).toHaveLength(1);
  expect([phone.sent.length, await heldBy(page)]).toEqual([1, { orders: 1, spentFen: 200 }]);
  expect(page.session.balanceFen).toBe(999_800);
});

it('the same slip from twenty tabs at once is one bet, and every tab gets it as its answer', async () => {
  const tab = memoryStorage();
  const first = await player(tab);
  const tabs = [first, ...Array.from({ length: 19 }, () => open(memoryStorage(tab.dump())))];
  expect(tabs.every(({ session }) => session.loggedIn)).toBe(true);
  for (const tab of tabs) tab.submissions.of(SCOPE);
  const all = await Promise.all(tabs.map((tab) => tab.submissions.submit(SCOPE, bet())));
  expect(new Set(all.map(orderOf)).size).toBe(1);
  expect(all.every(({ state }) => state === 'accepted')).toBe(true);
  expect([new Set(phone.sent).size, await heldBy(first)]).toEqual([1, { orders: 1, spentFen: 200 }]);
});

it('two tabs with different slips under one key: the server does one of the two, and both get its answer', async () => {
  const tab = memoryStorage();
  const one = await player(tab);
  const two = open(memoryStorage(tab.dump()));
  two.submissions.of(SCOPE);
  const first = one.submissions.submit(SCOPE, bet());
  // The second tab has not seen what the first one wrote.
  for (const key of Object.keys(phone.local.dump())) if (key.endsWith(SCOPE)) phone.local.removeItem(key);
  const other = bet();
  const { amountFen, ...params } = other.params;
  const twice = {
    ...params,
    ticket: JSON.stringify({ ...JSON.parse(params.ticket), multiplier: 2 }),
    amountFen: String(2 * Number(amountFen)),
  };
  const second = two.submissions.submit(SCOPE, { ...other, params: twice });
  const all = await Promise.all([first, second]);
  expect(new Set(all.map(orderOf)).size).toBe(1);
  const held = await heldBy(one);
  expect([held.orders, [200, 400].includes(held.spentFen)]).toEqual([1, true]);
});

it('after a lost request the phone learns that nothing was done, and the next try is the only bet', async () => {
  const page = await player();
  phone.network = 'requestLost';
  expect(await page.submissions.submit(SCOPE, bet())).toEqual({ state: 'refused', status: -1, msg: '' });
  expect(await heldBy(page)).toEqual({ orders: 0, spentFen: 0 });
  phone.network = 'up';
  expect(await page.submissions.submit(SCOPE, bet())).toMatchObject({ state: 'accepted' });
  expect([new Set(phone.sent).size, await heldBy(page)]).toEqual([2, { orders: 1, spentFen: 200 }]);
});

it('the page after a reload in flight asks for the bet and finds it', async () => {
  const tab = memoryStorage();
  const page = await player(tab);
  phone.network = 'deaf';
  void page.submissions.submit(SCOPE, bet());
  await expect.poll(() => page.submissions.of(SCOPE).getSnapshot().matches('doubt')).toBe(true);
  phone.network = 'up';
  const next = open(tab);
  const actor = next.submissions.of(SCOPE);
  await expect.poll(() => actor.getSnapshot().value).toBe('accepted');
  expect(phone.sent).toHaveLength(1);
  expect(await heldBy(next)).toEqual({ orders: 1, spentFen: 200 });
});

it('logged out in doubt, another player in between: that one bets for itself, and the first gets the answer when back', async () => {
  const username = name();
  const page = await player(memoryStorage(), username);
  phone.network = 'deaf';
  const first = page.submissions.submit(SCOPE, bet());
  await expect.poll(() => page.submissions.of(SCOPE).getSnapshot().matches({ doubt: 'waiting' })).toBe(true);
  page.logout();
  await page.register(name(), 'secret-1');
  phone.network = 'up';
  expect(await page.submissions.submit(SCOPE, bet())).toMatchObject({ state: 'accepted' });
  expect(await heldBy(page)).toEqual({ orders: 1, spentFen: 200 });
  page.logout();
  await page.login(username, 'secret-1');
  expect(await first).toMatchObject({ state: 'accepted' });
  expect([new Set(phone.sent).size, await heldBy(page)]).toEqual([2, { orders: 1, spentFen: 200 }]);
});

it('[L8] a bet that was refused because its game was off stays refused: a copy of it from another tab that comes later does nothing', async () => {
  const client = await server.client().register();
  const file = join(server.gamesDir, 'pl3.json');
  const text = readFileSync(file, 'utf8');
  const { ticket, hash, amountFen } = singleBet(gameVersion(server, 'pl3'));
  const key = randomBytes(16).toString('hex');
  const publish = async (content: string) => {
    writeFileSync(file, content);
    await server.context.publication.refresh();
    await server.context.games.refresh();
  };
  await publish(JSON.stringify({ ...JSON.parse(text), disabled: '维护中' }));
  const refused = await client.bet({ ticket, hash, amountFen, key });
  expect(refused).toMatchObject({ status: STATUS.disabled, msg: '维护中' });
  await publish(text);
  expect(await client.bet({ ticket, hash, amountFen, key })).toEqual(refused);
  // Another bet is another key.
  expect(await client.bet({ ticket, hash, amountFen })).toMatchObject({ status: STATUS.ok });
});
