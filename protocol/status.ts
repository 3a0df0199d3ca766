/** The response envelope and its status codes, shared by phone and server. Status 0 is success. */
export interface Envelope<T> {
  readonly status: number;
  readonly models: T;
  readonly msg: string;
}

/** Business status of an answer. The HTTP status follows from it, so that caches and proxies understand too. */
export const STATUS = {
  ok: 0,
  /** A parameter is missing or wrong; msg says which. */
  invalid: 1,
  /** No session, or one that the server no longer honours: the phone logs out. */
  notLoggedIn: 2,
  /** Signature missing or wrong, stale time or a nonce seen before. */
  badSignature: 3,
  /** The issue (期) is closed for sale. */
  issueClosed: 4,
  /** The wallet does not cover the amount. */
  insufficientFunds: 5,
  /** A cap of the description is exceeded. */
  overCap: 6,
  /** An idempotency key was used before with another body. */
  keyConflict: 7,
  notFound: 8,
  /** The game or the function is switched off; msg says why. */
  disabled: 9,
  tooMany: 10,
  maintenance: 11,
  /** The game's description changed since the phone priced the ticket; reload and confirm again. */
  descriptionChanged: 12,
  internal: 99,
} as const;

export const HTTP_OF_STATUS: Readonly<Record<number, number>> = {
  0: 200,
  1: 400,
  2: 401,
  3: 403,
  4: 409,
  5: 409,
  6: 400,
  7: 409,
  8: 404,
  9: 409,
  10: 429,
  11: 503,
  12: 409,
  99: 500,
};
