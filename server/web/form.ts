/** Parameters of a request as pairs: repeated names and their order are kept, because the signature covers them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Parameters {
  /** Path as sent, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

const known = new WeakMap<FastifyRequest, Parameters>();
const NO_FORM = new URLSearchParams();

/** Accepts form bodies: `request.body` is the last value of each name, `parametersOf` gives the pairs. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const form = new URLSearchParams(body as string);
    known.set(request, split(request, form));
    done(null, lastOfEach(form));
  });
}

export const parametersOf = (request: FastifyRequest): Parameters => known.get(request) ?? split(request, NO_FORM);

function split(request: FastifyRequest, form: URLSearchParams): Parameters {
  const url = request.raw.url ?? '';
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: NO_FORM, form }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)), form };
}

/** The last of a repeated name wins; null prototype, so that "__proto__" is a name like any other. */
export function lastOfEach(...sets: readonly URLSearchParams[]): Record<string, string> {
  const object = Object.create(null) as Record<string, string>;
  for (const pairs of sets) for (const [name, value] of pairs) object[name] = value;
  return object;
}
