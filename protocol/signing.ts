/**
 * How a request is signed (docs/signing.md says it for someone who writes another client; protocol/vectors.json holds test vectors).
 * Pure: the HMAC is given by the caller, so that the phone (crypto-js) and the server (node:crypto) run the same lines.
 */

/** Name and value pairs, as a decoded query or form gives them. Repeated names are kept. */
export type Parameters = Iterable<readonly [name: string, value: string]>;

export interface SignableRequest {
  /** Upper or lower case; upper case is signed. */
  readonly method: string;
  /** The path exactly as sent, without query: case and percent-encoding included. */
  readonly path: string;
  readonly query: Parameters;
  /** Fields of a form-encoded body. */
  readonly form?: Parameters;
  /** The header Idempotency-Key, when the request carries one. */
  readonly key?: string | undefined;
}

/** HMAC-SHA256 of a UTF-8 message under a UTF-8 key, as 64 lower-case hexadecimal digits. */
export type Hmac = (key: string, message: string) => string;

/**
 * The signed paths of specification section 7, in lower case: the calls that carry the true client type. Whether a call of the API is
 * signed stands in the table of calls (protocol/calls/), which refuses a row that leaves one of these unsigned.
 */
export const SIGNED_PATHS: readonly string[] = [
  '/api/account/weblogin',
  '/api/webregist',
  '/api/webregist2/postwebregist',
  '/api/account/heartbeat',
  '/api/lottery/bet_jc_create',
  '/api/lottery/bet_together',
  '/api/lottery/bet_jc',
  '/api/lottery/bet_szc',
  '/api/lottery/bet_youhua_create',
  '/api/lottery/bet_ozb',
];

/** Seconds by which a request's clock may differ from the server's. */
export const SIGNATURE_WINDOW_SECONDS = 300;

/**
 * METHOD, path and parameters, one line each, and the idempotency key on a fourth line when the request carries one: a captured request
 * cannot be sent under another key. Parameters are all of query and form but `s`, sorted by name and then by value
 * (by UTF-16 code unit, before encoding), percent-encoded as RFC 3986 says and joined as name=value with "&".
 */
export function canonicalForm(request: SignableRequest): string {
  const pairs = [...request.query, ...(request.form ?? [])].filter(([name]) => name !== 's');
  pairs.sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB));
  const parameters = pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
  const key = request.key === undefined ? '' : `\n${percentEncode(request.key)}`;
  return `${request.method.toUpperCase()}\n${request.path}\n${parameters}${key}`;
}

/** The key that signs: the brand's signing key, bound to the session's token when one is sent. */
export function signatureKey(brandKey: string, token: string | undefined): string {
  return token === undefined || token === '' ? brandKey : `${brandKey}:${token}`;
}

/** The value of `s`. `brandKey` is the brand's signing key; the token is taken from the request's own `tk`. */
export function sign(hmac: Hmac, brandKey: string, request: SignableRequest): string {
  const token = [...request.query, ...(request.form ?? [])].find(([name]) => name === 'tk')?.[1];
  return hmac(signatureKey(brandKey, token), canonicalForm(request));
}

export interface VerifyOptions {
  /** Signing key of a brand code; undefined for a brand that is not known. */
  readonly keyOf: (brand: string) => string | undefined;
  /** The server's clock, unix seconds. */
  readonly nowSeconds: number;
  readonly windowSeconds?: number;
}

/**
 * missing: no `s`, or a parameter that a signature needs is not there. repeated: one of them is there twice, so that signer and reader
 * could mean different ones. malformed: `t`, `n` or `s` is not of its form. brand: unknown brand code. stale: outside the time window.
 * signature: does not match.
 */
export type SignatureFault = 'missing' | 'repeated' | 'malformed' | 'brand' | 'stale' | 'signature';

export type Verified =
  | { readonly ok: true; readonly nonce: string; readonly brand: string; readonly token: string | undefined; readonly seconds: number }
  | { readonly ok: false; readonly reason: SignatureFault };

const REQUIRED = ['s', 't', 'p', 'n'] as const;
const ONCE = [...REQUIRED, 'tk', 'c', 'v', 'mid'] as const;

/**
 * Checks a signed request. What it cannot know is whether the nonce was seen before: the caller keeps `nonce` for twice the window
 * and refuses a second use.
 */
export function verify(hmac: Hmac, request: SignableRequest, options: VerifyOptions): Verified {
  const all = [...request.query, ...(request.form ?? [])];
  const first = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of all)
    if (first.has(name)) repeated.add(name);
    else first.set(name, value);
  if (REQUIRED.some((name) => !first.has(name))) return { ok: false, reason: 'missing' };
  if (ONCE.some((name) => repeated.has(name))) return { ok: false, reason: 'repeated' };
  const one = (name: string) => first.get(name) as string;
  const [given, time, brand, nonce] = [one('s'), one('t'), one('p'), one('n')];
  if (!/^[0-9a-f]{64}$/.test(given) || !/^\d{1,12}$/.test(time) || !/^[0-9a-f]{32}$/.test(nonce)) return { ok: false, reason: 'malformed' };
  const key = options.keyOf(brand);
  if (key === undefined) return { ok: false, reason: 'brand' };
  const seconds = Number(time);
  if (Math.abs(options.nowSeconds - seconds) > (options.windowSeconds ?? SIGNATURE_WINDOW_SECONDS)) return { ok: false, reason: 'stale' };
  if (!sameText(given, sign(hmac, key, request))) return { ok: false, reason: 'signature' };
  return { ok: true, nonce, brand, token: first.get('tk'), seconds };
}

/** RFC 3986: everything but letters, digits and -._~ is encoded, as UTF-8. A lone surrogate counts as U+FFFD, as in a form body. */
export function percentEncode(text: string): string {
  // Most texts are keys, numbers and names.
  if (/^[\w.~-]*$/.test(text)) return text;
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Compares without stopping at the first difference, so that the time taken tells nothing. */
function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length && at < b.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
