/** The quiz in a browser: a question is looked at by a visitor, entered with points, closed, decided and paid; a file that is dropped in is asked. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { QuizQuestion } from '../../protocol/calls.ts';
import { Client } from '../server/support/client.ts';
import { checkAndPlay } from '../server/support/small.ts';
import { enterQuiz, scheduleFarFromClose, quizQuestions } from '../server/support/quiz.ts';
import { clippedTexts } from './support/clipped.ts';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

const PICTURES = 'test-results/quiz';
const ACT = '**/api/Activity/DoSSJCAct*';
const root = fileURLToPath(new URL('../..', import.meta.url));

test.use({ refusals: true });

let server: RunningServer;
test.beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  server = await startServer({ games: ['jsks'], schedules: { jsks: scheduleFarFromClose() }, clock: 1 });
});
test.afterAll(() => server?.stop());

/** Points come from play: one for each yuan. */
async function earn(client: Client): Promise<void> {
  const { status, msg } = await checkAndPlay(client, 'slm', [{ code: 'shoot', fen: 50_000 }]);
  expect(status, msg).toBe(0);
}

/** A question that is asked however soon its draw is. */
function dropIn(): void {
  mkdirSync(join(server.games, 'quiz'), { recursive: true });
  const text = readFileSync(join(root, 'games/quiz/k3daxiao.json'), 'utf8');
  writeFileSync(join(server.games, 'quiz/k3daxiao.json'), text.replace('"leastSeconds": 120', '"leastSeconds": 5'));
}

async function round(who: Client): Promise<QuizQuestion> {
  const { models } = await quizQuestions(who);
  return models.items.find(({ status }) => status === 'open') as QuizQuestion;
}

test('an entry of a quiz is taken once although its answer is lost, and a right entry is paid', async ({ page }) => {
  // Nothing is asked yet: a file that is dropped in is, without a restart.
  await page.goto(`${server.url}/Ssjc`);
  await expect(page.getByText('现在没有进行中的题目')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/none.png` });
  dropIn();
  await expect(page.getByText(/江苏快三第 \S+ 期，三颗骰子的点数之和是大还是小？/)).toBeVisible({ timeout: 60_000 });
  await page.screenshot({ path: `${PICTURES}/visitor.png` });
  await page.getByRole('button', { name: /^大/ }).click();
  await expect(page.getByRole('button', { name: '登录后参与' })).toBeVisible();

  const { client: me } = await newPlayer(page, server.url);
  await page.goto(`${server.url}/Ssjc`);
  await page.getByRole('button', { name: /^大/ }).click();
  // Without points the button says so, and nothing is sent.
  await expect(page.getByText('积分不足，还差 10')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/no-points.png` });
  await earn(me);
  const other = await (await new Client(server.url).sync()).register();
  await earn(other);
  const openQuestion = await round(other);
  expect((await enterQuiz(other, openQuestion.id, 'small', 40)).status).toBe(0);

  await page.reload();
  await page.getByRole('button', { name: /^大/ }).click();
  await expect(page.getByRole('radio', { name: /^大/ })).toBeChecked();
  await page.screenshot({ path: `${PICTURES}/entry.png` });
  await page.getByRole('button', { name: '50 积分', exact: true }).click();
  // The server takes it, and its answer never reaches the phone.
  let sent = 0;
  await page.route(ACT, async (route) => {
    await route.fetch();
    sent += 1;
    await route.abort();
  });
  await page.getByRole('button', { name: '投入 50 积分' }).click();
  await expect.poll(() => sent).toBe(1);
  await page.unroute(ACT);
  await expect(page.getByText('我投 50')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/entered.png`, fullPage: true });
  const records = await me.get<{ items: { points: number }[] }>('/api/Activity/DoSSJCActRecord');
  expect(records.models.items.map(({ points }) => points)).toEqual([50]);

  // A player takes one side of a question. A second entry adds to it.
  await page.getByRole('button', { name: /^小/ }).first().click();
  await expect(page.getByText('大，50 积分')).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.screenshot({ path: `${PICTURES}/again.png` });
  expect(await clippedTexts(page)).toEqual([]);

  await server.advance(Math.ceil(openQuestion.dueAt - me.now()) + 1_000);
  await page.goto(`${server.url}/betRecordSSJC`);
  await expect(page.getByText(/猜中|未中|已退回/).last()).toBeVisible();
  await expect(page.getByText(/开奖 \d \d \d/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/records.png` });
  await page
    .getByText(/江苏快三第/)
    .first()
    .click();
  await expect(page.getByText('返还')).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/over.png` });
  await page.goto(`${server.url}/Ssjc?view=ended`);
  await expect(page.getByText(/开奖 \d \d \d/)).toBeVisible();
  await page.screenshot({ path: `${PICTURES}/ended.png`, fullPage: true });
});

test('the screens of the quiz at 360 and 430 px, in the dark and with text twice as large', async ({ page }) => {
  const { client: me } = await newPlayer(page, server.url);
  await earn(me);
  dropIn();
  await expect.poll(async () => (await round(me))?.id, { timeout: 60_000 }).toBeTruthy();
  await enterQuiz(me, (await round(me)).id, 'big', 10);
  for (const [name, path] of [
    ['ssjc', '/Ssjc'],
    ['records', '/betRecordSSJC'],
  ] as const) {
    for (const [variant, width, dark, size] of [
      ['360', 360, false, '100%'],
      ['430', 430, false, '100%'],
      ['dark', 390, true, '100%'],
      ['large', 360, false, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.goto(`${server.url}${path}`);
      await expect(page.getByText(/江苏快三第/).first()).toBeVisible();
      await page.evaluate((each) => {
        document.documentElement.style.fontSize = each;
      }, size);
      await page.screenshot({ path: `${PICTURES}/${name}-${variant}.png`, fullPage: true });
      expect(await clippedTexts(page), `${name} ${variant}`).toEqual([]);
    }
  }
});
