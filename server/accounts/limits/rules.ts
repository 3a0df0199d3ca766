/** The figures of player limits (limits.json), as the server reads them. */
import described from './limits.json' with { type: 'json' };

export type LimitKind = 'deposit' | 'stake' | 'loss' | 'time';
export type LimitPeriod = 'day' | 'week' | 'month';

interface Pause {
  readonly code: string;
  /** How long, as a text for players. */
  readonly name: string;
  readonly days: number;
}

export interface PlayerLimitRules {
  /** A higher limit, and none in place of one, holds so long after it was asked for. */
  readonly raiseAfterHours: number;
  /** Play without a break after which the player gets a reminder of the money spent. */
  readonly realityEveryMinutes: number;
  /** A silence that ends a sitting. */
  readonly restAfterMinutes: number;
  /** Two heartbeats that are no further apart are play; phones send one a minute. */
  readonly heartbeatGapSeconds: number;
  readonly mostFen: number;
  readonly mostMinutes: Readonly<Record<LimitPeriod, number>>;
  readonly breaks: readonly Pause[];
  readonly exclusions: readonly Pause[];
}

export const PLAYER_LIMIT_RULES: PlayerLimitRules = described;

export const LIMIT_KINDS: readonly LimitKind[] = ['deposit', 'stake', 'loss', 'time'];
export const LIMIT_PERIODS: readonly LimitPeriod[] = ['day', 'week', 'month'];
