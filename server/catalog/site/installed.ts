/**
 * Files for installing the app and starting it without the network: the manifest and the icons of the brand, the
 * shell document and the list of files that a start needs (docs/installed-app.md). The service worker itself is a file of the build (/sw.js).
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BrandDescription, chromeColours } from '../../../engine/descriptions/brand.ts';
import { logoDrawing } from '../../../engine/descriptions/brand-icon.ts';
import { blocksInView, type ViewsOfScreen } from '../../../engine/descriptions/screens/views.ts';
import { KEPT } from '../../../protocol/calls/generated/facts.ts';
import { SHELL, SHELL_LIST, type ShellList } from '../../../protocol/offline-cache.ts';
import type { Publication } from '../publication.ts';
import { sendEncoded } from '../../platform/index.ts';
import { brandSheet } from './page.ts';
import { drawIcon, parseShapes } from './raster.ts';
import type { RenderedPage } from './site.ts';

interface Icon {
  readonly path: string;
  readonly size: number;
  /** Cut to the phone's own shape: the ground fills the square, and the logo stays within the middle four fifths. */
  readonly maskable?: true;
}

const ICONS: readonly Icon[] = [
  { path: '/icons/192.png', size: 192 },
  { path: '/icons/512.png', size: 512 },
  { path: '/icons/maskable-192.png', size: 192, maskable: true },
  { path: '/icons/maskable-512.png', size: 512, maskable: true },
  // iOS looks here by default; it rounds the corners itself.
  { path: '/apple-touch-icon.png', size: 180, maskable: true },
];
/** Share of an icon's side that the logo's grid takes; as in the brand's SVG icon, and within the safe circle of a maskable one. */
const FILL = { plain: 44 / 64, maskable: 0.54 } as const;
const CORNER = 15 / 64;

export interface WebAppOptions {
  readonly publication: Publication;
  /** The built app. */
  readonly folder: string;
  readonly brandCode: () => string;
  /** The page that phones keep; undefined while the app is not built. */
  readonly shell: (request: FastifyRequest) => RenderedPage | undefined;
}

export function webAppRoutes(app: FastifyInstance, { publication, folder, brandCode, shell }: WebAppOptions): void {
  const brandNow = (): { readonly brand: BrandDescription; readonly hash: string } | undefined => {
    const code = brandCode();
    const hash = publication.index().documents.brand?.[code];
    const body = hash === undefined ? undefined : publication.document('brand', code, hash);
    return hash === undefined || body === undefined ? undefined : { brand: JSON.parse(body) as BrandDescription, hash };
  };
  /** A client that has the text gets 304. */
  const revised = (request: FastifyRequest, reply: FastifyReply, text: string, type: string): FastifyReply => {
    const etag = `"${createHash('sha256').update(text).digest('hex').slice(0, 16)}"`;
    reply.header('etag', etag).header('cache-control', 'no-cache').type(type);
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(text);
  };
  const nothing = (reply: FastifyReply): FastifyReply => reply.code(404).type('text/plain; charset=utf-8').send('404 没有可用的品牌描述');

  app.get('/manifest.webmanifest', (request, reply) => {
    const now = brandNow();
    return now === undefined ? nothing(reply) : revised(request, reply, manifestOf(now.brand, now.hash), 'application/manifest+json');
  });

  /** Icons of one version of the brand; drawing one takes some 50 ms. */
  let drawn: { readonly hash: string; readonly icons: Map<string, Promise<Buffer>> } | undefined;
  for (const icon of ICONS)
    app.get(icon.path, async (request, reply) => {
      const now = brandNow();
      if (now === undefined) return nothing(reply);
      const etag = `"${now.hash}-${icon.size}"`;
      // The manifest names them with the brand's hash; without it (as iOS asks) they may change.
      const forever = (request.query as { readonly h?: unknown }).h === now.hash;
      reply.header('etag', etag).header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      if (drawn?.hash !== now.hash) drawn = { hash: now.hash, icons: new Map() };
      const { icons } = drawn;
      let png = icons.get(icon.path);
      if (png === undefined) icons.set(icon.path, (png = iconOf(now.brand, icon)));
      return reply.type('image/png').send(await png);
    });

  const indexFile = join(folder, 'index.html');
  app.get(SHELL, (request, reply) => {
    const page = brandNow() && shell(request);
    if (page === undefined) return nothing(reply);
    reply.header('etag', page.etag).header('cache-control', 'no-cache').header('vary', 'cookie, accept-encoding');
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    return sendEncoded(request, reply.type('text/html; charset=utf-8'), page.html);
  });
  app.get(SHELL_LIST, (request, reply) => {
    const now = brandNow();
    if (now === undefined || !existsSync(indexFile)) return nothing(reply);
    return revised(
      request,
      reply,
      JSON.stringify(offlineFiles(publication, folder, now.brand, now.hash)),
      'application/json; charset=utf-8',
    );
  });
}

