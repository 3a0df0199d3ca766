/** Lighthouse's mobile preset on pages of the built server: a mid-range phone on slow 4G, simulated, with nothing cached. */
import { chromium } from '@playwright/test';
import { launch as launchChrome } from 'chrome-launcher';
import { CHROMIUM_ARGS, chromiumPath, logIn } from './browser.ts';
import type { Context, Figure } from './figure.ts';
import { median } from './rounds.ts';

export interface LighthousePage {
  /** What the page is called in the id of its figures; '' for home, whose figures came first. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Opened by the demo player. */
  readonly loggedIn?: boolean;
}

const CATEGORIES = [
  ['performance', 'performance', 95],
  ['accessibility', 'accessibility', 100],
  ['best-practices', 'best practices', 100],
] as const;
const TIMINGS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

interface Run {
  readonly scores: Readonly<Record<string, number>>;
  readonly timings: readonly number[];
  /** Audits that count and fall short, by category. */
  readonly short: Readonly<Record<string, readonly string[]>>;
}

async function runOnce(url: string, page: LighthousePage, tries = 3): Promise<Run> {
  const { path, loggedIn } = page;
  const { default: lighthouse } = await import('lighthouse');
  const chrome = await launchChrome({
    chromePath: await chromiumPath(),
    chromeFlags: [...CHROMIUM_ARGS, '--headless=new'],
    logLevel: 'silent',
  });
  try {
    if (loggedIn) {
      // In the profile that Lighthouse uses afterwards; what the login page cached is thrown away.
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
      const [context] = browser.contexts();
      const login = await context?.newPage();
      if (!context || !login) throw new Error('the browser has no profile to log in with');
      await logIn(login, url);
      await (await context.newCDPSession(login)).send('Network.clearBrowserCache');
      await login.close();
      await browser.close();
    }
    const result = await lighthouse(url + path, {
      port: chrome.port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: CATEGORIES.map(([id]) => id),
      disableStorageReset: loggedIn === true,
    });
    if (!result) throw new Error('Lighthouse gave no result');
    // Now and then the browser's trace has no beginning: a page that was not measured has no points, not none of them.
    if (result.lhr.runtimeError && tries > 1) return runOnce(url, page, tries - 1);
    if (result.lhr.runtimeError) throw new Error(`Lighthouse could not measure ${path}: ${result.lhr.runtimeError.message}`);
    const { categories, audits, finalDisplayedUrl } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(url + path).pathname)
      throw new Error(`Lighthouse was led from ${path} to ${finalDisplayedUrl}`);
    const short = Object.fromEntries(
      CATEGORIES.map(([id]) => [
        id,
        (categories[id]?.auditRefs ?? []).flatMap(({ id: audit, weight }) => {
          const { score, title } = audits[audit] ?? {};
          return weight > 0 && typeof score === 'number' && score < 0.9 ? [`${audit} (${title ?? ''}) ${score}`] : [];
        }),
      ]),
    );
    return {
      scores: Object.fromEntries(CATEGORIES.map(([id]) => [id, Math.round((categories[id]?.score ?? 0) * 100)])),
      timings: TIMINGS.map((id) => audits[id]?.numericValue ?? 0),
      short,
    };
  } finally {
    chrome.kill();
  }
}

/** Scores of one page; five rounds, one with --quick. */
export async function lighthouseFigures(context: Context, url: string, page: LighthousePage): Promise<Figure[]> {
  const rounds = context.quick ? 1 : 5;
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round++) runs.push(await runOnce(url, page));
  const [fcp, lcp, tbt, cls] = TIMINGS.map((_, at) => median(runs.map(({ timings }) => timings[at] as number))) as [
    number,
    number,
    number,
    number,
  ];
  const timings = `FCP ${fcp.toFixed(0)} ms, LCP ${lcp.toFixed(0)} ms, TBT ${tbt.toFixed(0)} ms, CLS ${cls.toFixed(3)}`;
  return CATEGORIES.map(([id, name, goal]) => {
    const scores = runs.map((run) => run.scores[id] ?? 0);
    const short = [...new Set(runs.flatMap((run) => run.short[id] ?? []))];
    return {
      id: ['E8', page.id, id].filter(Boolean).join('.'),
      what: `Lighthouse mobile, ${page.name}, ${name}`,
      value: median(scores),
      unit: 'points',
      goal: { at: 'least', value: goal },
      rounds,
      range: [Math.min(...scores), Math.max(...scores)],
      note: id === 'performance' ? timings : short.join('; ') || 'no audit short',
    };
  });
}
