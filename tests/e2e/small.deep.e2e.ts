/** Small games in a browser: a gate, reels, dice by oneself and in a shared round, a lost answer, and the check of a play on the phone. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSmall } from '../server/support/small.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { clippedTexts } from './support/clipped.ts';
import { expect, newPlayer, test } from './support/test.ts';

const BET = '**/api/Activity/Bet_SmallGame*';
const OUTCOME = '**/api/order/outcome*';
const PICTURES = 'test-results/small';

test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  server = await startServer({ games: ['jlffc'], clock: 1 });
});
test.afterAll(() => server?.stop());

test('a gate is shot at, its play is checked on the phone, and a lost answer shows the same play after reopening', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ShootingDragonDoor/SLM`);
  await expect(page.getByRole('img', { name: /^左柱/ })).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/gate.png` });
  const left = await page.getByRole('img', { name: /^左柱/ }).getAttribute('aria-label');
  const right = await page.getByRole('img', { name: /^右柱/ }).getAttribute('aria-label');
  await page.getByRole('button', { name: '放弃，换门' }).click();
  await expect
    .poll(async () =>
      [
        await page.getByRole('img', { name: /^左柱/ }).getAttribute('aria-label'),
        await page.getByRole('img', { name: /^右柱/ }).getAttribute('aria-label'),
      ].join(),
    )
    .not.toBe([left, right].join());
  await page.getByRole('button', { name: /^射门/ }).click();
  await expect(page.getByRole('button', { name: '下一局' })).toBeVisible();
  await expect(page.getByText(/^(赢|输) /).first()).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/gate-over.png` });
  await page.getByText('公平验证：先公布指纹，后开奖').click();
  await page.getByRole('button', { name: '在本机验证' }).click();
  await expect(page.getByText(/种子与公布的指纹一致/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/gate-fair.png`, fullPage: true });

  await page.getByRole('button', { name: '下一局' }).click();
  // The server plays it, and its answer never reaches the phone.
  const sent: string[] = [];
  await page.route(BET, async (route) => {
    const answer = await route.fetch();
    sent.push(((await answer.json()) as { models: { result: string } }).models.result);
    await route.abort();
  });
  await page.route(OUTCOME, (route) => route.abort());
  await page.getByRole('button', { name: /^射门/ }).click();
  await expect.poll(() => sent.length).toBe(1);
  await page.goto('about:blank');
  await page.unroute(BET);
  await page.unroute(OUTCOME);
  await page.goto(`${server.url}/ShootingDragonDoor/SLM`);
  await expect(page.getByRole('button', { name: '下一局' })).toBeVisible();
  await expect(page.getByText(sent[0] as string)).toBeAttached();
  await page.goto(`${server.url}/betRecordSmallGame`);
  await expect(page.getByText(sent[0] as string)).toBeVisible();
  await expect(page.getByText(/→ .*(射中|射偏|撞柱)/)).toHaveCount(2);
  await page.screenshot({ path: `${PICTURES}/records.png` });

  // From the record a play is checked as well, also when the file has changed since: under the description that it was made under.
  const file = join(server.games, 'small/slm.json');
  const text = readFileSync(file, 'utf8');
  const changed = JSON.parse(text) as { gate: { odds: unknown[] } };
  changed.gate.odds = changed.gate.odds.slice(3);
  const checked = async () => {
    await page.getByText(/→ /).first().click();
    await page.getByRole('button', { name: '在本机验证' }).click();
    await expect(page.getByText(/种子与公布的指纹一致/)).toBeVisible();
    await page.screenshot({ path: `${PICTURES}/play.png` });
  };
  await checked();
  const before = await index();
  writeFileSync(file, JSON.stringify(changed));
  await expect.poll(index, { timeout: 20_000 }).not.toBe(before);
  await page.reload();
  await checked();
  writeFileSync(file, text);
  await expect.poll(index, { timeout: 20_000 }).toBe(before);
});

/** Hash of the gate that is published. */
async function index(): Promise<string | undefined> {
  const { documents } = (await (await fetch(`${server.url}/descriptions/index.json`)).json()) as {
    documents: Record<string, Record<string, string>>;
  };
  return documents.small?.slm;
}

