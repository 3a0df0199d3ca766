/** Outcomes of slips and the multiplier: a receipt is of its own ticket, an outcome finds its player, and nothing is multiplied unseen. */
import type { Page, Route } from '@playwright/test';
import { choosePlay } from './support/play.ts';
import { expect, newPlayer, test } from './support/test.ts';

const BET = '**/api/lottery/bet_szc*';

const placed = (page: Page) => page.getByRole('dialog', { name: '投注成功' });
const lines = (page: Page) => page.getByRole('list', { name: '投注单号码' }).getByRole('listitem');

/** One random bet onto the slip, from the board. */
async function pick(page: Page): Promise<void> {
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: /^确定/ }).click();
  await expect(page).toHaveURL(/NumConfirmation/);
}

/** Something that happens once, and is waited for. */
function once(): { readonly happened: Promise<void>; readonly happen: () => void } {
  let happen = (): void => {};
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen };
}

/** Holds the next bet back until `go` is called; `sent` resolves when it has left the phone. */
async function holdBet(page: Page): Promise<{ readonly sent: Promise<void>; readonly go: () => void }> {
  const [gate, sent] = [once(), once()];
  await page.route(BET, async (route: Route) => {
    sent.happen();
    await gate.happened;
    await route.continue();
  });
  return { sent: sent.happened, go: gate.happen };
}

test('a receipt closes when the player goes back, and the next slip opens without it, also after a reload', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await expect(placed(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/ssq$/);
  await expect(placed(page)).toBeHidden();
  await pick(page);
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: '确认投注' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('closing the receipt shows the slip below it, and 继续投注 leads to the board', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await placed(page).getByRole('button', { name: '关闭' }).click();
  await expect(placed(page)).toBeHidden();
  await expect(page).toHaveURL(/NumConfirmation/);
  await expect(page.getByText('投注单里还没有号码')).toBeVisible();
  await page.getByRole('button', { name: '自选号码' }).click();
  await pick(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await placed(page).getByRole('button', { name: '继续投注' }).click();
  await expect(page).toHaveURL(/\/ssq$/);
});

test('a player who goes back in flight sees the outcome over the page, and the next slip is unchanged', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  const bet = await holdBet(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await bet.sent;
  await page.goBack();
  await expect(page).toHaveURL(/\/ssq$/);
  await pick(page);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: '上一单提交中' })).toBeVisible();
  bet.go();
  await expect(placed(page)).toContainText('双色球');
  await expect(lines(page)).toHaveCount(1);
  await placed(page).getByRole('button', { name: '查看订单' }).click();
  await expect(page).toHaveURL(/orderDetails\?orderId=/);
  await expect(placed(page)).toBeHidden();
  await page.goBack();
  await expect(lines(page)).toHaveCount(1);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the outcome of a bet whose page is gone appears on the next page', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  const landed = once();
  await page.route(BET, async (route) => {
    await route.fetch();
    landed.happen();
  });
  await page.getByRole('button', { name: '确认投注' }).click();
  await landed.happened;
  await page.goto(`${shared.url}/betRecord`);
  await expect(placed(page)).toContainText('双色球');
  await placed(page).getByRole('button', { name: '知道了' }).click();
  await expect(placed(page)).toBeHidden();
});

test('a receipt that waits until the player has stopped typing is not lost with its page', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  const bet = await holdBet(page);
  await page.getByRole('button', { name: '确认投注' }).click();
  await bet.sent;
  await page.goBack();
  // A board has no field of its own while a line is on the slip.
  await expect(page.getByRole('button', { name: /^投注单/ })).toBeVisible();
  await page.evaluate(() => {
    const field = document.createElement('input');
    document.body.append(field);
    field.focus();
  });
  const answered = page.waitForResponse(BET);
  bet.go();
  await answered;
  // The lines leave the slip with the answer.
  await expect(page.getByRole('button', { name: /^投注单/ })).toHaveCount(0);
  await expect(placed(page)).toBeHidden();
  await page.goto(`${shared.url}/betRecord`);
  await expect(placed(page)).toContainText('双色球');
  await placed(page).getByRole('button', { name: '知道了' }).click();
  await page.goto(`${shared.url}/ssq`);
  await pick(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Puts a finger down in the middle of a place, as a phone reports it, and lifts it when the returned function is called. */
async function touch(page: Page, place: { x: number; y: number; width: number; height: number } | null): Promise<() => Promise<void>> {
  if (!place) throw new Error('no such place');
  const fingers = await page.context().newCDPSession(page);
  const point = { x: place.x + place.width / 2, y: place.y + place.height / 2 };
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  return async () => void (await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }));
}

