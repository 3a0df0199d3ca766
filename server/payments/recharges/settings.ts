/** What a player chose for the recharge page: quick amounts, the usual method, the region, and messages about received money. */
import type { Querying } from '../../platform/index.ts';

export interface RechargeSettings {
  /** Fen; undefined: those of the rules. */
  readonly quick: readonly number[] | undefined;
  readonly method: string | undefined;
  /** Codes of province and city, joined by /. */
  readonly region: string | undefined;
  readonly notify: boolean;
}

export async function readSettings(client: Querying, userId: number): Promise<RechargeSettings> {
  const { rows } = await client.query<{ quick: number[] | null; method: string | null; region: string | null; notify: boolean }>(
    'SELECT quick, method, region, notify FROM recharge_settings WHERE user_id = $1',
    [userId],
  );
  const { quick = null, method = null, region = null, notify = true } = rows[0] ?? {};
  return { quick: quick ?? undefined, method: method ?? undefined, region: region ?? undefined, notify };
}

export async function storeSettings(client: Querying, userId: number, settings: RechargeSettings): Promise<void> {
  await client.query(
    `INSERT INTO recharge_settings (user_id, quick, method, region, notify) VALUES ($1, $2::jsonb, $3, $4, $5)
     ON CONFLICT (user_id) DO UPDATE SET quick = excluded.quick, method = excluded.method, region = excluded.region, notify = excluded.notify`,
    [
      userId,
      settings.quick === undefined ? null : JSON.stringify(settings.quick),
      settings.method ?? null,
      settings.region ?? null,
      settings.notify,
    ],
  );
}
