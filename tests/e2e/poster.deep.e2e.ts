/** The poster of an invitation: shared as a picture where the phone can, and else saved. */
import type { RunningServer } from './support/server.ts';
import { expect, newPlayer, test } from './support/test.ts';

let server: RunningServer;
test.beforeAll(({ shared }) => {
  server = shared;
});

test('a poster with the own code is shared as a picture, and saved where pictures cannot be shared', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => Object.assign(window, { shared: files[0] }),
    });
  });
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/inviteFriend`);
  await page.getByRole('button', { name: '海报' }).click();
  await page.waitForFunction(() => 'shared' in window);
  const picture = await page.evaluate(async () => {
    const { shared } = window as unknown as { shared: File };
    const bitmap = await createImageBitmap(shared);
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const at = (x: number, y: number): string => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
    return { type: shared.type, name: shared.name, size: [bitmap.width, bitmap.height], ground: at(5, 5), card: at(80, 700) };
  });
  expect(picture).toMatchObject({ type: 'image/png', size: [750, 1_100], ground: '200,16,46', card: '255,255,255' });
  expect(picture.name).toMatch(/^caipu-\w+\.png$/);

  await page.evaluate(() => Object.assign(navigator, { canShare: () => false }));
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '海报' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(picture.name);
  await expect(page.getByText('海报已保存')).toBeVisible();
});

test('copying works without the clipboard API, which browsers hide over plain HTTP', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['clipboard', 'share']) Object.defineProperty(navigator, name, { value: undefined });
    const copied: string[] = [];
    Object.assign(window, { copied });
    addEventListener('copy', ({ target }) => copied.push((target as HTMLTextAreaElement).value));
  });
  await page.goto(`${server.url}/EDownload`);
  await page.getByRole('button', { name: '复制', exact: true }).click();
  await expect(page.getByText('已复制', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '分享', exact: true }).click();
  await expect(page.getByText('已复制，可粘贴给好友')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { copied: readonly string[] }).copied)).toEqual([
    `${server.url}/`,
    `彩谱\n演示金随便玩，无现金价值\n${server.url}/`,
  ]);
  await expect(page.locator('textarea')).toHaveCount(0);
});
