/**
 * The background job of group orders. Standing rules buy shares of each new group order. At its stop an order is played or refunded. Its
 * result is added to the starter's record. Several processes may run it: each step claims its rows, and is one transaction.
 */
import {
  HOUR_MS,
  DAY_MS,
  isDatabaseDown,
  isLockContention,
  isUnavailable,
  type RunningJob,
  NOW_ONCE,
  errorText,
  startJob,
  pollDelay,
} from '../../platform/index.ts';
import { v7 as uuidv7 } from 'uuid';
import type { SocialServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { normalizeName } from '../../accounts/index.ts';
import { OddsMoved } from '../../sports/index.ts';
import { throwIfOddsMoved, repriceGroupTicket } from './reprice.ts';
import { ICON_PROFITS, type SiteTerms, GROUP_TERMS } from './terms.ts';

type Parts = Pick<SocialServices, 'database' | 'sports' | 'clock' | 'alarms' | 'publication'>;

/** Longest real ms between two runs: another process may have started a group order, or the clock may have been set. */
const LONGEST_SLEEP = 1_000;
/** Real ms between two searches for orders whose issue is no longer on sale, and for rules that end. */
const SWEEP_EVERY = 10_000;
/** Most rows that one step takes. */
const MANY = 50;

/** Ids of open group orders to stop: those past their stop, or with `isIssueGone` tickets of number games whose issue is no longer on sale. */
async function toStop({ database }: Parts, isIssueGone: boolean): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    isIssueGone
      ? `SELECT o.id FROM group_buy_orders o WHERE o.state = 'open' AND o.kind = 'ticket'
            AND NOT EXISTS (SELECT 1 FROM issues i WHERE i.game = o.game AND i.issue = o.issue AND i.state = 'open' AND i.cancelled IS NULL) LIMIT ${MANY}`
      : `SELECT id FROM group_buy_orders WHERE state = 'open' AND stops_at <= ${NOW_ONCE} ORDER BY stops_at LIMIT ${MANY}`,
    [],
    isIssueGone ? 'groups-gone' : 'groups-to-stop',
  );
  return rows.map(({ id }) => id);
}

interface Site {
  readonly user: number;
  readonly fromPercent: number;
  readonly mostPercent: number;
}

/** The site's account and terms for `stop_group`. Undefined: the site buys no shares, or no account has its name. */
async function siteOf({ database, alarms }: Parts, terms: SiteTerms | undefined): Promise<Site | undefined> {
  if (terms === undefined) return undefined;
  const { player, ...site } = terms;
  const { rows } = await database.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1', [normalizeName(player)], 'group-site');
  const user = rows[0]?.id;
  if (user === undefined) {
    alarms.raise('group-site', `No account has the name ${player} (site of server/social/group-buying/group.json).`);
    return undefined;
  }
  return { user, ...site };
}

/** Stops one group order. Undefined: nothing was changed, because another process stops it or odds moved meanwhile. */
async function stopOne(parts: Parts, id: string, site: Site | undefined): Promise<string | undefined> {
  try {
    const sold = await repriceGroupTicket(parts, id, 0);
    const { rows } = await throwIfOddsMoved(() =>
      parts.database.query<{ done: string | null }>('SELECT stop_group($1, $2::jsonb, $3::jsonb) AS done', [
        id,
        sold === null ? null : JSON.stringify(sold),
        site === undefined ? null : JSON.stringify({ ...site, id: uuidv7() }),
      ]),
    );
    return rows[0]?.done ?? undefined;
  } catch (error) {
    if (error instanceof OddsMoved || isLockContention(error)) return undefined;
    throw error;
  }
}

/** Stops the due group orders. Returns the number of stopped ones. An order that cannot be stopped does not block the others. */
export async function stopDueGroups(parts: Parts, isIssueGone = false, terms: SiteTerms | undefined = GROUP_TERMS.site): Promise<number> {
  let stopped = 0;
  const due = await toStop(parts, isIssueGone);
  const site = due.length === 0 ? undefined : await siteOf(parts, terms);
  for (const id of due) {
    try {
      const done = await stopOne(parts, id, site);
      if (done !== undefined) stopped += 1;
      if (done === 'unfunded')
        parts.alarms.raise('group-site', `${id} was given back: the site's account may not or cannot pay its shares.`);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      parts.alarms.raise('group-stuck', `${id}: ${errorText(error)}`);
    }
  }
  return stopped;
}

/**
 * Applies the standing rules on a starter to each new group order, the oldest rule first. Returns the number of processed rules. Two processes
 * may work on one group order: the second waits for the lock of each rule's player, and then finds the rule processed.
 */