test('an expired hand is dealt again, a player limit is named, and neither costs money', async ({ page }) => {
  const { client } = await newPlayer(page, server.url);
  await page.goto(`${server.url}/ShootingDragonDoor/SLM`);
  const posts = () =>
    page.getByRole('img', { name: /^[左右]柱/ }).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')).join());
  await expect(page.getByRole('img', { name: /^左柱/ })).toBeVisible();
  const balance = await page.getByText(/^余额/).textContent();
  const before = await posts();
  await server.advance(121_000);
  await page.getByRole('button', { name: /^射门/ }).click();
  await expect(page.getByText('本局已过期，未扣款，已重新发牌')).toBeVisible();
  await expect.poll(posts).not.toBe(before);
  await page.screenshot({ path: `${PICTURES}/gate-expired.png` });
  await expect(page.getByText(/^余额/)).toHaveText(balance ?? '');
  expect((await client.post('/api/Protection/SetLimit', { what: 'stake', period: 'day', limitFen: '1500' })).status).toBe(0);
  await page.getByRole('button', { name: /^射门/ }).click();
  await expect(page.getByText('超出您设定的今日投注上限 ¥15.00，还可投注 ¥15.00')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/gate-limit.png` });
  await expect(page.getByText(/^余额/)).toHaveText(balance ?? '');
});

test('a second slot machine that is dropped in has its page, its name and its bets', async ({ page }) => {
  const slot = JSON.parse(readFileSync(join(server.games, 'small/slot.json'), 'utf8')) as object;
  writeFileSync(join(server.games, 'small/slot2.json'), JSON.stringify({ ...slot, code: 'slot2', name: '海鲜机' }));
  await newPlayer(page, server.url);
  await expect(async () => {
    await page.goto(`${server.url}/SlotMachine/SLOT2`);
    await expect(page.getByRole('heading', { name: '海鲜机' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole('button', { name: '转一次 ¥0.50' }).click();
  await expect(page.getByText(/^(赢|输) |^不输不赢/).first()).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/second-slot.png` });
  await page.getByText('记录', { exact: true }).click();
  await expect(page.getByText('海鲜机').first()).toBeVisible();
  // The first machine is where it was.
  await page.goto(`${server.url}/SlotMachine`);
  await expect(page.getByRole('heading', { name: '水果机' })).toBeVisible();
});

test('reels stop one by one, and a series stops by itself or by hand', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/SlotMachine`);
  const spin = page.getByRole('button', { name: '转一次 ¥0.50' });
  // Where the thumb is: the button is there before, during and after a spin.
  // The row is measured: the button itself is smaller by a hair while it is pressed.
  const row = page.locator('.small-buttons').filter({ has: spin });
  const top = async () => (await row.boundingBox())?.y;
  const before = await top();
  await spin.click();
  await expect(page.locator('.reels__reel--moving').first()).toBeVisible();
  expect(await top()).toBe(before);
  await page.screenshot({ path: `${PICTURES}/reels-moving.png` });
  await expect(page.getByText(/^(赢|输) |^不输不赢/).first()).toBeVisible();
  expect(await top()).toBe(before);
  await expect(page.locator('.reels__reel--moving')).toHaveCount(0);
  await page.screenshot({ path: `${PICTURES}/reels.png`, fullPage: true });
  // The answer of a spin is lost: the same spin is shown after reopening, and there is no second.
  const sent: string[] = [];
  await page.route(BET, async (route) => {
    const answer = await route.fetch();
    sent.push(((await answer.json()) as { models: { result: string } }).models.result);
    await route.abort();
  });
  await page.route(OUTCOME, (route) => route.abort());
  await page.getByRole('button', { name: '转一次 ¥0.50' }).click();
  await expect.poll(() => sent.length).toBe(1);
  await page.goto('about:blank');
  await page.unroute(BET);
  await page.unroute(OUTCOME);
  await page.goto(`${server.url}/SlotMachine`);
  await expect(page.getByText(sent[0] as string)).toBeAttached();
  // The next one is one tap away, with the stake that stood there; the page is closed while its reels turn, and they turn again after reopening.
  const answered = page.waitForResponse(BET);
  await page.getByRole('button', { name: '转一次 ¥0.50' }).click();
  const { models } = (await (await answered).json()) as { models: { result: string } };
  await page.goto('about:blank');
  await page.goto(`${server.url}/SlotMachine`);
  await expect(page.locator('.reels__reel--moving').first()).toBeVisible();
  await expect(page.getByText(models.result)).toBeAttached();
  await page.reload();
  await expect(page.getByRole('button', { name: '转一次 ¥0.50' })).toBeEnabled();
  await expect(page.locator('.reels__reel--moving')).toHaveCount(0);
  await page.goto(`${server.url}/betRecordSmallGame`);
  await expect(page.getByText(/ \/ /)).toHaveCount(3);
  await page.goto(`${server.url}/SlotMachine`);
  await page.getByText('自动转', { exact: true }).click();
  // A win would stop it before the hand does.
  await page.getByLabel('赢了就停').uncheck();
  await page.getByRole('button', { name: '转 10 次' }).click();
  await page.getByRole('button', { name: '停止自动' }).click();
  await expect(page.getByRole('button', { name: '转一次 ¥0.50' })).toBeEnabled();
  await page.getByText(/^赔付表/).click();
  await expect(page.getByText('15,565/16,384')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/reels-pays.png`, fullPage: true });
});

