/** A small signed client of the API, independent of the app's own: what any other client would have to do (docs/signing.md). */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { callOf } from '../../../protocol/calls/table.ts';
import { sign } from '../../../protocol/signing.ts';
import type { Envelope } from '../../../protocol/status.ts';
import type { BetModels, LoginModels, ServerTimeModels } from '../../../protocol/calls.ts';
import type { Ticket } from '../../../engine/descriptions/types.ts';

export const BRAND = 'caipu';
export const BRAND_KEY = 'caipu-web-2026';

const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');

export interface Answer<T> extends Envelope<T> {
  readonly http: number;
  readonly cacheControl?: string | null;
}

export interface CallOptions {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** false: no signature at all. */
  readonly signed?: boolean;
  /** false: no Idempotency-Key, even where the call wants one. */
  readonly idempotent?: boolean;
  /** What is signed as the key; the header's own when left out. */
  readonly signedKey?: string | undefined;
  /** Seconds that this client's clock is off. */
  readonly clockOffset?: number;
  /** Last change of the query before sending, after signing. */
  readonly tamper?: (query: URLSearchParams) => void;
  readonly nonce?: string;
  /** More common parameters, signed. */
  readonly common?: Readonly<Record<string, string>>;
  /** A parameter that is in the query once more, signed. */
  readonly twice?: readonly [name: string, value: string];
}

export class Client {
  readonly base: string;
  token = '';
  userId = 0;
  /** Unix ms of the server's clock, as this client knows it. */
  now: () => number = Date.now;

  constructor(base: string) {
    this.base = base;
  }

  get<T>(path: string, fields: Readonly<Record<string, string>> = {}, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call(path, fields, { signed: callOf(path)?.signed === true, ...options, method: 'GET' });
  }

  post<T>(path: string, fields: Readonly<Record<string, string>> = {}, options: CallOptions = {}): Promise<Answer<T>> {
    return this.call(path, fields, { ...options, method: 'POST' });
  }

  async call<T>(path: string, fields: Readonly<Record<string, string>>, options: CallOptions): Promise<Answer<T>> {
    const response = await this.raw(path, fields, options);
    const answer = { http: response.status, ...((await response.json()) as Envelope<T>) };
    // Beside the answer: two answers are compared by what they say.
    return Object.defineProperty(answer, 'cacheControl', { value: response.headers.get('cache-control'), enumerable: false });
  }

  /** The response itself, for what may not be an envelope. */
  async raw(path: string, fields: Readonly<Record<string, string>>, options: CallOptions): Promise<Response> {
    const { method = 'GET' } = options;
    const query = new URLSearchParams({
      c: '1',
      v: '202611000',
      t: String(Math.floor(this.now() / 1000) + (options.clockOffset ?? 0)),
      p: BRAND,
      n: options.nonce ?? randomBytes(16).toString('hex'),
      ...options.common,
    });
    if (options.twice) query.append(...options.twice);
    if (this.token !== '') query.set('tk', this.token);
    const form = new URLSearchParams(method === 'POST' ? fields : {});
    if (method !== 'POST') for (const [name, value] of Object.entries(fields)) query.set(name, value);
    const headers: Record<string, string> = {
      ...(callOf(path)?.idempotent && options.idempotent !== false ? { 'idempotency-key': randomUUID() } : {}),
      ...options.headers,
    };
    const key = 'signedKey' in options ? options.signedKey : headers['idempotency-key'];
    if (options.signed !== false) query.set('s', sign(hmac, BRAND_KEY, { method, path, query, form, key }));
    options.tamper?.(query);
    return fetch(`${this.base}${path}?${query}`, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: form.toString() } : {}),
    });
  }

  async register(name = `u${randomBytes(6).toString('hex')}`, password = 'secret-1'): Promise<this> {
    return this.entered(await this.post<LoginModels>('/api/webregist', { username: name, password }));
  }

  async login(name: string, password: string): Promise<this> {
    return this.entered(await this.post<LoginModels>('/api/account/weblogin', { username: name, password }));
  }

  private entered(answer: Answer<LoginModels>): this {
    if (answer.status !== 0) throw new Error(`${answer.http} ${answer.status} ${answer.msg}`);
    this.token = answer.models.token;
    this.userId = Number(answer.models.user.Mid);
    return this;
  }

  /** Sets this client's clock by the server's, simulated speed and all. */
  async sync(): Promise<this> {
    const { now, speed } = (await this.get<ServerTimeModels>('/api/SystemConfig/GetServerTime')).models;
    const at = performance.now();
    this.now = () => now + (performance.now() - at) * speed;
    return this;
  }

  /** Another client of the same session. */
  twin(base = this.base): Client {
    const twin = new Client(base);
    twin.token = this.token;
    twin.userId = this.userId;
    twin.now = this.now;
    return twin;
  }

  bet(bet: BetRequest, options: CallOptions = {}): Promise<Answer<BetModels>> {
    const { ticket, hash, amountFen, issue, chase, stopOnWin, key = randomUUID() } = bet;
    return this.post(
      '/api/lottery/bet_szc',
      {
        ticket: JSON.stringify(ticket),
        hash,
        amountFen: String(amountFen),
        ...(issue === undefined ? {} : { issue }),
        ...(chase === undefined ? {} : { chase }),
        ...(stopOnWin === undefined ? {} : { stopOnWin }),
      },
      { ...options, headers: { 'idempotency-key': key, ...options.headers } },
    );
  }
}

export interface BetRequest {
  readonly ticket: Ticket;
  readonly hash: string;
  readonly amountFen: number;
  readonly issue?: string;
  /** JSON of ChaseIssue[]. */
  readonly chase?: string;
  readonly stopOnWin?: '0' | '1';
  readonly key?: string;
}
