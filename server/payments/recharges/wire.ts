/**
 * Signed messages between the server and a payment company (the provider), in both directions: forms under a shared secret. docs/recharge.md
 * describes them for authors of a provider.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The purpose of a message. It is part of the signed text, so no message can be used for another purpose. */
export type SigningPurpose = SignedRequestKind | `${SignedRequestKind}-answer` | 'notice';
/** Requests with an answer: those about recharges, and those to a company of games (docs/providers.md). */
export type SignedRequestKind = 'order' | 'query' | 'close' | 'launch' | 'balance' | 'move' | 'ask' | 'bets';

export type SignedMessage = Readonly<Record<string, string>>;

/** Largest difference (real ms) between a message's time and now: clocks differ, and a message takes time to arrive. */
export const MESSAGE_LIFE_MS = 300_000;

/** HMAC-SHA256, hex, over the purpose and the fields by name, without `sign`: "notice\namountFen=100&rechargeId=…". */
export function signatureOf(secret: string, purpose: SigningPurpose, fields: SignedMessage): string {
  const pairs = Object.entries(fields)
    .filter(([name]) => name !== 'sign')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return createHmac('sha256', secret)
    .update(`${purpose}\n${pairs.join('&')}`)
    .digest('hex');
}

/** The message with `time` (unix ms of the real clock) and `sign`. */
export function signMessage(secret: string, purpose: SigningPurpose, fields: SignedMessage, now = Date.now()): SignedMessage {
  const message = { ...fields, time: String(now) };
  return { ...message, sign: signatureOf(secret, purpose, message) };
}

/** The fault of a message; undefined for a valid one. */
export function verifyMessage(secret: string, purpose: SigningPurpose, fields: SignedMessage, now = Date.now()): string | undefined {
  const { sign = '', time = '' } = fields;
  if (!/^[0-9a-f]{64}$/.test(sign)) return 'sign is missing or is not 64 hexadecimal digits';
  if (!timingSafeEqual(Buffer.from(sign, 'hex'), Buffer.from(signatureOf(secret, purpose, fields), 'hex')))
    return 'sign does not match: check the secret, the purpose and the order of the fields';
  if (!/^\d{13}$/.test(time) || Math.abs(now - Number(time)) > MESSAGE_LIFE_MS)
    return `time is more than ${MESSAGE_LIFE_MS / 1000} s away from ${now}: send the present one, unix ms`;
  return undefined;
}

/** The fields of a form. Undefined: a field occurs twice. */
export function parseMessage(form: URLSearchParams): SignedMessage | undefined {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of form) {
    if (name in fields) return undefined;
    fields[name] = value;
  }
  return fields;
}

/** Longest wait for an answer, real ms. */
const ANSWER_MS = 5_000;

/** Sends a signed message and returns the signed answer. @throws if there is no valid answer. */
export async function requestSigned(
  url: string,
  secret: string,
  purpose: SignedRequestKind,
  fields: SignedMessage,
): Promise<SignedMessage> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(signMessage(secret, purpose, fields)),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch((error: Error) => {
    // The message of fetch says only that it failed; the reason is in its cause.
    const { cause } = error as { readonly cause?: { readonly code?: string; readonly message?: string } };
    throw new Error([error.message, cause?.message || cause?.code].filter(Boolean).join(': '), { cause: error });
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
  const answer = parseMessage(new URLSearchParams(text));
  const fault = answer === undefined ? 'a field is there twice' : verifyMessage(secret, `${purpose}-answer`, answer);
  if (answer === undefined || fault !== undefined) throw new Error(`the answer cannot be believed: ${fault}`);
  return answer;
}
