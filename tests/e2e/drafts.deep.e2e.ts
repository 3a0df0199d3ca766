/**
 * Drafts that players type and do not send, on one phone. A draft belongs to its player, outlives a reload and a session that runs out, and goes
 * with the logout. Secrets are stored nowhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from './support/server.ts';
import { expect, logIn, newPlayer, register, test } from './support/test.ts';

const ADD_CARD = {
  $schema: '../../../schemas/screen.schema.json',
  format: 2,
  kind: 'screen',
  code: 'addBank',
  title: '添加银行卡',
  layout: 'page',
  blocks: [
    {
      block: 'form',
      fields: [
        { type: 'text', name: 'holder', label: '持卡人', required: true, maxLength: 20 },
        { type: 'digits', name: 'cardNo', label: '卡号', required: true, secret: true, minLength: 16, maxLength: 19 },
        { type: 'text', name: 'branch', label: '开户支行', required: true, maxLength: 40 },
        { type: 'text', name: 'identity', label: '证件号码', secret: true, maxLength: 18 },
        { type: 'password', name: 'secret', label: '登录密码', required: true, maxLength: 20 },
      ],
      submit: { label: '确认添加', busy: '正在添加', action: { do: 'toast', text: '已添加 {form.branch}' } },
    },
  ],
};
const OPEN = { holder: '沈小满', branch: '科技园支行' };
const SECRETS = { 卡号: '6222020200001234567', 证件号码: '11010119900307881X', 登录密码: 'geheim-4711' };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ games: ['ssq'], ownDescriptions: true });
  // A form is a file: it is dropped with its route into the server that runs.
  writeFileSync(join(server.descriptions, 'screens/addBank.json'), JSON.stringify(ADD_CARD));
  const file = join(server.descriptions, 'routes.json');
  const routes = JSON.parse(readFileSync(file, 'utf8')) as { routes: { path: string; screen?: string }[] };
  for (const route of routes.routes) if (route.path === '/addBank') route.screen = 'addBank';
  writeFileSync(file, JSON.stringify(routes));
  const published = async () => (await fetch(`${server.url}/descriptions/index.json`)).text();
  await expect.poll(published).toContain('addBank');
});
test.afterAll(async () => {
  await server?.stop();
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function openForm(page: Page): Promise<void> {
  await page.goto(`${server.url}/addBank`);
  await expect(field(page, '持卡人')).toBeVisible();
}

async function fillForm(page: Page): Promise<void> {
  await field(page, '持卡人').fill(OPEN.holder);
  await field(page, '开户支行').fill(OPEN.branch);
  // By the keyboard, as a player does: whatever each key writes would be found.
  for (const [label, value] of Object.entries(SECRETS)) await field(page, label).pressSequentially(value);
}

async function expectForm(page: Page, { holder, branch }: { holder: string; branch: string }): Promise<void> {
  await expect(field(page, '持卡人')).toHaveValue(holder);
  await expect(field(page, '开户支行')).toHaveValue(branch);
  for (const label of Object.keys(SECRETS)) await expect(field(page, label)).toHaveValue('');
}

async function logOut(page: Page): Promise<void> {
  await page.goto(`${server.url}/setting`);
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible();
}

/** Everything that the phone keeps, as text. */
const storageText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const records = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<unknown[]>((resolve, reject) => {
            const opened = indexedDB.open(name);
            opened.onerror = () => reject(opened.error);
            opened.onsuccess = () => {
              const stores = [...opened.result.objectStoreNames];
              if (stores.length === 0) return resolve([]);
              const all: unknown[] = [];
              const transaction = opened.result.transaction(stores);
              for (const store of stores) {
                const request = transaction.objectStore(store).getAll();
                request.onsuccess = () => all.push(...request.result);
              }
              transaction.oncomplete = () => resolve(all);
            };
          }),
      ),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, records]);
  });

async function expectNoSecrets(page: Page): Promise<void> {
  const text = await storageText(page);
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret.slice(0, 8));
}

test('a draft survives a reload without its secrets, and the next player on the phone does not see it', async ({ page }) => {
  const first = await register(page, server.url);
  await openForm(page);
  await fillForm(page);
  expect(await storageText(page)).toContain(OPEN.branch);
  await expectNoSecrets(page);
  await page.reload();
  await expectForm(page, OPEN);
  await expectNoSecrets(page);

  await logOut(page);
  expect(await storageText(page)).not.toContain(OPEN.branch);
  await register(page, server.url);
  await openForm(page);
  await expectForm(page, { holder: '', branch: '' });
  await field(page, '开户支行').fill('另一支行');
  await page.reload();
  await expect(field(page, '开户支行')).toHaveValue('另一支行');

  await logOut(page);
  await logIn(page, server.url, first, 'secret123');
  await openForm(page);
  // It went with the logout, and nothing of the second player is here.
  await expectForm(page, { holder: '', branch: '' });
});

test.describe('without a session', () => {
  test.use({ refusals: true });

  test('a draft survives the end of the session for its own player and is hidden from the next player', async ({ page }) => {
    const first = await newPlayer(page, server.url);
    await openForm(page);
    await fillForm(page);
    await first.client.post('/api/account/logout');
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible();
    await register(page, server.url);
    await openForm(page);
    await expectForm(page, { holder: '', branch: '' });
    await logOut(page);
    await logIn(page, server.url, first.name, first.password);
    await openForm(page);
    await expectForm(page, OPEN);
  });
});

test('a form that was sent leaves no draft', async ({ page }) => {
  await newPlayer(page, server.url);
  await openForm(page);
  await fillForm(page);
  await page.getByRole('button', { name: '确认添加' }).click();
  await expect(page.getByText(`已添加 ${OPEN.branch}`)).toBeVisible();
  await expectForm(page, { holder: '', branch: '' });
  await page.reload();
  await expectForm(page, { holder: '', branch: '' });
  expect(await storageText(page)).not.toContain(OPEN.branch);
  await expectNoSecrets(page);
});

test('the recording of the session, as the player exports it, has no secret', async ({ page }) => {
  await register(page, server.url);
  await openForm(page);
  await fillForm(page);
  await page.getByRole('button', { name: '返回' }).click();
  await page.goto(`${server.url}/setting`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /导出操作记录/ }).click();
  const trace = readFileSync(await (await download).path(), 'utf8');
  expect(trace).toContain('/setting');
  for (const secret of [...Object.values(SECRETS), 'secret123']) expect(trace).not.toContain(secret);
});

test('the login form keeps the name over a reload but not the password, and neither after the login', async ({ page }) => {
  const name = await register(page, server.url);
  await logOut(page);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('用户名').fill('half-a-name');
  await field(page, '密码').fill(SECRETS.登录密码);
  await page.reload();
  await expect(page.getByLabel('用户名')).toHaveValue('half-a-name');
  await expect(field(page, '密码')).toHaveValue('');
  await expectNoSecrets(page);
  await logIn(page, server.url, name, 'secret123');
  expect(await storageText(page)).not.toMatch(/half-a-name|secret123/);
  await logOut(page);
  await page.goto(`${server.url}/login`);
  await expect(page.getByLabel('用户名')).toHaveValue('');
});
