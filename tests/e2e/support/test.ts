import { test as base, expect, type Page } from '@playwright/test';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

type Serving = (fixtures: object, use: (server: RunningServer) => Promise<void>) => Promise<void>;

/** A server that is there for as long as the worker that asks for it first. */
const serverFor = (options: ServerOptions): [Serving, { scope: 'worker' }] => [
  // Playwright reads from the pattern which fixtures this one needs.
  // oxlint-disable-next-line no-empty-pattern
  async ({}, use) => {
    const server = await startServer(options);
    await use(server);
    await server.stop();
  },
  { scope: 'worker' },
];

/** Every browser test fails on a console error, a page error or a policy violation, whatever else it checks. */
export const test = base.extend<{ quiet: void; refusals: boolean }, { shared: RunningServer; moved: RunningServer }>({
  /**
   * The server of all journeys that ask nothing special of one: a few games in real time, and the demonstration pages. There is one for each
   * of Playwright's workers, so a journey registers players of its own and leaves clock and files alone.
   */
  shared: serverFor({ games: ['ssq', 'jlffc', 'sh11x5'], demo: true }),
  /** The same for journeys that move its clock, which goes forward only: whoever comes later finds what is on sale by then. */
  moved: serverFor({ games: ['ssq', 'jlffc', 'fc3d'], demo: true }),
  /** The test makes the server refuse something: the browser then notes the HTTP status on its console, and that alone is expected. */
  refusals: [false, { option: true }],
  quiet: [
    async ({ page, refusals }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        const expected = refusals && message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !expected) noise.push(message.text());
      });
      page.on('pageerror', (error) => noise.push(String(error)));
      await use();
      expect(noise, 'console and page errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

let players = 0;

/** Registers a new player through the screens and lands on the page that was asked for. */
export async function register(page: Page, url: string): Promise<string> {
  players += 1;
  const name = `p${Date.now().toString(36)}${process.pid.toString(36)}${players}`.slice(0, 20);
  await page.goto(`${url}/register`);
  await page.getByLabel('用户名').fill(name);
  await page.getByLabel('密码', { exact: true }).fill('secret123');
  const again = page.getByLabel('再次输入密码', { exact: true });
  await again.fill('secret123');
  await page.getByRole('button', { name: '注册并登录' }).click();
  await expect(page).not.toHaveURL(/register/);
  return name;
}

/** Logs a player in through the screen. */
export async function logIn(page: Page, url: string, name: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('用户名').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).last().click();
  await expect(page).not.toHaveURL(/login/);
}
