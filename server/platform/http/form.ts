/** Parameters of a request as pairs: repeated names and their order are kept, because the signature covers them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface RequestParameters {
  /** Path as sent, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

const parsed = new WeakMap<FastifyRequest, RequestParameters>();
const NO_FORM = new URLSearchParams();

/** Accepts form bodies: `parametersOf` gives their pairs. There is no other reading of them. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const form = new URLSearchParams(body as string);
    parsed.set(request, split(request, form));
    done(null, undefined);
  });
}

export const parametersOf = (request: FastifyRequest): RequestParameters => parsed.get(request) ?? split(request, NO_FORM);

function split(request: FastifyRequest, form: URLSearchParams): RequestParameters {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: NO_FORM, form }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)), form };
}
