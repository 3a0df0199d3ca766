/** E18: the main thread's time for a key that is typed into the editor of the workshop, in the middle of a game's file of 65 KB. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMeter, launch } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { build, buildOffice, root, startServer } from './lib/product.ts';
import { median, percentile } from './lib/rounds.ts';

const BYTES = 65_000;
const CODE = 'longfile';
const PASSWORD = 'workshop-bench';
/** The time of a frame (ms) at 60 frames a second. */
const KEY_MS = 16;
const KEYS = 40;
/** Time between two keys (ms), as a person types. The check of the draft begins after a longer pause, in a worker. */
const BETWEEN_MS = 90;

declare global {
  interface Window {
    benchKeys?: number[];
  }
}

interface Play {
  readonly code: string;
  readonly name: string;
}

/** 大乐透 with copies of its shortest play under other codes, so many that the file has `BYTES`. */
function longGame(): string {
  const game = JSON.parse(readFileSync(join(root, 'games/dlt.json'), 'utf8')) as {
    playGroups: { readonly code: string; readonly name: string; readonly plays: readonly Play[] }[];
  };
  const [first] = game.playGroups.flatMap((group) => group.plays).toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
  if (first === undefined) throw new Error('games/dlt.json has no play');
  const plays: Play[] = [];
  const written = (): string =>
    `${JSON.stringify({ ...game, code: CODE, name: '长文件', playGroups: [...game.playGroups, { code: 'MORE', name: '更多', plays }] }, null, 2)}\n`;
  while (Buffer.byteLength(written()) < BYTES) plays.push({ ...first, code: `M${plays.length}`, name: `更多${plays.length}` });
  return written();
}

const bench: Bench = {
  id: 'E18',
  title: 'keys in the editor of the workshop, in a file of 65 KB',
  async run(context) {
    await build(context);
    const office = await buildOffice(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-editor-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const games = join(folder, 'games');
    mkdirSync(games);
    for (const part of ['families', 'calendars']) cpSync(join(root, 'games', part), join(games, part), { recursive: true });
    const text = longGame();
    writeFileSync(join(games, `${CODE}.json`), text);
    const server = await startServer(context, {
      CAIPU_DATA: join(folder, 'data'),
      CAIPU_GAMES: games,
      CAIPU_OFFICE: office,
      CAIPU_OPERATOR_PASSWORD: PASSWORD,
      CAIPU_DEMO_DRAWS: '0',
    });
    const browser = await launch(context, ['--disable-gpu']);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript('globalThis.__name = (named) => named;');
    await page.goto(`${server.url}/operator/desk/workshop`);
    await page.getByLabel('管理员密码').fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('button', { name: new RegExp(CODE) }).click();
    const field = page.getByLabel('描述文件');
    await field.waitFor();
    const meter = await cpuMeter(page);
    await page.evaluate(() => {
      window.benchKeys = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === 'keydown') window.benchKeys?.push(entry.duration);
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });

    /** Puts the caret behind a name in the middle of the file; what was typed before is taken back. */
    async function begin(): Promise<void> {
      const back = page.getByRole('button', { name: '还原' });
      if (await back.isEnabled()) await back.click();
      await field.evaluate((area: HTMLTextAreaElement) => {
        const at = area.value.indexOf('"name": "', area.value.length / 2) + '"name": "'.length;
        area.focus();
        area.setSelectionRange(at, at);
      });
      // The check of the draft must end first, because its time is not part of the cost of a key.
      await page.waitForTimeout(1_500);
    }
    const figures: Figure[] = [];
    const kinds = [
      ['letter', 'a letter in a text', 'a'],
      ['quote', 'a quotation mark, with its suggestions', '"'],
      ['line', 'a new line', 'Enter'],
    ] as const;
    for (const [id, what, key] of kinds) {
      const costs: number[] = [];
      let spent = { script: 0, style: 0, layout: 0 };
      for (let round = 0; round <= context.rounds; round += 1) {
        await begin();
        await page.evaluate(() => void (window.benchKeys = []));
        const { task, ...rest } = await meter.measure(async () => {
          for (let nth = 0; nth < KEYS; nth += 1) {
            await page.keyboard.press(key);
            await page.waitForTimeout(BETWEEN_MS);
          }
        });
        // The first round warms up and is not counted.
        if (round === 0) continue;
        costs.push(task / KEYS);
        spent = rest;
      }
      const seen = await page.evaluate(() => window.benchKeys ?? []);
      const slow = seen.length === 0 ? 'no frame later than 16 ms' : `until the frame that shows it, 98 %: ${percentile(seen, 0.98)} ms`;
      const each = (ms: number) => (ms / KEYS).toFixed(1);
      figures.push({
        id: `E18.${id}`,
        what: `${what} in a file of ${Math.round(Buffer.byteLength(text) / 1000)} KB: main thread, by its own clock`,
        value: median(costs),
        unit: 'ms',
        goal: { at: 'most', value: KEY_MS },
        rounds: costs.length,
        range: [Math.min(...costs), Math.max(...costs)],
        note: `script ${each(spent.script)}, style ${each(spent.style)}, layout ${each(spent.layout)}; ${slow}`,
      });
    }
    await browser.close();
    await server.stop();
    return figures;
  },
};
export default bench;
