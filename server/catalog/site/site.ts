/**
 * The built app: files as they are, and index.html for every route of the app, with the descriptions of its screen inside it and the names
 * of the files that the screen is drawn with: everything travels at once, and the first paint waits for no chain of requests.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BrandDescription, isColourScheme, type ColourScheme } from '../../../engine/descriptions/brand.ts';
import { matchRoute, type RoutesDescription } from '../../../engine/descriptions/routes.ts';
import type { DescriptionIndex, IndexedGame } from '../../../engine/descriptions/types.ts';
import { blocksInView, type ViewsOfScreen } from '../../../engine/descriptions/screens/views.ts';
import { STATUS } from '../../../protocol/status.ts';
import { type EncodedBody, encodeBody, refuse, send, sendEncoded } from '../../platform/index.ts';
import { webAppRoutes } from './installed.ts';
import { composePage } from './page.ts';
import type { Publication } from '../publication.ts';

/** Files that a block is drawn with, by its name; the build writes it. Left out in development. */
const PRELOAD = 'preload.json';
/** What every screen of a game is drawn with, in that list. */
const GAME_FILES = '@game';
/** The same of a sports game. */
const SPORT_FILES = '@sport';

export async function siteRoutes(app: FastifyInstance, publication: Publication, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html');
  const built = existsSync(indexFile);
  if (built) {
    await app.register(async (files) => {
      files.addHook('onSend', keepFile);
      // An address that can name no file (`//host`, say) is the app's to answer, as one whose file is not there.
      files.setErrorHandler((error: FastifyError, request, reply) => {
        if (error.statusCode === 403) return answer(request, reply);
        throw error;
      });
      await files.register(fastifyStatic, {
        root: folder,
        index: false,
        cacheControl: false,
        // Those that the build wrote packed (.br, .gz) are sent so.
        preCompressed: true,
        // The build names its files by content: what is under assets/ never changes.
        setHeaders(response, path) {
          const forever = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/');
          response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
          response.header('vary', 'accept-encoding');
        },
      });
    });
  }
  const page = pageMaker(publication, folder, indexFile);
  webAppRoutes(app, {
    publication,
    folder,
    brandCode: () => brandCodeOf(publication),
    shell: (request) => (built ? page('/', lookOf(request), 'everywhere') : undefined),
  });

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] as string;
    if (/^\/(api|matchdata|test|operator\/api)(\/|$)/i.test(path)) return send(reply, refuse(STATUS.notFound, '没有这个接口'));
    // A path with a file's ending is a file that is not there; everything else is for the app to show.
    const forApp = (request.method === 'GET' || request.method === 'HEAD') && !/\.[a-z0-9]{1,8}$/i.test(path);
    if (!forApp) return reply.code(404).type('text/plain; charset=utf-8').send('404 没有这个文件');
    if (!built) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('应用还没有构建：运行 npm run build，或用 npm start 启动。\nThe app is not built: npm run build, or npm start.');
    }
    const { html, etag, known } = page(path, lookOf(request));
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'cookie, accept-encoding');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const { version } = publication.index();
    return sendEncoded(request, reply.code(known ? 200 : 404).type('text/html; charset=utf-8'), html, {
      fresh: () => publication.index().version === version,
      ofCookie: lookIn,
    });
  };
  // The folder itself is no file: without a route of its own, the first page would be refused as a listing.
  app.get('/', answer);
  app.setNotFoundHandler(answer);
}

/** The brand of this server: the configured one, or the only one. */
function brandCodeOf(publication: Publication): string {
  const { brand, documents } = publication.index();
  return brand ?? Object.keys(documents.brand ?? {})[0] ?? '';
}

/** The choice between light and dark that the page keeps in a cookie, for this. */
const lookOf = (request: FastifyRequest): ColourScheme => lookIn(request.headers.cookie ?? '');
function lookIn(cookies: string): ColourScheme {
  const chosen = /(?:^|;\s*)look=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  return isColourScheme(chosen) ? chosen : 'auto';
}

/** Types that are packed already; whatever else was not written packed by the build is packed each time, and not kept. */
const PACKED_TYPE = /^(image\/(?!svg)|font\/)/;
/** A file under assets/ never changes: the next request is answered from memory. */
async function keepFile(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const path = request.raw.url ?? '';
  const asItIs = reply.hasHeader('content-encoding') || PACKED_TYPE.test(String(reply.getHeader('content-type')));
  if (request.method !== 'GET' || reply.statusCode !== 200 || !path.startsWith('/assets/') || !asItIs || !(payload instanceof Readable))
    return payload;
  const body = Buffer.concat((await payload.toArray()) as Buffer[]);
  request.server.responseCache?.store(request, reply, body, { fresh: () => true });
  return body;
}

/** A page as it is sent, packed once. */
export interface RenderedPage {
  readonly html: EncodedBody;
  readonly etag: string;
  readonly known: boolean;
}

interface ScreenParts extends ViewsOfScreen {
  readonly game?: unknown;
  readonly sport?: unknown;
}

type Documents = Record<string, Record<string, unknown>>;

/** What a page is made for; most addresses show the same. */
interface Wanted {
  readonly screen: string | undefined;
  /** A game that exists. */
  readonly game: string | undefined;
  readonly known: boolean;
  readonly look: ColourScheme;
  readonly use: Use;
}

/** Shown at its own address; or the shell, kept by phones and shown at any address without the network, where nothing more can be asked for. */
type Use = 'here' | 'everywhere';

