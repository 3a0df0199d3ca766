/**
 * Reminders for games on matches that sell again (开售提醒): one for a player and a game, deleted with its message.
 * Message and reminder change in one transaction under the player's lock, so that with several processes, and after a kill at
 * any moment, the player gets exactly one message.
 */
import type { InboxServices } from '../services.ts';
import { isDatabaseDown, type RunningJob, type Querying, errorText, startJob, announceMessage, pollDelay } from '../../platform/index.ts';
import { NOTICE_RULES } from './rules.ts';

/** Real ms between two looks. */
const LOOK_EVERY = 3_000;
/** Players who are read at once. */
const AT_ONCE = 500;

export interface MatchesOnSale {
  readonly matches: number;
  /** When the first of them stops, unix ms. */
  readonly stops: number;
}

/** What a game sells now; undefined: no match can be bet on. */
export async function matchesOnSale(client: Querying, game: string): Promise<MatchesOnSale | undefined> {
  const { rows } = await client.query<MatchesOnSale>(
    `WITH now AS MATERIALIZED (SELECT caipu_now_ms() AS n)
     SELECT count(*)::int AS matches, coalesce(min(o.pass_stops_at), 0) AS stops FROM now, offers o
      WHERE o.game = $1 AND o.listed AND o.state = 'selling' AND o.opens_at <= n AND o.pass_stops_at > n
        AND (o.issue IS NULL OR EXISTS (SELECT 1 FROM sport_issues i WHERE i.game = o.game AND i.issue = o.issue
                                           AND i.state = 'open' AND i.opens_at <= n AND i.closes_at > n))`,
    [game],
    'sale-now',
  );
  const [sale] = rows;
  return sale === undefined || sale.matches === 0 ? undefined : sale;
}

export async function hasReminder(client: Querying, userId: number, game: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 FROM sale_reminders WHERE user_id = $1 AND game = $2', [userId, game], 'sale-reminder');
  return rows.length > 0;
}

/** Stores the reminder or deletes it. A repeated call changes nothing. */
export async function setReminder(client: Querying, userId: number, game: string, on: boolean): Promise<void> {
  await client.query(
    on
      ? 'INSERT INTO sale_reminders (user_id, game, at) VALUES ($1, $2, caipu_now_ms()) ON CONFLICT DO NOTHING'
      : 'DELETE FROM sale_reminders WHERE user_id = $1 AND game = $2',
    [userId, game],
    on ? 'sale-reminder-set' : 'sale-reminder-back',
  );
}

/**
 * Ends a player's reminder with its message. A player in a break or self-exclusion gets no message, nor later, because it would invite to
 * betting. A player that switched off this kind gets none either.
 */
export async function sendSaleReminder(
  { database }: Pick<InboxServices, 'database'>,
  userId: number,
  game: { code: string; name: string },
  sale: MatchesOnSale,
) {
  await database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [userId]);
    const { rowCount } = await client.query(
      `WITH wish AS (DELETE FROM sale_reminders WHERE user_id = $1 AND game = $2 RETURNING at)
       INSERT INTO notices (user_id, kind, code, vars, source, at)
       SELECT $1, $3, 'sale', jsonb_build_object('game', $2::text, 'name', $4::text, 'matches', $5::int, 'stops', $6::bigint),
              'sale:' || $2 || ':' || wish.at, caipu_now_ms()
         FROM wish
        WHERE NOT EXISTS (SELECT 1 FROM limited_players b WHERE b.user_id = $1 AND b.blocked_until > caipu_now_ms())
          AND NOT EXISTS (SELECT 1 FROM notice_progress m WHERE m.user_id = $1 AND $3 = ANY (m.off))
       ON CONFLICT DO NOTHING`,
      [userId, game.code, NOTICE_RULES.sale.kind, game.name, sale.matches, sale.stops],
      'sale-told',
    );
    if (rowCount) await announceMessage(client, userId);
  });
}

/**
 * One pass over the games with reminders. `lastCounts` has the number of matches that each sold in the last pass: matches come on sale in
 * groups, and a message names their number, so it is sent when two passes find the same number.
 */
export async function runReminders(
  { database, sports, publication }: Pick<InboxServices, 'database' | 'sports' | 'publication'>,
  lastCounts: Map<string, number>,
  ended: () => boolean = () => false,
): Promise<void> {
  const { rows } = await database.query<{ game: string }>('SELECT DISTINCT game FROM sale_reminders', [], 'sale-waited');
  for (const code of lastCounts.keys()) if (!rows.some(({ game }) => game === code)) lastCounts.delete(code);
  for (const { game: code } of rows) {
    if (ended()) return;
    const game = publication.index().games.find((each) => each.code === code);
    if (game === undefined || sports.published(code) === undefined) {
      await database.query('DELETE FROM sale_reminders WHERE game = $1', [code], 'sale-game-gone');
      continue;
    }
    const sale = game.disabled ? undefined : await matchesOnSale(database, code);
    const before = lastCounts.get(code);
    lastCounts.set(code, sale?.matches ?? 0);
    if (sale === undefined || before !== sale.matches) continue;
    for (let after = 0; ; ) {
      const waiting = await database.query<{ user_id: number }>(
        'SELECT user_id FROM sale_reminders WHERE game = $1 AND user_id > $2 ORDER BY user_id LIMIT $3',
        [code, after, AT_ONCE],
        'sale-players',
      );
      for (const { user_id } of waiting.rows) {
        if (ended()) return;
        await sendSaleReminder({ database }, user_id, game, sale);
        after = user_id;
      }
      if (waiting.rows.length < AT_ONCE) break;
    }
  }
}

export function startReminders(context: InboxServices, log: (line: string) => void, begin?: Promise<void>): RunningJob {
  const parts = { ...context, database: context.database.forJob('feed') };
  const lastCounts = new Map<string, number>();
  return startJob(
    async (ended) => {
      await runReminders(parts, lastCounts, ended);
      return pollDelay(context.clock, LOOK_EVERY);
    },
    (error) => {
      log(`sale reminders: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) context.alarms.raise('lane-failed', `sale reminders: ${errorText(error)}`);
    },
    begin,
  );
}
