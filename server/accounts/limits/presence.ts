/** Time of play and absences, from the heartbeats of phones. What a phone says of its own time is not believed. */
import type { AccountServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';
import { MEMBER_TABLE, productOffset } from '../../catalog/index.ts';
import { PLAYER_LIMIT_RULES } from './rules.ts';
import { MINUTE_MS } from '../../platform/index.ts';

interface Presence {
  readonly sitting_ms: number;
  readonly told_ms: number;
  readonly left_at: number | null;
  readonly back_at: number | null;
}

/** Notes that a player is here. */
export async function recordPresence(context: Pick<AccountServices, 'publication'>, client: Querying, userId: number): Promise<Presence> {
  const { rows } = await client.query<Presence>(
    'SELECT sitting_ms, told_ms, left_at, back_at FROM note_heartbeat($1, $2, $3, $4, $5)',
    [
      userId,
      productOffset(context.publication),
      PLAYER_LIMIT_RULES.heartbeatGapSeconds * 1000,
      PLAYER_LIMIT_RULES.restAfterMinutes * MINUTE_MS,
      MEMBER_TABLE.offline.fromMinutes * MINUTE_MS,
    ],
    'note-heartbeat',
  );
  return rows[0] as Presence;
}

/** Notes a heartbeat. True: it is time to tell the player what he spent. */
export async function recordHeartbeat(context: Pick<AccountServices, 'database' | 'publication'>, userId: number): Promise<boolean> {
  const { sitting_ms, told_ms } = await recordPresence(context, context.database, userId);
  return sitting_ms - told_ms >= PLAYER_LIMIT_RULES.realityEveryMinutes * MINUTE_MS;
}