function pageMaker(
  publication: Publication,
  folder: string,
  indexFile: string,
): (path: string, look: ColourScheme, use?: Use) => RenderedPage {
  /** Pages of one version of the descriptions. */
  let made: { version: string; common: Documents; routes: RoutesDescription | undefined; pages: Map<string, RenderedPage> } | undefined;

  function add(documents: Documents, kind: string, code: string): void {
    const hash = publication.index().documents[kind]?.[code];
    const body = hash === undefined ? undefined : publication.document(kind, code, hash);
    if (body !== undefined) documents[kind] = { ...documents[kind], [code]: JSON.parse(body) };
  }

  function begin() {
    const index = publication.index();
    const common: Documents = {};
    add(common, 'brand', brandCodeOf(publication));
    for (const kind of ['routes', 'terms']) for (const code of Object.keys(index.documents[kind] ?? {})) add(common, kind, code);
    const routes = Object.values(common.routes ?? {})[0] as RoutesDescription | undefined;
    return { version: index.version, common, routes, pages: new Map<string, RenderedPage>() };
  }

  function make(common: Documents, { screen: code, game: gameCode, known, look, use }: Wanted): RenderedPage {
    const index = publication.index();
    const documents: Documents = { ...common };
    let screen: ScreenParts | undefined;
    if (code !== undefined) {
      add(documents, 'screen', code);
      screen = documents.screen?.[code] as ScreenParts | undefined;
      for (const menu of menusNamedBy(screen, Object.keys(index.documents.menu ?? {}))) add(documents, 'menu', menu);
    }
    const files = filesOf(screen, folder).map((file) =>
      file.endsWith('.css')
        ? // Not applied here: a block's sheet comes after those that every page has.
          `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    );
    const game = screen?.game === undefined ? undefined : index.games.find((each) => each.code === gameCode);
    const data = game ? [`/descriptions/game/${encodeURIComponent(game.code)}.${game.hash}.json`] : [];
    const html = composePage({
      template: readFileSync(indexFile, 'utf8'),
      boot: { index: use === 'here' ? abridged(index, documents, gameCode) : index, documents },
      brand: documents.brand?.[brandCodeOf(publication)] as BrandDescription | undefined,
      brandHash: index.documents.brand?.[brandCodeOf(publication)] ?? '',
      look,
      links: [...files, ...data.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`)].join(''),
    });
    const stamp = statSync(indexFile).mtimeMs.toString(36);
    return { html: encodeBody(html, 'small'), etag: `"${index.version}-${code ?? ''}-${game?.code ?? ''}-${stamp}-${look}-${use}"`, known };
  }

  return (path, look, use = 'here') => {
    if (made === undefined || made.version !== publication.index().version) made = begin();
    const { routes, common, pages } = made;
    const match = routes === undefined ? undefined : matchRoute(routes, path);
    const named = match?.params.gameCode ?? match?.params.gameType;
    // A game that does not exist has the page of its screen, so that invented addresses take no memory.
    const game = publication.index().games.find(({ code }) => code.toLowerCase() === named?.toLowerCase())?.code;
    const wanted: Wanted = { screen: match?.route.screen, game, known: routes === undefined || match !== undefined, look, use };
    const name = JSON.stringify(wanted);
    let page = pages.get(name);
    if (!page) pages.set(name, (page = make(common, wanted)));
    return page;
  };
}

/**
 * The index with the hashes of only the shown screen and its menus. A hash cannot be compressed. With the hashes of all hundred screens the page exceeds the
 * first 14 KB that a new connection sends without waiting, which costs a slow network one more round trip before the first paint.
 */
function abridged(index: DescriptionIndex, { screen = {}, menu = {}, brand = {} }: Documents, game: string | undefined): DescriptionIndex {
  // A small game is asked for by the hash of its offer.
  const { small: _, ...others } = index.documents;
  const shown = (kind: string, has: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(index.documents[kind] ?? {}).filter(([code]) => Object.hasOwn(has, code)));
  // The tabs list games with the time of their next draw. Another page needs the days off of its own game, and has the rest a moment later.
  const tabs = Object.values(brand).flatMap((each) =>
    ((each as { readonly tabs?: readonly { readonly screen: string }[] }).tabs ?? []).map((tab) => tab.screen),
  );
  const games = tabs.some((tab) => Object.hasOwn(screen, tab))
    ? index.games
    : index.games.map((each) => (each.code === game ? each : withoutDays(each)));
  return { ...index, games, documents: { ...others, screen: shown('screen', screen), menu: shown('menu', menu) }, abridged: true };
}

function withoutDays(game: IndexedGame): IndexedGame {
  if (game.schedule?.kind !== 'weekly') return game;
  const { off: _off, extra: _extra, moved: _moved, ...schedule } = game.schedule;
  return { ...game, schedule };
}

/** Files of the blocks of a screen, each once. */
function filesOf(screen: ScreenParts | undefined, folder: string): readonly string[] {
  const list = join(folder, PRELOAD);
  if (!screen || !existsSync(list)) return [];
  const files = JSON.parse(readFileSync(list, 'utf8')) as Readonly<Record<string, readonly string[]>>;
  const shared = [...(screen.game === undefined ? [] : [GAME_FILES]), ...(screen.sport === undefined ? [] : [SPORT_FILES])];
  return [...new Set([...shared, ...blocksInView(screen)].flatMap((name) => files[name] ?? []))];
}

/** Menu codes that a screen description mentions as the value of a `menu` property. */
function menusNamedBy(screen: unknown, codes: readonly string[]): string[] {
  const named = new Set<string>();
  JSON.stringify(screen, (key, value: unknown) => {
    if (key === 'menu' && typeof value === 'string' && codes.includes(value)) named.add(value);
    return value;
  });
  // The catalogue of menu codes belongs to whatever shows a menu; anybody else who opens an entry of it asks for it then.
  if (codes.includes('codes') && /"menus?":/.test(JSON.stringify(screen) ?? '')) named.add('codes');
  return [...named];
}
