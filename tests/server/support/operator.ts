/** Calls of the back office, as its pages make them. */
import { asTexts } from '../../../protocol/calls/define.ts';
import { type Measures, measuresText } from '../../../protocol/desk/measures.ts';
import { PAGE_HEADER } from '../../../protocol/desk/page-header.ts';

export interface OperatorAnswer<T> {
  readonly http: number;
  readonly cache: string | null;
  /** Token of the session that it opened; '' for none. */
  readonly opened: string;
  readonly status: number;
  readonly models: T;
  readonly msg: string;
}

/** What a page of the back office sends with each call; `token`: of its session, '' for none. */
export const operatorHeaders = (token: string): Record<string, string> => ({
  [PAGE_HEADER.name]: PAGE_HEADER.value,
  ...(token === '' ? {} : { cookie: `operator=${token}` }),
});

/** The token of a session that an answer opened; '': it opened none. */
export const sessionTokenIn = (cookies: string | readonly string[] | null | undefined): string =>
  /operator=([\w-]+)/.exec(String(cookies ?? ''))?.[1] ?? '';

export type OperatorMethod = 'GET' | 'POST';

/**
 * The call that reads what an address of files names: games, games/ssq, games/ssq/versions, games/ssq/versions/1, games/ssq/figures.
 */
export function filePathOf(address: string): string {
  const [kind = '', code, what, id] = address.split('/').map(decodeURIComponent);
  if (code === undefined) return `files?${new URLSearchParams({ kind })}`;
  const name = what === undefined ? 'file' : id === undefined ? `file/${what}` : 'file/version';
  return `${name}?${new URLSearchParams({ kind, code, ...(id !== undefined && { id }) })}`;
}

/** The act on results of matches that a short address names: m-1/enter, issues/sfc14/26139/cancel, corrections/1/sign. */
export function resultActionPath(
  address: string,
  fields: Readonly<Record<string, unknown>>,
): readonly [name: string, fields: Readonly<Record<string, unknown>>] {
  const parts = address.split('/').map(decodeURIComponent);
  const [of = '', id = '', more = ''] = parts;
  if (of === 'issues') return ['result/issue', { ...fields, game: id, issue: more }];
  if (of === 'outrights') return ['result/outright', { ...fields, game: id, edition: more }];
  if (of === 'corrections') return [`correction/${more}`, { ...fields, id }];
  const { measures } = fields as { readonly measures?: Measures };
  return [
    id === 'correct' ? 'correction/propose' : `result/${id}`,
    { ...fields, match: of, ...(measures !== undefined && { measures: measuresText(measures) }) },
  ];
}

/** A list of files as the pages see it: with what its drafts are judged and completed with. */
export const listingOf = <L>({ models }: Pick<OperatorAnswer<unknown>, 'models'>): { readonly models: L } => ({
  models: { ...(models as object), ...(models as { readonly around: object }).around } as L,
});

/** The call that publishes a file. */
export function publishCall(address: string, fields: { readonly text: string; readonly stamp: string; readonly accepted?: boolean }) {
  const [kind = '', code = ''] = address.split('/');
  return ['POST', 'file/publish', { kind, code, ...fields }] as const;
}

/** One call; `token`: '' for somebody who is not logged in. */
export async function callOperator<T>(
  base: string,
  token: string,
  method: OperatorMethod,
  path: string,
  fields?: Readonly<Record<string, unknown>>,
): Promise<OperatorAnswer<T>> {
  const response = await fetch(`${base}/operator/api/desk/${path}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...operatorHeaders(token),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(asTexts(fields ?? {})) }),
  });
  return {
    http: response.status,
    cache: response.headers.get('cache-control'),
    opened: sessionTokenIn(response.headers.get('set-cookie')),
    ...((await response.json()) as { status: number; models: T; msg: string }),
  };
}

export interface OperatorSession {
  readonly token: string;
  call<T>(method: OperatorMethod, path: string, fields?: Readonly<Record<string, unknown>>): Promise<OperatorAnswer<T>>;
}

/** A session of the operator with the password of the environment. */
export async function logInOperator(base: string, password: string): Promise<OperatorSession> {
  const { opened: token } = await callOperator(base, '', 'POST', 'login', { password });
  return { token, call: (method, path, fields) => callOperator(base, token, method, path, fields) };
}