export async function runGroupRules(parts: Parts): Promise<number> {
  const { database } = parts;
  const { rows: fresh } = await database.query<{ id: string; initiator: number; started_at: number }>(
    `SELECT id, initiator, started_at FROM group_buy_orders WHERE state = 'open' AND NOT ruled ORDER BY started_at, id LIMIT ${MANY}`,
    [],
    'groups-unruled',
  );
  let met = 0;
  for (const { id, initiator, started_at } of fresh) {
    const { rows: rules } = await database.query<{ user_id: number; id: string }>(
      `SELECT r.user_id, r.id FROM group_buy_rules r WHERE r.creator = $1 AND r.state = 'on' AND r.since <= $3
          AND NOT EXISTS (SELECT 1 FROM group_buy_rule_runs x WHERE x.rule_id = r.id AND x.group_buy_id = $2) ORDER BY r.place`,
      [initiator, id, started_at],
      'rules-to-run',
    );
    for (const rule of rules) {
      try {
        await runRule(parts, rule, id);
      } catch (error) {
        // A rule that fails must not block other rules or the stops. Its player can read that it failed.
        if (isUnavailable(error)) throw error;
        parts.alarms.raise('group-stuck', `rule ${rule.id} at ${id}: ${errorText(error)}`);
        await database.query(
          `INSERT INTO group_buy_rule_runs (rule_id, group_buy_id, user_id, at, reason) VALUES ($1, $2, $3, caipu_now_ms(), '系统繁忙，未能跟单')
           ON CONFLICT DO NOTHING`,
          [rule.id, id, rule.user_id],
        );
      }
      met += 1;
    }
    await database.query('UPDATE group_buy_orders SET ruled = true WHERE id = $1', [id], 'group-ruled');
  }
  return met;
}

async function runRule(parts: Parts, rule: { readonly user_id: number; readonly id: string }, hmId: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const sold = await repriceGroupTicket(parts, hmId, 0);
    try {
      await throwIfOddsMoved(() =>
        parts.database.query('SELECT run_group_rule($1, $2, $3, $4, $5::jsonb, $6)', [
          rule.user_id,
          rule.id,
          hmId,
          uuidv7(),
          sold === null ? null : JSON.stringify(sold),
          GROUP_TERMS.rules.maxFen,
        ]),
      );
      return;
    } catch (error) {
      if (!(error instanceof OddsMoved) || tries === 20) throw error;
    }
  }
}

/** Adds the results of some group orders to the records of their starters. Returns the number of processed orders. */
export async function recordFinishedGroups({ database, publication }: Pick<Parts, 'database' | 'publication'>): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `SELECT finish_groups(${MANY}, $1::bigint[], $2) AS n`,
    [ICON_PROFITS, productOffset(publication)],
    'finish-groups',
  );
  return rows[0]?.n ?? 0;
}

/** The balance of escrow minus the shares and guarantees of open group orders, fen. It is 0 when the books agree. */
export async function escrowDifference({ database }: Pick<Parts, 'database'>): Promise<number> {
  const { rows } = await database.query<{ off: number }>(
    `SELECT ((SELECT coalesce(sum(CASE credit WHEN 'escrow:hm' THEN amount ELSE -amount END), 0) FROM movements
               WHERE kind IN ('hmJoin', 'hmGuarantee', 'hmPlay', 'hmRefund') AND 'escrow:hm' IN (debit, credit))
           - (SELECT coalesce(sum((sold + guarantee) * share_fen), 0) FROM group_buy_orders WHERE state = 'open'))::bigint AS off`,
  );
  return rows[0]?.off ?? 0;
}

export interface GroupJob {
  wake(): void;
  close(): Promise<void>;
}

export function startGroups(context: SocialServices, log: (line: string) => void, begin: Promise<void>): GroupJob {
  const { clock, database, alarms } = context;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let checkedAt = performance.now();
  const job: RunningJob = startJob(
    async (ended) => {
      while (!ended() && (await stopDueGroups(context)) > 0);
      while (!ended() && (await runGroupRules(context)) > 0);
      while (!ended() && (await recordFinishedGroups(context)) > 0);
      if (performance.now() - sweptAt > SWEEP_EVERY && !ended()) {
        sweptAt = performance.now();
        await stopDueGroups(context, true);
        await database.query('SELECT end_group_rules($1, $2)', [GROUP_TERMS.rules.idleDays * DAY_MS, MANY], 'end-group-rules');
      }
      if (performance.now() - checkedAt > HOUR_MS && !ended()) {
        checkedAt = performance.now();
        const off = await escrowDifference(context);
        alarms.report('escrow-unbalanced', off === 0 ? 0 : 1, `Off by ${off} fen.`);
      }
      return pollDelay(clock, LONGEST_SLEEP);
    },
    (error) => {
      log(`group orders: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `group orders: ${errorText(error)}`);
    },
    begin,
  );
  return job;
}
