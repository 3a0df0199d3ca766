/**
 * The built app: files as they are, and index.html for every route of the app, with the descriptions of the first screen inside
 * it, so that the first paint waits for no further request.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BrandDescription, isLook, LOOKS, type Look } from '../../engine/descriptions/brand.ts';
import { matchRoute, type RoutesDescription } from '../../engine/descriptions/routes.ts';
import { STATUS } from '../../protocol/status.ts';
import { refuse, send } from './call.ts';
import { composePage } from './page.ts';
import type { Publication } from '../descriptions/publication.ts';

/** The screen at "/"; its menus are those that its description names. */
const FIRST_PATH = '/';

export async function serveSite(app: FastifyInstance, publication: Publication, folder: string): Promise<void> {
  const indexFile = join(folder, 'index.html');
  const built = existsSync(indexFile);
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      cacheControl: false,
      // The build names its files by content: what is under assets/ never changes.
      setHeaders(response, path) {
        const forever = path.slice(folder.length).replaceAll('\\', '/').startsWith('/assets/');
        response.setHeader('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const page = pageMaker(publication, indexFile);

  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.raw.url ?? '/').split('?', 1)[0] as string;
    if (/^\/(api|test|operator)(\/|$)/i.test(path)) return send(reply, refuse(STATUS.notFound, '没有这个接口'));
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
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'cookie');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .code(known ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html);
  };
  // The folder itself is no file: without a route of its own, the first page would be refused as a listing.
  app.get('/', answer);
  app.setNotFoundHandler(answer);
}

/** The choice between light and dark that the page keeps in a cookie, for this. */
function lookOf(request: FastifyRequest): Look {
  const chosen = /(?:^|;\s*)look=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return isLook(chosen) ? chosen : 'auto';
}

function pageMaker(
  publication: Publication,
  indexFile: string,
): (path: string, look: Look) => { html: string; etag: string; known: boolean } {
  let made: { version: string; html: Record<Look, string>; stamp: string; routes: RoutesDescription | undefined } | undefined;

  function parsed(kind: string, code: string): unknown {
    const hash = publication.index().documents[kind]?.[code];
    const body = hash === undefined ? undefined : publication.document(kind, code, hash);
    return body === undefined ? undefined : JSON.parse(body);
  }

  function make() {
    const index = publication.index();
    const documents: Record<string, Record<string, unknown>> = {};
    const add = (kind: string, code: string) => {
      const body = parsed(kind, code);
      if (body === undefined) return;
      documents[kind] ??= {};
      documents[kind][code] = body;
    };
    const brandCode = index.brand ?? Object.keys(index.documents.brand ?? {})[0] ?? '';
    add('brand', brandCode);
    for (const code of Object.keys(index.documents.routes ?? {})) add('routes', code);
    for (const code of Object.keys(index.documents.terms ?? {})) add('terms', code);
    const routes = Object.values(documents.routes ?? {})[0] as RoutesDescription | undefined;
    const first = routes === undefined ? undefined : matchRoute(routes, FIRST_PATH)?.route.screen;
    if (first !== undefined) {
      add('screen', first);
      for (const menu of menusNamedBy(documents.screen?.[first], Object.keys(index.documents.menu ?? {}))) add('menu', menu);
    }
    const brand = parsed('brand', brandCode) as BrandDescription | undefined;
    const parts = {
      template: readFileSync(indexFile, 'utf8'),
      boot: { index, documents },
      brand,
      brandHash: index.documents.brand?.[brandCode] ?? '',
    };
    const html = Object.fromEntries(LOOKS.map((look) => [look, composePage({ ...parts, look })])) as Record<Look, string>;
    const stamp = statSync(indexFile).mtimeMs.toString(36);
    return { version: index.version, html, stamp, routes };
  }

  return (path, look) => {
    if (made === undefined || made.version !== publication.index().version) made = make();
    const etag = `"${made.version}-${made.stamp}-${look}"`;
    return { html: made.html[look], etag, known: made.routes === undefined || matchRoute(made.routes, path) !== undefined };
  };
}

/** Menu codes that a screen description mentions as the value of a `menu` property. */
function menusNamedBy(screen: unknown, codes: readonly string[]): string[] {
  const named = new Set<string>();
  JSON.stringify(screen, (key, value: unknown) => {
    if (key === 'menu' && typeof value === 'string' && codes.includes(value)) named.add(value);
    return value;
  });
  // The catalogue of menu codes belongs to whatever menu shows.
  if (codes.includes('codes')) named.add('codes');
  return [...named];
}
