/**
 * How often a call may be made. Every call has a limit: its kind follows from what the call is, unless the call names another
 * (`limit` of its definition). The figures are for one minute unless they say otherwise; server/platform/rate-limits holds them.
 */
import type { Definition } from './define.ts';

/**
 * read: anybody may ask, counted by address. own: a player's own data, counted by account. write: changes something, counted by account.
 * login and register: counted by name, address and device, with a delay that grows with every failure. code: codes that are sent and tried,
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

/** Searches of one installation at one address: as fast as somebody types. Counted by each process for itself. */
export const SEARCH_RATE: Rate = { most: 5, windowMs: 1_000 };

/** Requests of one address that are refused for what they are: no signature, a wrong field, a session that there is not. */
export const REFUSED_RATE: Rate = { most: 1_200, windowMs: MINUTE };

/** Accounts that one address may make. */
export const REGISTER_RATES: readonly Rate[] = [
  { most: 20, windowMs: 10 * MINUTE },
  { most: 100, windowMs: 24 * 60 * MINUTE },
];

/** Codes that one address may have sent, and passwords that it may reset. */
export const CODE_RATES: readonly Rate[] = [
  { most: 30, windowMs: 10 * MINUTE },
  { most: 200, windowMs: 24 * 60 * MINUTE },
];

/** Votes on pages of the help that visitors of one address may give: the id of an installation is whatever a request says it is. */
export const VOTE_RATES: readonly Rate[] = [{ most: 100, windowMs: 24 * 60 * MINUTE }];

export function limitKindOf(definition: Definition): LimitKind {
  if (definition.limit !== undefined) return definition.limit;
  if (definition.changes !== undefined) return 'write';
  return definition.session === 'none' ? 'read' : 'own';
}
