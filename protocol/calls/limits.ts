/**
 * How often a call may be made. Every call has a limit: its kind follows from what the call is, unless the call names another
 * (`limit` of its definition). The figures are for one minute unless they say otherwise; server/platform/rate-limits holds them.
 */
import type { Definition } from './define.ts';

/**
 * read: public reads, counted by address. own: a player's own data, counted by account. write: a change, counted by account. login: counted by
 * name, address and device, with a delay that grows with every failure. register: counted by address. code: sent codes and reset passwords,
 * counted by address beside the limits of each code.
 */
export type LimitKind = 'read' | 'own' | 'write' | 'login' | 'register' | 'code';

export interface Rate {
  /** Requests in one window. */
  readonly most: number;
  readonly windowMs: number;
}

const MINUTE = 60_000;

/** Ordinary calls. A phone makes less than one request a second; many phones may stand behind one address. */
export const RATES: Readonly<Record<'read' | 'own' | 'write', Rate>> = {
  read: { most: 6_000, windowMs: MINUTE },
  own: { most: 3_600, windowMs: MINUTE },
  write: { most: 3_600, windowMs: MINUTE },
};

/** Searches of one installation at one address, as fast as a person types. Each process counts for itself. */
export const SEARCH_RATE: Rate = { most: 5, windowMs: 1_000 };

/** Refused requests of one address: no signature, a wrong field, an unknown session. */
export const REFUSED_RATE: Rate = { most: 1_200, windowMs: MINUTE };

/** Registrations of one address. */
export const REGISTER_RATES: readonly Rate[] = [
  { most: 20, windowMs: 10 * MINUTE },
  { most: 100, windowMs: 24 * 60 * MINUTE },
];

/** Sent codes and reset passwords of one address. */
export const CODE_RATES: readonly Rate[] = [
  { most: 30, windowMs: 10 * MINUTE },
  { most: 200, windowMs: 24 * 60 * MINUTE },
];

/** Votes of visitors at one address on pages of the help. They count by address, because a client can invent ids of installations. */
export const VOTE_RATES: readonly Rate[] = [{ most: 100, windowMs: 24 * 60 * MINUTE }];

export function limitKindOf(definition: Definition): LimitKind {
  if (definition.limit !== undefined) return definition.limit;
  if (definition.changes !== undefined) return 'write';
  return definition.session === 'none' ? 'read' : 'own';
}
