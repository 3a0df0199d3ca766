/** A Chromium to measure in, and what its own counters say. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
// @ts-expect-error a plain script without types: findChromium(): Promise<string>
import { findChromium } from '../../scripts/lib/chromium.mjs';
import type { Context } from './figure.ts';

export const chromiumPath = (): Promise<string> => findChromium({ windowed: true }) as Promise<string>;

export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

export async function launch(context: Pick<Context, 'onEnd'>, args: readonly string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: [...CHROMIUM_ARGS, ...args] });
  context.onEnd(() => browser.close());
  return browser;
}

/** Logs the demo player in through the app's own form. */
export async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: '用户名' }).fill('demo');
  await page.getByRole('textbox', { name: '密码' }).fill('demo1234');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** Main-thread CPU seconds by what they were spent on, since the page began. */
export interface Cpu {
  readonly task: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
}

export interface CpuMeter {
  /** CPU (ms) that the page's main thread spent while `work` ran. */
  measure(work: () => Promise<unknown>): Promise<Cpu>;
}

/** Counts the thread's own time, so that whatever else the machine does is left out. */
export async function cpuMeter(page: Page): Promise<CpuMeter> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? 0);
    return { task: of('TaskDuration'), script: of('ScriptDuration'), style: of('RecalcStyleDuration'), layout: of('LayoutDuration') };
  };
  return {
    measure: async (work) => {
      const before = await read();
      await work();
      const after = await read();
      return {
        task: after.task - before.task,
        script: after.script - before.script,
        style: after.style - before.style,
        layout: after.layout - before.layout,
      };
    },
  };
}