/** The web app manifest (W3C) of a brand. */
export function manifestOf(brand: BrandDescription, hash: string): string {
  const { light } = chromeColours(brand);
  const icons = ICONS.filter(({ path }) => path.startsWith('/icons/')).map(({ path, size, maskable }) => ({
    src: `${path}?h=${hash}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: maskable ? 'maskable' : 'any',
  }));
  return JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    ...(brand.slogan === undefined ? {} : { description: brand.slogan }),
    lang: 'zh-CN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: light,
    background_color: brand.theme['--page'] ?? light,
    icons: [...icons, { src: `/descriptions/brand/${brand.code}.${hash}.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
  });
}

/** An icon of a brand as PNG. Throws for a logo that cannot be drawn. */
export function iconOf({ theme, logo }: BrandDescription, { size, maskable }: Pick<Icon, 'size' | 'maskable'>): Promise<Buffer> {
  const [ground, main, second] = [theme['--brand'] ?? '', theme['--gold-on-brand'] ?? '', theme['--on-brand'] ?? ''];
  const shapes = parseShapes(logoDrawing(logo, 'main', 'second'), (paint) => (paint === 'second' ? second : main));
  return drawIcon({ size, ground, shapes, fill: maskable ? FILL.maskable : FILL.plain, corner: maskable ? 0 : CORNER });
}

interface ScreenParts extends ViewsOfScreen {
  readonly game?: unknown;
  readonly sport?: unknown;
  readonly sources?: Readonly<Record<string, { readonly call: string }>>;
}

const KEPT_CALLS: ReadonlySet<string> = new Set(KEPT);
/** Kinds that an app without the network needs completely; they are small. */
const WHOLE_KINDS = ['routes', 'terms', 'menu'] as const;

/**
 * What a start without the network needs: the entry of the app, the brand, and those screens that have something to show then, with the files
 * of their blocks: the tabs, and whatever reads a call that phones keep.
 */
export function offlineFiles(publication: Publication, folder: string, brand: BrandDescription, brandHash: string): ShellList {
  const { documents } = publication.index();
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = new Set([...template.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file as string));
  for (const name of readdirSync(join(folder, 'assets'))) if (/^(icons|scenes)-.*\.svg$/.test(name)) files.add(`assets/${name}`);
  const preload = join(folder, 'preload.json');
  const ofBlock = existsSync(preload) ? (JSON.parse(readFileSync(preload, 'utf8')) as Readonly<Record<string, readonly string[]>>) : {};

  const addresses = [brandSheet(brand, brandHash), `/descriptions/brand/${brand.code}.${brandHash}.svg`];
  const add = (kind: string, code: string, hash: string): void => void addresses.push(`/descriptions/${kind}/${code}.${hash}.json`);
  add('brand', brand.code, brandHash);
  for (const kind of WHOLE_KINDS) for (const [code, hash] of Object.entries(documents[kind] ?? {})) add(kind, code, hash);
  const tabs = new Set((brand as { readonly tabs?: readonly { readonly screen: string }[] }).tabs?.map(({ screen }) => screen));
  for (const [code, hash] of Object.entries(documents.screen ?? {})) {
    const screen = JSON.parse(publication.document('screen', code, hash) ?? '{}') as ScreenParts;
    const shows = Object.values(screen.sources ?? {}).some(({ call }) => KEPT_CALLS.has(call.toLowerCase()));
    if (!tabs.has(code) && (!shows || screen.game !== undefined || screen.sport !== undefined)) continue;
    add('screen', code, hash);
    for (const block of blocksInView(screen)) for (const file of ofBlock[block] ?? []) files.add(file);
  }
  return { files: [...files].map((file) => `/${file}`), documents: addresses };
}
