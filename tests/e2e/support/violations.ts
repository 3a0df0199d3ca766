import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export interface AxeOptions {
  /** Rules that cannot hold where the page is only a part of a screen. */
  readonly without?: readonly string[];
  /** Look into the frames of the page too. That opens a further page for each look, so it is asked for where there are frames. */
  readonly frames?: boolean;
}

/** What axe objects to on the page: the rule and the elements. Where another page is opened while axe looks, it looks again at that one. */
export async function violations(page: Page, { without = [], frames = false }: AxeOptions = {}): Promise<string[]> {
  let result: Awaited<ReturnType<AxeBuilder['analyze']>>;
  let stands: boolean;
  do {
    // A page that is moving out is pale.
    await expect(page.locator('.layer--leave')).toHaveCount(0);
    const layer = await page.$('.layer');
    result = await new AxeBuilder({ page })
      .disableRules([...without])
      .setLegacyMode(!frames)
      .analyze();
    stands = (await layer?.evaluate((element) => element.isConnected && !element.matches('.layer--leave')).catch(() => false)) ?? true;
  } while (!stands);
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(', ')}`);
}
