/** The common parameters of every call. GET and POST have them in the query. docs/signing.md explains each. */
export interface CommonParameter {
  /** Most characters that the server takes. */
  readonly most: number;
  readonly description: string;
}

export const COMMON: Readonly<Record<string, CommonParameter>> = {
  c: { most: 8, description: 'Client type.' },
  v: { most: 32, description: 'App version.' },
  t: { most: 12, description: 'Unix seconds by the server’s clock.' },
  p: { most: 32, description: 'Brand code.' },
  tk: { most: 128, description: 'Session token; the only source of identity.' },
  mid: { most: 64, description: 'Player id as the phone knows it; informative.' },
  RDUID: { most: 128, description: 'Random id of the installation; login limits count by it.' },
  ip: { most: 64, description: 'Address as the phone knows it; informative.' },
  n: { most: 64, description: 'Nonce, 128 bits in hexadecimal.' },
  s: { most: 128, description: 'Signature.' },
};
