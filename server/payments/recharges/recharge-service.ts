/** What recharging needs beside the database: its rules, the secret that is shared with the provider, and where the provider is. */
import rules from './recharge.json' with { type: 'json' };
import { demoOriginFor, fillAddress, type OutsideOptions } from '../providers/providers.ts';
import type { RechargeRules } from './rules.ts';

export interface RechargeService {
  readonly rules: RechargeRules;
  /** Shared with the provider: a holder of it can report payments. */
  readonly secret: string;
  /** The address of the provider for the outcome of an order; undefined if the provider has none. */
  readonly queryUrl: string | undefined;
  /** Where it takes an order back. */
  readonly closeUrl: string | undefined;
  /** Base of the cashier's address for a connection that came to `localAddress`; undefined while there is no cashier. */
  url(localAddress: string | undefined): string | undefined;
}

export interface RechargeOptions {
  readonly rules?: RechargeRules | undefined;
  readonly secret?: string | undefined;
}

const STAND_IN = '{demo}/';

/** `demoSecret` is what the server and its own stand-in share while no other secret is set. */
export function openRechargeService(outside: OutsideOptions, options: RechargeOptions, demoSecret: string): RechargeService {
  const own = options.rules ?? (rules as RechargeRules);
  // The stand-in runs in this process, whatever name players reach it by.
  const standIn =
    own.url.startsWith(STAND_IN) && outside.demoPort !== undefined ? `http://127.0.0.1:${outside.demoPort}/cashier` : undefined;
  return {
    rules: own,
    secret: options.secret ?? demoSecret,
    queryUrl: own.queryUrl ?? (standIn === undefined ? undefined : `${standIn}/query`),
    closeUrl: own.closeUrl ?? (standIn === undefined ? undefined : `${standIn}/close`),
    url: (localAddress) => fillAddress(own.url, demoOriginFor(outside, localAddress)),
  };
}
