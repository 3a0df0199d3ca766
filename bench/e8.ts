/** E8: the first load of home and of four more pages by Lighthouse's mobile preset, and the bytes of script that home and every other route want. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { launch, logIn } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { type LighthousePage, lighthouseFigures } from './lib/lighthouse.ts';
import { build, startServer, untilIdle } from './lib/product.ts';
import { routeAddresses } from './lib/routes.ts';

const PAGES: readonly LighthousePage[] = [
  { id: '', name: 'home', path: '/' },
  { id: 'ssq', name: 'the board of 双色球', path: '/ssq' },
  { id: 'jlffc', name: 'the board of a minute game', path: '/ssc/jlffc' },
  { id: 'pk10', name: 'the board of PK10', path: '/xyft/bjpk10' },
  { id: 'records', name: 'the orders of a player', path: '/betRecord', loggedIn: true },
];

interface Script {
  readonly url: string;
  readonly bytes: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Scripts (compressed bytes, start and end of loading in ms) of a page that is opened with nothing cached, and when no placeholder stood on it
 * any more. Later requests fetch files ahead of need.
 */
async function scriptsOf(view: BrowserContext, url: string): Promise<{ scripts: Script[]; styles: number; drawn: number; path: string }> {
  const page = await view.newPage();
  try {
    const session = await view.newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(url);
    await page
      .waitForFunction(() => document.querySelector('main > *') && !document.querySelector('.skeleton'), null, { timeout: 10_000 })
      .catch(() => undefined);
    const drawn = await page.evaluate(() => performance.now());
    // The stream of events stays open for ever, so the network never falls silent: scripts are done when none has come for a while.
    // Well before the app begins to fetch the other screens' code ahead of need.
    await page.waitForTimeout(2_000);
    const found = await page.evaluate(() => ({
      resources: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
        url: entry.name.replace(location.origin, ''),
        bytes: entry.encodedBodySize,
        start: entry.startTime,
        end: entry.responseEnd,
      })),
      path: location.pathname,
    }));
    return {
      scripts: found.resources.filter(({ url: name }) => /\.js$/.test(name)),
      styles: found.resources.filter(({ url: name }) => /\.css$/.test(name)).reduce((sum, { bytes }) => sum + bytes, 0),
      drawn,
      path: found.path,
    };
  } finally {
    await page.close();
  }
}

const sum = (scripts: readonly Script[]) => scripts.reduce((bytes, script) => bytes + script.bytes, 0) / 1024;

const bench: Bench = {
  id: 'E8',
  title: 'first load of home by Lighthouse mobile; bytes of script',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-e8-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startServer(context, { CAIPU_DATA: folder });
    await untilIdle(context, [server]);
    const figures: Figure[] = [];
    for (const page of PAGES) figures.push(...(await lighthouseFigures(context, server.url, page)));

    const browser = await launch(context);
    const view = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      // What a service worker gives from its own store has other bytes than what the server sends.
      serviceWorkers: 'block',
    });
    // Measured without a login: if a player's bets are settled meanwhile, the page loads code that shows the results.
    const home = await scriptsOf(view, `${server.url}/`);
    // Some routes are for those who are logged in.
    const page = await view.newPage();
    await logIn(page, server.url);
    await page.close();
    // The first paint waits for no script (app/start.js); what counts is what stands between it and home itself.
    const before = home.scripts.filter(({ end }) => end <= home.drawn);
    figures.push({
      id: 'E8.js',
      what: 'script until home is drawn, compressed',
      value: sum(before),
      unit: 'KB',
      goal: { at: 'most', value: 130 },
      note: `all that home loads: ${sum(home.scripts).toFixed(1)} KB in ${home.scripts.length} files, and ${(home.styles / 1024).toFixed(1)} KB of styles`,
    });
    const known = new Set(home.scripts.map(({ url }) => url));
    const own: { path: string; kilobytes: number }[] = [];
    // What the build lists for every screen is held by `npm run check`; each page that is opened takes seconds.
    const others = context.quick ? PAGES.map(({ path }) => path) : routeAddresses();
    for (const path of others.filter((each) => each !== '/')) {
      const { scripts, drawn, path: shown } = await scriptsOf(view, server.url + path);
      const needed = scripts.filter(({ url, start }) => !known.has(url) && start <= drawn);
      own.push({ path: shown === path ? path : `${path} (→ ${shown})`, kilobytes: sum(needed) });
    }
    own.sort((a, b) => b.kilobytes - a.kilobytes);
    figures.push({
      id: 'E8.route',
      what: `script that the heaviest of ${own.length} other routes adds to home's, compressed`,
      value: own[0]?.kilobytes ?? 0,
      unit: 'KB',
      goal: { at: 'most', value: 40 },
      note: own.map(({ path, kilobytes }) => `${path} ${kilobytes.toFixed(1)}`).join(', '),
    });
    await browser.close();
    await server.stop();
    return figures;
  },
};
export default bench;
