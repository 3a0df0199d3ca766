/** What becomes of a bet when odds moved under it, as the player set it on this phone: asked about, taken, or taken where none fell. */
import type { OddsPolicy } from '../../../machines/match-slip.ts';
import type { KeyValueStore } from '../../core/contract.ts';

/** The name of the preference, in the setting as on the slip. */
const ODDS_POLICY = 'oddsPolicy';

const POLICIES: readonly string[] = ['ask', 'any', 'up'] satisfies readonly OddsPolicy[];

export function oddsPolicy(storage: KeyValueStore): OddsPolicy {
  const stored = storage.get(ODDS_POLICY);
  return stored !== null && POLICIES.includes(stored) ? (stored as OddsPolicy) : 'ask';
}

export const keepOddsPolicy = (storage: KeyValueStore, policy: OddsPolicy): void => storage.set(ODDS_POLICY, policy);
