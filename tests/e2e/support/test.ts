import { test as base, expect, type Page } from '@playwright/test';
import { Client } from '../../server/support/client.ts';
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
  /** The same for journeys that move its clock, which goes forward only: a later journey finds the issues that are on sale by then. */
  moved: serverFor({ games: ['ssq', 'jlffc', 'fc3d'], demo: true }),
  /** The test makes the server refuse something: the browser then notes the HTTP status on its console, and that alone is expected. */
  refusals: [false, { option: true }],
  quiet: [
    async ({ page, refusals }, use) => {
      const noise: string[] = [];
      page.on('console', (message) => {
        const expected = refusals && message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !expected) noise.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => noise.push(String(error)));
      await use();
      expect(noise, 'console and page errors').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

const PASSWORD = 'secret123';
let players = 0;
function newName(): string {
  players += 1;
  return `p${Date.now().toString(36)}${process.pid.toString(36)}${players}`.slice(0, 20);
}

export interface Player {
  readonly name: string;
  readonly password: string;
  /** Speaks for the player beside the phone. */
  readonly client: Client;
}

/**
 * A new player that is logged in on the phone of `page`: the next page that it opens is this player's. It has opened no page of the app yet,
 * because a call makes the account. Registering through the screens loads two pages, and has journeys of its own. `settings` are what the phone
 * keeps besides, by their names in local storage.
 */
export async function newPlayer(page: Page, url: string, settings: Readonly<Record<string, string>> = {}): Promise<Player> {
  const name = newName();
  const client = await (await new Client(url).sync()).register(name, PASSWORD);
  const storageItems = { token: client.token, autoLogin: '1', ...settings };
  const localStorage = Object.entries(storageItems).map(([setting, value]) => ({ name: `caipu.${setting}`, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin: url, localStorage }] });
  return { name, password: PASSWORD, client };
}

/** Registers a new player through the screens and lands on the page that was asked for. */
export async function register(page: Page, url: string): Promise<string> {
  const name = newName();
  await page.goto(`${url}/register`);
  await page.getByLabel('用户名').fill(name);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  const again = page.getByLabel('再次输入密码', { exact: true });
  await again.fill(PASSWORD);
  await page.getByRole('checkbox', { name: /已满 18 周岁/ }).check();
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
