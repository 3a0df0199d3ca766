/** What takes a push out of the house: the push service of a browser, over HTTPS, at an address of a known host and no other. */
import { encryptPush, type PushKeys, type SigningKeys, vapidHeader } from './encrypt.ts';
import { PUSH_RULES } from './rules.ts';

export interface PushAddress extends PushKeys {
  readonly endpoint: string;
}

/** gone: nothing reaches this address again. refused: this push is not taken and never will be. later: it may be taken, not before `waitMs`. */
export type PushOutcome =
  | { readonly is: 'taken' }
  | { readonly is: 'gone' }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'later'; readonly why: string; readonly waitMs?: number };

/** Sends one push. Never rejects; what it says of a failure holds neither the message nor the whole address. */
export interface PushService {
  /** Whether it would send to this endpoint at all. */
  takes(endpoint: string): boolean;
  /** `topic`: a later push of the same takes the place of one that waits for its phone; at most 32 characters of base64url. */
  send(address: PushAddress, message: Buffer, topic: string): Promise<PushOutcome>;
}

export interface PushServiceOptions {
  readonly keys: () => Promise<SigningKeys>;
  /** https: or mailto: address of the sender. */
  readonly contact: string;
  /** Hosts beside those of push.json, in the same form; for tests also an origin such as http://127.0.0.1:8000. */
  readonly hosts?: readonly string[];
}

const PATIENCE_MS = 15_000;
const MOST_WAIT_MS = 86_400_000;

/** Whether a host is one of a list in which `*.` stands for one name or more. */
export const isListedHost = (host: string, list: readonly string[]): boolean =>
  list.some((each) => (each.startsWith('*.') ? host.endsWith(each.slice(1)) && host.length >= each.length : host === each));

/** Ms until a service wants to be asked again; undefined when it does not say. */
function retryAfter(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_WAIT_MS) : undefined;
}

export function openPushService({ keys, contact, hosts = [] }: PushServiceOptions): PushService {
  const origins = new Set(hosts.filter((each) => each.includes('://')));
  const names = [...PUSH_RULES.hosts, ...hosts.filter((each) => !each.includes('://'))];
  const takes = (endpoint: string): boolean => {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
    if (username !== '' || password !== '') return false;
    return origins.has(origin) || (protocol === 'https:' && port === '' && isListedHost(hostname, names));
  };
  return {
    takes,
    async send(address, message, topic) {
      // Asked again here: the list may have become shorter since the address was given.
      if (!takes(address.endpoint)) return { is: 'gone' };
      const { origin, host } = new URL(address.endpoint);
      try {
        const { status, headers, body } = await fetch(address.endpoint, {
          method: 'POST',
          headers: {
            authorization: vapidHeader(await keys(), origin, contact, Date.now()),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(PUSH_RULES.ttlSeconds),
            urgency: 'normal',
            topic,
          },
          body: new Uint8Array(encryptPush(message, address)),
          // A redirect could lead to a host that is not on the list.
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        await body?.cancel();
        if (status >= 200 && status < 300) return { is: 'taken' };
        if (status === 404 || status === 410) return { is: 'gone' };
        const why = `${host} answered ${status}`;
        if (status !== 429 && status < 500) return { is: 'refused', why };
        const waitMs = retryAfter(headers.get('retry-after'), Date.now());
        return { is: 'later', why, ...(waitMs === undefined ? {} : { waitMs }) };
      } catch (error) {
        const { name, cause } = error as Error & { readonly cause?: { readonly code?: unknown } };
        return { is: 'later', why: `${host}: ${String(cause?.code ?? name)}` };
      }
    },
  };
}
