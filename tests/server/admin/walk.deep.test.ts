/** docs/add-a-game.md, in both languages, followed to the letter: its commands are run as they stand, except that folder and port are this test's own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DescriptionIndex } from '../../../engine/descriptions/types.ts';
import type { TicketOrderModels, ProfileModels } from '../../../protocol/calls.ts';
import { bundleServer } from '../support/bundle.ts';
import { Client } from '../support/client.ts';
import { root, temporaryFolder } from '../support/server.ts';
import { guidesOf } from '../../support/guides.ts';

let folder: string;
let server: ChildProcess | undefined;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(async () => {
  if (server !== undefined && server.exitCode === null) {
    const gone = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Everything fenced in the walk of a page, in order: what it is written in, and its text with our folder in it. */
function fences(page: string): { language: string; text: string }[] {
  const walk = /\n## (?:Ten minutes|十分钟)[\s\S]*?(?=\n## )/.exec(page)?.[0] ?? '';
  return [...walk.matchAll(/```(\w*)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({
    language,
    text: text.replaceAll('~/caipu-walk', folder),
  }));
}

/** The address that a server says when it is ready. */
function readyAt(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const ready = /ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

it.each(guidesOf('add-a-game.md'))('from no file to a paid prize, as $page says', ({ text }) => follow(text), 120_000);

async function follow(page: string): Promise<void> {
  // Known once the server has been started: it chooses a free port and says which.
  let base = 'http://127.0.0.1:8080';
  const env: Record<string, string | undefined> = { ...process.env, CAIPU_GAMES: undefined, DATABASE_URL: '', NODE_ENV: 'test' };
  let client: Client;
  const index = async () => (await (await fetch(`${base}/descriptions/index.json`)).json()) as DescriptionIndex;
  const listed = async () => (await index()).games.find(({ code }) => code === 'gd11x5');
  let output = '';
  let bet = '';
  let commands = 0;

  for (const { language, text: written } of fences(page)) {
    const text = written.replaceAll('http://127.0.0.1:8080', base);
    if (language === 'json') {
      const before = (await listed())?.hash;
      // What an editor reads to complete and explain: the address that the guide names, and what that refers to.
      const { $schema } = JSON.parse(text) as { readonly $schema: string };
      for (const address of [$schema, new URL('family.schema.json', $schema).href])
        expect(((await (await fetch(address)).json()) as { $id: string }).$id).toBe(address.split('/').pop());
      writeFileSync(join(folder, 'games/gd11x5.json'), text);
      await expect.poll(async () => (await listed())?.hash, { timeout: 10_000 }).not.toBe(before);
      continue;
    }
    if (language === '') {
      expect(output).toBe(text);
      continue;
    }
    for (const command of text.split('\n').filter(Boolean)) {
      commands += 1;
      const started = /^((?:[A-Z_]+=\S+ )+)npm start$/.exec(command);
      const exported = /^export ([A-Z_]+)=(\S+)$/.exec(command);
      if (started) {
        // The same server, as the tests build it.
        const set = Object.fromEntries(
          (started[1] ?? '')
            .trim()
            .split(' ')
            .map((pair) => pair.split('=') as [string, string]),
        );
        server = spawn(process.execPath, [await bundleServer()], {
          cwd: root,
          env: { ...env, ...set, PORT: '0' },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        base = await readyAt(server);
        client = new Client(base);
      } else if (exported) env[exported[1] as string] = exported[2];
      else {
        if (command.startsWith('curl')) bet = await betOnAllEleven();
        const changes = /^cp \S+ \S+gd11x5\.json$/.test(command);
        const sold = changes ? (await listed())?.hash : undefined;
        const run = spawnSync('bash', ['-c', command], { cwd: root, env: env as NodeJS.ProcessEnv, encoding: 'utf8' });
        expect([command, run.status, run.stderr.includes('Error')]).toEqual([command, 0, false]);
        output = run.stdout;
        if (command.includes('games -- new'))
          await expect.poll(listed, { timeout: 10_000 }).toMatchObject({ name: '广东11选5', route: '/ssc/gd11x5' });
        if (command.startsWith('curl')) await paid(bet);
        if (changes) await expect.poll(async () => (await listed())?.hash, { timeout: 10_000 }).not.toBe(sold);
        if (command.startsWith('sed -i'))
          await expect.poll(listed, { timeout: 10_000 }).toMatchObject({ disabled: '维护中，预计 18:00 恢复' });
        if (command.startsWith('rm ')) await expect.poll(listed, { timeout: 10_000 }).toBeUndefined();
      }
    }
  }
  expect(commands).toBeGreaterThan(11);

  /** Step 5: what the phone sends when all eleven numbers of 任选一 are bet on. */
  async function betOnAllEleven(): Promise<string> {
    await client.sync();
    await client.login('demo', 'demo1234');
    const hash = (await listed())?.hash ?? '';
    const picks = { pick: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };
    const placed = await client.bet({ ticket: { game: 'gd11x5', lines: [{ play: 'RX1', picks }] }, hash, amountFen: 2200 });
    expect([placed.status, placed.msg]).toEqual([0, expect.any(String)]);
    expect(placed.models).toMatchObject({ bets: 11, amountFen: 2200 });
    return placed.models.orderId;
  }

  /** Step 6: the prize is on the ticket and in the wallet. */
  async function paid(orderId: string): Promise<void> {
    await client.sync();
    const detail = async () => (await client.get<TicketOrderModels>('/api/order/detail', { orderId })).models;
    await expect.poll(async () => (await detail())?.prizeFen, { timeout: 30_000 }).toBe(1300);
    const { models } = await client.get<ProfileModels>('/api/UserCenter/QueryProfileList');
    expect(models.balanceFen).toBe(1_000_000 - 2200 + 1300);
  }
}
