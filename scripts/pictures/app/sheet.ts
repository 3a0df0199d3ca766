import type { Browser } from '@playwright/test';

export interface Shot {
  readonly title: string;
  readonly png: Buffer;
  /** CSS pixels that it shows. */
  readonly width: number;
  readonly height: number;
}

/** Several screenshots beside each other on one picture, at this part of their size, with their titles above. */
export async function contactSheet(browser: Browser, shots: readonly Shot[], scale: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 4_000, height: 1_200 }, deviceScaleFactor: 1 });
  try {
    const figures = shots.map(({ title, png, width, height }) => {
      const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`;
      return `<figure><figcaption>${title}</figcaption><img alt="" ${size} src="data:image/png;base64,${png.toString('base64')}"></figure>`;
    });
    await page.setContent(
      `<style>body{margin:0;display:inline-flex;gap:12px;padding:8px;background:#8a8a8a;font:12px sans-serif}figure{margin:0}` +
        `figcaption{color:#fff;padding:0 0 4px}img{display:block}</style>${figures.join('')}`,
    );
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    return await page.locator('body').screenshot();
  } finally {
    await page.close();
  }
}
