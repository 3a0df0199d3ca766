/** Descriptions over HTTP: an index that changes, and documents that never do. */
import type { FastifyPluginAsync } from 'fastify';
import type { BrandDescription } from '../../engine/descriptions/brand.ts';
import { brandCss } from '../../engine/descriptions/brand-css.ts';
import { brandIcon } from '../../engine/descriptions/brand-icon.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { type EncodedBody, encodeBody, matchesEtag, encodedBodyCache, sendEncoded } from '../platform/index.ts';
import type { Publication } from './publication.ts';

const CODE = '[A-Za-z0-9][A-Za-z0-9_-]{0,31}';
/** Bytes of descriptions that are kept packed, as text: more than all of the product's own. */
const KEPT_BYTES = 16 * 1024 * 1024;
const DOCUMENT = new RegExp(`^(${CODE})\\.([0-9a-f]{32})\\.(json|css|svg)$`);

const FOR_EVER = { fresh: () => true };

/** Kinds under which bets are sold. */
const SOLD: ReadonlySet<string> = new Set(['game', 'sport', 'outright', 'small']);

/** What a brand's description is served as besides itself: its style sheet and its icon. */
const OF_A_BRAND: Readonly<Record<string, { readonly type: string; readonly make: (brand: BrandDescription) => string }>> = {
  css: { type: 'text/css; charset=utf-8', make: brandCss },
  svg: { type: 'image/svg+xml', make: brandIcon },
};

/**
 * GET /descriptions/index.json and GET /descriptions/{kind}/{code}.{hash}.json; of a brand also .css and .svg.
 * `older` finds versions of games that were published before this process began: tickets of that time still ask for them.
 */
export function descriptionRoutes(
  publication: Publication,
  older: (kind: string, code: string, hash: string) => Promise<string | undefined> = async () => undefined,
): FastifyPluginAsync {
  return async (app) => {
    // Compressed once for each version in force; a 304 is answered before any look-up.
    const indexes = new WeakMap<DescriptionIndex, EncodedBody>();
    app.get('/descriptions/index.json', (request, reply) => {
      const index = publication.index();
      const etag = `"${index.version}"`;
      reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
      if (matchesEtag(request, etag)) return reply.code(304).send();
      let bytes = indexes.get(index);
      if (bytes === undefined) indexes.set(index, (bytes = encodeBody(JSON.stringify(index), 'small')));
      return sendEncoded(request, reply.type('application/json; charset=utf-8'), bytes, { fresh: () => publication.index() === index });
    });

    const packed = encodedBodyCache(KEPT_BYTES);
    app.get<{ Params: { kind: string; file: string } }>('/descriptions/:kind/:file', async (request, reply) => {
      const name = DOCUMENT.exec(request.params.file);
      const [, code = '', hash = '', ending = ''] = name ?? [];
      const { kind } = request.params;
      const etag = `"${hash}"`;
      const keep = () =>
        reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag).header('vary', 'accept-encoding');
      if (name !== null && matchesEtag(request, etag)) return keep().code(304).send();
      const body =
        name === null
          ? undefined
          : (publication.document(kind, code, hash) ?? (SOLD.has(kind) ? await older(kind, code, hash) : undefined));
      const made = kind === 'brand' && Object.hasOwn(OF_A_BRAND, ending) ? OF_A_BRAND[ending] : undefined;
      if (body === undefined || (ending !== 'json' && made === undefined)) {
        // Not to be cached: the process that answers next may have it.
        return reply.code(404).header('cache-control', 'no-store').send({
          error: 'DESCRIPTION_NOT_FOUND',
          message: '没有这个版本的描述，请重新读取 /descriptions/index.json',
        });
      }
      const text = made ? made.make(JSON.parse(body) as BrandDescription) : body;
      const bytes = packed(`${kind}/${request.params.file}`, text);
      return sendEncoded(request, keep().type(made?.type ?? 'application/json; charset=utf-8'), bytes, FOR_EVER);
    });
  };
}
