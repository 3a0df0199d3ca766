import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The axe that AxeBuilder would take. */
const AXE = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js');

export interface AxeOptions {
  /** Rules that cannot hold where the page is only a part of a screen. */
  readonly without?: readonly string[];
  /** Look into the frames of the page too. That opens a further page for each look, so it is asked for where there are frames. */
  readonly frames?: boolean;
}

/** Looks at a page on which something begins to fade or move meanwhile, as a message that comes, before what axe found there counts. */
const LOOKS = 3;

/** What axe objects to on the page: the rule and the elements. Where another page is opened while axe looks, it looks again at that one. */
export async function axeViolations(page: Page, { without = [], frames = false }: AxeOptions = {}): Promise<string[]> {
  for (let look = 1; ; look++) {
    // A page that is moving out is pale, and so is whatever fades in.
    await expect(page.locator('.layer--leave')).toHaveCount(0);
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
    );
    const moved = await page.evaluateHandle(() => {
      const begun = { any: false };
      for (const type of ['animationstart', 'transitionstart'])
        document.addEventListener(type, () => (begun.any = true), { capture: true, once: true });
      return begun;
    });
    const layer = await page.$('.layer');
    const violations = await lookWithAxe(page, without, frames);
    const stands =
      (await layer?.evaluate((element) => element.isConnected && !element.matches('.layer--leave')).catch(() => false)) ?? true;
    // The document that was looked at may be gone, and with it what was noted there.
    const still = await moved.evaluate(({ any }) => !any).catch(() => false);
    if (stands && (still || violations.length === 0 || look >= LOOKS))
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(', ')}`);
  }
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
}

interface AxeWindow {
  readonly axe?: { run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }> };
}

/** One look of axe. */
async function lookWithAxe(page: Page, without: readonly string[], frames: boolean): Promise<readonly Violation[]> {
  // A rule without a violation reports one element: describing all of them took a third of the time.
  const options = { resultTypes: ['violations' as const] };
  if (frames || page.frames().length > 1)
    return (
      await new AxeBuilder({ page })
        .options(options)
        .disableRules([...without])
        .setLegacyMode(!frames)
        .analyze()
    ).violations;
  // AxeBuilder compiles axe twice for each look and sends back what passed as well: that took a sixth of the processor.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(
    async (axeOptions) => {
      const found = await (window as AxeWindow).axe?.run(document, axeOptions);
      if (!found) throw new Error('axe is not there');
      return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, html }) => ({ target, html })) }));
    },
    { ...options, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) },
  );
}