test('a sheet that opens under a finger is not dismissed by lifting it', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  const told = async (open: () => Promise<void>) => {
    await pick(page);
    const bet = await holdBet(page);
    await page.getByRole('button', { name: '确认投注' }).click();
    await bet.sent;
    await page.goBack();
    await expect(page).toHaveURL(/\/ssq$/);
    await open();
    bet.go();
    await expect(placed(page).getByRole('button', { name: '知道了' })).toBeVisible();
  };
  await told(async () => {});
  const button = await placed(page).getByRole('button', { name: '知道了' }).boundingBox();
  await placed(page).getByRole('button', { name: '知道了' }).click();
  // The next one opens while a finger rests where its button comes to stand.
  let lift = async (): Promise<void> => {};
  await told(async () => {
    lift = await touch(page, button);
  });
  // Some browsers give the click of the finger to what is under it when it lifts.
  await placed(page).getByRole('button', { name: '知道了' }).dispatchEvent('click', { detail: 1 });
  await lift();
  await expect(placed(page)).toBeVisible();
  await placed(page).getByRole('button', { name: '知道了' }).tap();
  await expect(placed(page)).toBeHidden();
});

test('长按投注 fills the button while it is held, and is not offered where it opens the slip', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  const button = page.getByRole('button', { name: /^确定/ });
  await expect(button).toContainText('长按投注');
  const filled = () => button.evaluate((element) => new DOMMatrix(getComputedStyle(element, '::after').transform).a);
  expect(await filled()).toBe(0);
  const lift = await touch(page, await button.boundingBox());
  await expect.poll(filled).toBeGreaterThan(0);
  await expect(placed(page)).toBeVisible();
  await lift();
  await expect(placed(page)).toBeVisible();
  await placed(page).getByRole('button', { name: '继续投注' }).tap();
  await expect(placed(page)).toBeHidden();
  await pick(page);
  await page.getByRole('button', { name: '自选号码' }).click();
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await expect(button).toBeVisible();
  await expect(button).not.toContainText('长按投注');
});

test('lifting the finger from 确定 does not close the receipt', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssq`);
  await page.getByRole('button', { name: '机选', exact: true }).click();
  const button = await page.getByRole('button', { name: /^确定/ }).boundingBox();
  if (!button) throw new Error('no button');
  await page.mouse.move(button.x + button.width / 2, button.y + button.height / 2);
  await page.mouse.down();
  await expect(placed(page)).toBeVisible();
  // The click of a finger that lifts where 继续投注 has come to stand.
  await placed(page).getByRole('button', { name: '继续投注' }).dispatchEvent('click', { detail: 1 });
  await page.mouse.up();
  await expect(placed(page)).toBeVisible();
  await placed(page).getByRole('button', { name: '继续投注' }).click();
  await expect(placed(page)).toBeHidden();
});

test('the multiplier of the board changes neither the slip nor the price of a chase', async ({ page, shared }) => {
  await newPlayer(page, shared.url);
  await page.goto(`${shared.url}/ssc/jlffc`);
  await choosePlay(page, '前三直选');
  // A multiplier without a bet is of no bet.
  await page.getByRole('button', { name: '加一倍' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^倍数/ })).toHaveValue('1');
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await page.getByRole('button', { name: /^确定/ }).click();
  await expect(page).toHaveURL(/confirmationSSC/);
  await page.getByRole('switch', { name: '追号' }).click();
  await page.getByRole('button', { name: '追 5 期 · ¥10.00' }).click();
  await expect(page.getByText('追 5 期 · 共 5 倍 · 中奖即停')).toBeVisible();
  await page.getByRole('button', { name: '自选号码' }).click();
  await expect(page.getByText('追 5 期 · 共 5 倍', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: '加一倍' })).toHaveCount(0);
  // What the next bet adds is what the board says.
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await expect(page.getByText('1 注 · ¥10')).toBeVisible();
  await page.getByRole('button', { name: /^确定/ }).click();
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByText('¥20.00')).toBeVisible();
  // The issues have multipliers of their own, so the slip offers none.
  await expect(page.getByText('每期倍数在追号中设置')).toBeVisible();
  await expect(page.getByRole('button', { name: '加一倍' })).toHaveCount(0);
  // Lines that go take chase and multiplier along.
  for (const left of [1, 0]) {
    await lines(page).first().getByRole('button', { name: /^删除/ }).click();
    await expect(lines(page)).toHaveCount(left);
  }
  await expect(page.getByRole('textbox', { name: /^倍数/ })).toHaveValue('1');
  await page.getByRole('button', { name: '自选号码' }).click();
  await page.getByRole('button', { name: '机选', exact: true }).click();
  await expect(page.getByText('1 注 · ¥2')).toBeVisible();
  await page.getByRole('button', { name: /^确定/ }).click();
  await page.getByRole('button', { name: '加一倍' }).click();
  await expect(page.getByText('¥4.00')).toBeVisible();
  await page.getByRole('button', { name: '自选号码' }).click();
  await expect(page.getByText('整单共用 2 倍')).toBeVisible();
});
