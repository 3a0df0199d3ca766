/** What the server gives a phone that puts the app on its home screen: manifest and icons of the brand, the shell and its list. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrandDescription } from '../../../engine/descriptions/brand.ts';
import { SHELL, SHELL_LIST, type ShellList } from '../../../protocol/offline-cache.ts';
import { iconOf, manifestOf } from '../../../server/catalog/site/installed.ts';
import { parseShapes } from '../../../server/catalog/site/raster.ts';
import { startServer, type TestServer } from '../support/server.ts';

const BRANDS = join(import.meta.dirname, '../../../app/descriptions/brands');
const brands = readdirSync(BRANDS).map((file) => JSON.parse(readFileSync(join(BRANDS, file), 'utf8')) as BrandDescription);

/** Side and the colours of some points of a PNG without filters, as icons are written. */
function read(png: Buffer): { side: number; at: (x: number, y: number) => string } {
  const side = png.readUInt32BE(16);
  const data = inflateSync(png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8));
  return {
    side,
    at: (x, y) =>
      data
        .subarray(y * (side * 4 + 1) + 1 + x * 4)
        .subarray(0, 4)
        .toString('hex'),
  };
}
const opaque = (colour: string | undefined): string => `${colour?.slice(1).toLowerCase()}ff`;

describe.each(brands)('$code', (brand) => {
  it('has a manifest that browsers install from', () => {
    const manifest = JSON.parse(manifestOf(brand, 'abc'));
    expect(manifest).toMatchObject({
      ...{ id: '/', name: brand.name, start_url: '/', scope: '/', display: 'standalone' },
      ...{ theme_color: brand.theme['--brand'], background_color: brand.theme['--page'] },
    });
    expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
      ...['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable', 'any any'],
    ]);
  });

  it('has its logo on its colour as pixels: round corners by itself, the whole square for a phone to cut', async () => {
    const [plain, whole] = [read(await iconOf(brand, { size: 96 })), read(await iconOf(brand, { size: 96, maskable: true }))];
    expect([plain.side, plain.at(0, 0).slice(6), plain.at(48, 2)]).toEqual([96, '00', opaque(brand.theme['--brand'])]);
    expect(whole.at(0, 0)).toBe(opaque(brand.theme['--brand']));
    const seen = new Set<string>();
    for (let y = 0; y < 96; y += 1)
      for (let x = 0; x < 96; x += 1) {
        seen.add(whole.at(x, y));
        // A phone may cut all but the middle circle of four fifths away.
        if (Math.hypot(x - 47.5, y - 47.5) > 0.4 * 96) expect(whole.at(x, y), `${x},${y}`).toBe(opaque(brand.theme['--brand']));
      }
    expect([...seen]).toEqual(expect.arrayContaining([opaque(brand.theme['--gold-on-brand']), opaque(brand.theme['--on-brand'])]));
  });
});

it('refuses a logo that it cannot draw instead of drawing nothing', () => {
  expect(() => parseShapes('<circle r="3"/>', () => '')).toThrow('paths only');
  expect(() => parseShapes('<path d="M1 1Q2 2 3 3"/>', () => '')).toThrow('not Q');
});

describe('over HTTP', () => {
  let server: TestServer;
  const web = mkdtempSync(join(tmpdir(), 'caipu-web-'));
  beforeAll(async () => {
    mkdirSync(join(web, 'assets'));
    const scripts =
      '<script defer src="/assets/start-1.js" data-main="/assets/index-1.js"></script><link rel="stylesheet" href="/assets/index-1.css">';
    writeFileSync(join(web, 'index.html'), `<html><head><title>x</title><!--caipu-boot-->${scripts}</head><body></body></html>`);
    writeFileSync(join(web, 'assets/icons-1.svg'), '<svg/>');
    writeFileSync(join(web, 'sw.js'), '1');
    writeFileSync(join(web, 'preload.json'), JSON.stringify({ article: ['assets/article-1.js'], 'ball-board': ['assets/board-1.js'] }));
    server = await startServer({ webDir: web, clockSpeed: 1, role: 'web', brand: 'qinghe' });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(web, { recursive: true, force: true });
  });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.base + path, { headers });

  it('manifest and worker are asked for again each time, icons with their hash never again', async () => {
    const manifest = await get('/manifest.webmanifest');
    expect([manifest.headers.get('content-type'), manifest.headers.get('cache-control')]).toEqual([
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    const { name, icons } = (await manifest.json()) as { name: string; icons: { src: string }[] };
    expect(name).toBe('青禾彩');
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
    const icon = await get(icons[0]?.src ?? '');
    expect([icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([
      'image/png',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/apple-touch-icon.png')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/manifest.webmanifest', { 'if-none-match': manifest.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('the shell has the brand, the look, the whole index and home; its list names what has something to show without the network', async () => {
    const shell = await (await get(SHELL, { cookie: 'look=dark' })).text();
    expect(shell).toContain('data-look="dark"');
    expect(shell).toContain('青禾彩');
    // Nothing is asked for before home is drawn, and every other screen is found by the index.
    const boot = JSON.parse(/<script type="application\/json" id="caipu-boot">(.*?)<\/script>/.exec(shell)?.[1] ?? '{}');
    expect(boot.index).toEqual(await (await get('/descriptions/index.json')).json());
    expect(Object.keys(boot.documents).sort()).toEqual(['brand', 'menu', 'routes', 'screen', 'terms']);
    expect(boot.documents.screen).toHaveProperty('home');
    const { headers } = await get(SHELL);
    expect((await get(SHELL, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
    const { files, documents } = (await (await get(SHELL_LIST)).json()) as ShellList;
    expect(files).toEqual(
      expect.arrayContaining([
        '/assets/start-1.js',
        '/assets/index-1.js',
        '/assets/index-1.css',
        '/assets/icons-1.svg',
        '/assets/article-1.js',
      ]),
    );
    expect(files).not.toContain('/assets/board-1.js');
    const named = documents.map((path) => path.replace(/\.[0-9a-f]{32}.*$/, '').replace('/descriptions/', ''));
    expect(named).toEqual(
      expect.arrayContaining([
        'brand/qinghe',
        'routes/app',
        'terms/app',
        'screen/home',
        'screen/mine',
        'screen/helpDetail',
        'screen/articleDetail',
      ]),
    );
    expect(named).not.toContain('screen/WalletManagement');
    for (const path of documents) expect((await get(path)).status, path).toBe(200);
    expect(JSON.stringify(documents).length).toBeLessThan(8_000);
  });
});
