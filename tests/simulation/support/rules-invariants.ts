/**
 * What must hold of standing rules (定制), those on group orders (group_buy_rules) and those on releases (follow_rules): after every commit (rows of
 * AFTER_RULES_COMMIT are what is broken) and at the end.
 */
import type { Querying } from '../../../server/platform/database/database.ts';

export const AFTER_RULES_COMMIT = `
  SELECT 'run of group rule ' || x.rule_id || ' at ' || x.group_buy_id || ' has ' || (CASE WHEN x.join_id IS NULL THEN 'no' ELSE 'its' END) || ' shares and the reason “' || x.reason || '”' AS what
    FROM group_buy_rule_runs x LEFT JOIN group_buy_joins j ON j.id = x.join_id AND j.group_buy_id = x.group_buy_id AND j.user_id = x.user_id AND j.type = 'follow'
   WHERE (x.join_id IS NULL) = (x.reason = '') OR (x.join_id IS NOT NULL) <> (j.id IS NOT NULL)
  UNION ALL
  SELECT 'shares ' || j.id || ' were taken by no rule' FROM group_buy_joins j LEFT JOIN group_buy_rule_runs x ON x.join_id = j.id WHERE j.type = 'follow' AND x.join_id IS NULL
  UNION ALL
  SELECT 'group rule ' || r.id || ' took ' || j.amount || ' of ' || o.total || ', and may take ' || r.fen || ' or ' || r.percent || '% up to ' || coalesce(r.max_fen, 0)
    FROM group_buy_rule_runs x JOIN group_buy_rules r ON r.id = x.rule_id JOIN group_buy_joins j ON j.id = x.join_id JOIN group_buy_orders o ON o.id = x.group_buy_id
   WHERE j.amount > CASE r.mode WHEN 'fixed' THEN r.fen ELSE least(o.total * r.percent / 100, coalesce(r.max_fen, o.total)) END
      OR o.total < coalesce(r.min_total, 0) OR o.total > coalesce(r.max_total, o.total) OR o.initiator <> r.creator
  UNION ALL
  SELECT 'group rule ' || r.id || ' says that it took ' || r.spent || ' in ' || r.done || ' of ' || r.times || ', and took ' || coalesce(d.fen, 0) || ' in ' || coalesce(d.n, 0)
    FROM group_buy_rules r LEFT JOIN (
      SELECT x.rule_id, count(*) AS n, sum(j.amount) AS fen FROM group_buy_rule_runs x JOIN group_buy_joins j ON j.id = x.join_id GROUP BY x.rule_id) d ON d.rule_id = r.id
   WHERE r.spent <> coalesce(d.fen, 0) OR r.done <> coalesce(d.n, 0) OR r.done > r.times
  UNION ALL
  SELECT 'group rule ' || r.id || ' (' || r.state || ') holds ' || r.held || ', and its movements say ' || coalesce(f.held, 0)
    FROM group_buy_rules r LEFT JOIN (
      SELECT k.rule_id, sum(CASE WHEN t.credit = 'held' THEN t.amount WHEN t.debit = 'held' THEN -t.amount END) AS held
        FROM movements t JOIN (SELECT id AS ref, id AS rule_id FROM group_buy_rules UNION ALL SELECT join_id, rule_id FROM group_buy_rule_runs WHERE join_id IS NOT NULL) k ON k.ref = t.ref
       WHERE 'held' IN (t.debit, t.credit) GROUP BY k.rule_id) f ON f.rule_id = r.id
   WHERE r.held <> coalesce(f.held, 0) OR r.held > 0 AND (r.state <> 'on' OR NOT r.prepay)
  UNION ALL
  SELECT 'run of rule ' || n.rule_id || ' at release ' || n.release_id || ' is ' || n.result || ' (“' || n.text || '”), with ' || n.fen || ' and the order of ' || coalesce(f.stake_fen, 0)
    FROM follow_runs n LEFT JOIN follows f ON f.user_id = n.user_id AND f.order_id = n.order_id AND f.rule_id = n.rule_id AND f.release_id = n.release_id
   WHERE n.text = '' OR (n.result = 'done') <> (f.order_id IS NOT NULL) OR n.fen <> coalesce(f.stake_fen, 0)
  UNION ALL
  SELECT 'order ' || f.order_id || ' was placed by no run of its rule' FROM follows f LEFT JOIN follow_runs n ON n.user_id = f.user_id AND n.order_id = f.order_id
   WHERE f.rule_id IS NOT NULL AND n.order_id IS NULL
  UNION ALL
  SELECT 'rule ' || r.id || ' was run at release ' || n.release_id || ' of another player, or one that was made before it'
    FROM follow_runs n JOIN follow_rules r ON r.user_id = n.user_id AND r.id = n.rule_id JOIN releases e ON e.id = n.release_id
   WHERE e.user_id <> r.target OR e.released_at < r.created_at
  UNION ALL
  SELECT 'rule ' || r.id || ' has placed ' || r.done || ' of ' || r.times FROM follow_rules r WHERE r.done > r.times OR r.is_on AND r.done = r.times`;

/**
 * At the end. Rules have their turns in the order of subscription; a turn that took nothing has moved no money; and every rule that stood the
 * whole time has met every release and every group order that it was to meet.
 */
const AT_THE_END = `
  SELECT 'rule ' || n.rule_id || ' had its turn at release ' || n.release_id || ' before one that was made earlier' AS what
    FROM (SELECT n.rule_id, n.release_id, n.at, max(n.at) OVER (PARTITION BY n.release_id ORDER BY r.seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
            FROM follow_runs n JOIN follow_rules r ON r.user_id = n.user_id AND r.id = n.rule_id) n WHERE n.at < n.before
  UNION ALL
  SELECT 'group rule ' || n.rule_id || ' had its turn at ' || n.group_buy_id || ' before one that was made earlier'
    FROM (SELECT x.rule_id, x.group_buy_id, x.seq, max(x.seq) OVER (PARTITION BY x.group_buy_id ORDER BY r.place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
            FROM group_buy_rule_runs x JOIN group_buy_rules r ON r.id = x.rule_id) n WHERE n.seq < n.before
  UNION ALL
  SELECT 'release ' || release_id || ' has not been shown to all rules' FROM release_jobs WHERE done_at IS NULL
  UNION ALL
  SELECT 'purse held of ' || p.user_id || ' is ' || p.balance || ', and rules hold ' || coalesce(h.held, 0)
    FROM purses p LEFT JOIN (SELECT user_id, sum(held) AS held FROM group_buy_rules GROUP BY user_id) h USING (user_id)
   WHERE p.purse = 'held' AND p.balance <> coalesce(h.held, 0)`;

export async function rulesFaults(admin: Querying): Promise<string[]> {
  const { rows } = await admin.query<{ what: string }>(AT_THE_END);
  return rows.map(({ what }) => what);
}