test('dice: chips on the board, a roll by oneself, and bets in a shared round that is settled', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/LYB/LYB`);
  await page.getByRole('button', { name: /^鱼 赔/ }).click();
  await page.getByRole('button', { name: /^大/ }).click();
  await page.getByRole('button', { name: '加倍' }).click();
  await page.screenshot({ path: `${PICTURES}/dice.png`, fullPage: true });
  await page.getByRole('button', { name: '摇骰 ¥4.00' }).click();
  await expect(page.getByText(/^(赢|输) |^不输不赢/).first()).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/dice-over.png` });
  await page.goto(`${server.url}/LYB/LYB30`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/还可下注 (1\d|2\d) 秒/)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
  await page.getByRole('button', { name: /^大/ }).click();
  await page.getByRole('button', { name: /^小/ }).click();
  await page.getByRole('button', { name: '下注 ¥2.00' }).click();
  await expect(page.getByText('已下注，开出后自动派奖')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/round.png`, fullPage: true });
  await server.advance(31_000);
  await page.goto(`${server.url}/betRecordSmallGame`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/，共 \d+/).first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
});

test('every small game fits 360 and 430 px, doubled text and dark colours', async ({ page }) => {
  await newPlayer(page, server.url);
  for (const [name, path] of [
    ['gate', '/ShootingDragonDoor/SLM'],
    ['reels', '/SlotMachine'],
    ['dice', '/LYB/LYB'],
  ] as const) {
    for (const width of [360, 430]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(server.url + path);
      await expect(page.getByText(/^公平/)).toBeVisible();
      expect(await clippedTexts(page), `${name} ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.screenshot({ path: `${PICTURES}/${name}-dark-200.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

test('a gate that deals pairs: one side of a pair is played, or the pair is given up', async ({ page }) => {
  const file = join(server.games, 'small/slm.json');
  const text = readFileSync(file, 'utf8');
  const game = JSON.parse(text) as { gate: object };
  const pays = ['11.5', '5.25', '3.166', '2.125', '1.5', '1.083', '0.785', '0.562', '0.388', '0.25', '0.136', '0.041'];
  const before = await index();
  writeFileSync(file, JSON.stringify({ ...game, gate: { ...game.gate, pairs: pays.map((each, at) => ({ ranks: at + 1, pays: each })) } }));
  await expect.poll(index, { timeout: 20_000 }).not.toBe(before);
  const { client } = await newPlayer(page, server.url);
  /** Skips hands until one is a pair with both sides: one in seventeen is a pair. */
  const dealPair = async () => {
    for (let hand = (await checkSmall(client, 'slm')).models; ; hand = (await checkSmall(client, 'slm', hand.offer.play)).models) {
      const ranks = (hand.offer.posts ?? []).map((card) => Math.floor(card / 4));
      if (ranks[0] === ranks[1] && ranks[0] !== 0 && ranks[0] !== 12) return;
    }
  };
  await dealPair();
  await page.goto(`${server.url}/ShootingDragonDoor/SLM`);
  await expect(page.getByText('同点：猜第三张更大还是更小')).toBeVisible();
  await expect(page.getByRole('button', { name: /^射门/ })).toHaveCount(0);
  await page.screenshot({ path: `${PICTURES}/pair.png`, fullPage: true });
  expect(await clippedTexts(page)).toEqual([]);
  // Given up: another hand, and nothing is taken.
  const balance = await page.getByText(/^余额/).textContent();
  const posts = () =>
    page.getByRole('img', { name: /^[左右]柱/ }).evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')).join());
  const dealt = await posts();
  await page.getByRole('button', { name: '放弃，换门' }).click();
  await expect.poll(posts).not.toBe(dealt);
  await expect(page.getByText(/^余额/)).toHaveText(balance ?? '');

  await dealPair();
  await page.reload();
  await page.getByRole('button', { name: /^比大/ }).click();
  await expect(page.getByRole('button', { name: '下一局' })).toBeVisible();
  await expect(page.getByText(/→ \S+ (大|小|撞柱)/).first()).toBeAttached();
  await page.screenshot({ path: `${PICTURES}/pair-over.png`, fullPage: true });
  await page.getByText('公平验证：先公布指纹，后开奖').click();
  await page.getByRole('button', { name: '在本机验证' }).click();
  await expect(page.getByText(/种子与公布的指纹一致/)).toBeVisible();
  await page.goto(`${server.url}/betRecordSmallGame?game=slm`);
  await expect(page.getByText(/比大 ¥\d/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/pair-record.png` });
  writeFileSync(file, text);
  await expect.poll(index, { timeout: 20_000 }).toBe(before);
});
