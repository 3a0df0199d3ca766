/** What becomes of a bet when odds moved under it, as the player set it on this phone: asked about, taken, or taken where none fell. */
import type { OddsPolicy } from '../../../machines/match-slip.ts';
import type { KeyValueStore } from '../../core/contract.ts';

export const ODDS_POLICY = 'oddsPolicy';
const KEY = `setting.${ODDS_POLICY}`;

export const POLICY_NAMES: Readonly<Record<OddsPolicy, string>> = { ask: '询问我', any: '总是接受', up: '只接受升高' };

const isPolicy = (text: string | null): text is OddsPolicy => text !== null && Object.hasOwn(POLICY_NAMES, text);

export function oddsPolicy(storage: KeyValueStore): OddsPolicy {
  const kept = storage.get(KEY);
  return isPolicy(kept) ? kept : 'ask';
}

const listeners = new Set<(policy: OddsPolicy) => void>();

export function keepOddsPolicy(storage: KeyValueStore, policy: string): void {
  if (!isPolicy(policy)) return;
  storage.set(KEY, policy);
  for (const listener of [...listeners]) listener(policy);
}

/** Told of every change for as long as the page lives. */
export function watchOddsPolicy(listener: (policy: OddsPolicy) => void): void {
  listeners.add(listener);
}
