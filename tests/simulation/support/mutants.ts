/** Faults put in on purpose: functions of the database with something missing. The simulation must find each of them. */
import type { Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';

export interface SqlMutant {
  readonly what: string;
  /** File of the function, its name, and what of it becomes something else. */
  readonly file: string;
  readonly name: string;
  readonly from: RegExp;
  readonly to: string;
  /** It shows where players make standing rules. */
  readonly together?: true;
}

// Bets are taken alone and in a batch. A fault that is in one of the two ways is in the first: tests/server/lottery/bet-batches.deep.test.ts holds that both do the
// same.
export const SQL_MUTANTS: readonly SqlMutant[] = [
  {
    what: 'a doubled payout',
    file: 'lottery/orders/sql/end-orders.sql',
    name: 'pay_prizes',
    from: /PERFORM post\((.*)\);/,
    to: 'PERFORM post($1); PERFORM post($1);',
  },
  {
    what: 'a lost refund',
    file: 'lottery/orders/sql/end-orders.sql',
    name: 'refund_order',
    from: /PERFORM post\([^;]*;/,
    to: '',
  },
  {
    what: 'a lost outbox row of a refund',
    file: 'lottery/orders/sql/end-orders.sql',
    name: 'refund_order',
    from: /INSERT INTO outbox[^;]*;/,
    to: '',
  },
  {
    what: 'a lost outbox row of a bet',
    file: 'lottery/orders/sql/place-bets.sql',
    name: 'write_bets',
    from: /INSERT INTO outbox[^;]*;/,
    to: '',
  },
  {
    what: 'a bet after the close',
    file: 'lottery/orders/sql/place-bets.sql',
    name: 'draw_of',
    from: /AND i\.opens_at <= p_now AND i\.closes_at > p_now/,
    to: '',
  },
  {
    what: 'a bet that costs nothing',
    file: 'lottery/orders/sql/place-bets.sql',
    name: 'place_bet',
    from: /balance := CASE[^;]*;/,
    to: 'balance := CASE WHEN answer IS NULL THEN 0 END;',
  },
  {
    what: 'an answer that is not the same when it is asked for again',
    file: 'platform/database/sql/idempotency.sql',
    name: 'earlier_answer',
    from: /RETURN p_answer;/,
    to: `RETURN jsonb_set(p_answer, '{models}', '{"orderId": "00000000-0000-7000-8000-000000000000"}');`,
  },
  {
    what: 'a key that is not remembered',
    file: 'lottery/orders/sql/place-bets.sql',
    name: 'place_bet',
    // Of a refusal, a bet with a coupon and a plain bet alike.
    from: /IF balance IS NULL OR bet\.coupon IS NOT NULL THEN\s+PERFORM finish_idempotent[\s\S]*?END IF;/,
    to: '',
  },
  {
    what: 'a chase that goes on after its win',
    file: 'lottery/orders/sql/chases.sql',
    name: 'stop_chases',
    from: /IF refund_order\([^;]*; END IF;/,
    to: 'refunded := refunded + 1;',
  },
  {
    what: 'a doubled payout of a bet on matches',
    file: 'sports/sql/sport-settle.sql',
    name: 'end_sport_orders',
    from: /PERFORM post\(item\."user", 'prize'[^;]*;/,
    to: '$& $&',
  },
  {
    what: 'a bet on a match after its stop',
    file: 'sports/sql/sport-bets.sql',
    name: 'judge_legs',
    from: /p_now >= v_stops/,
    to: 'p_now >= v_stops + 5000',
  },
  {
    what: 'a lost outbox row of a bet on matches',
    file: 'sports/sql/sport-bets.sql',
    name: 'sell_sport',
    from: /INSERT INTO outbox[^;]*;/,
    to: '',
  },
  {
    what: 'a correction that is not reckoned anew',
    file: 'sports/sql/results-desk.sql',
    name: 'sign_correction',
    from: /PERFORM queue_settlement\([^;]*;/,
    to: '',
  },
  {
    what: 'a refund of a group order that forgets the guarantee',
    file: 'social/group-buying/sql/group.sql',
    name: 'fail_group',
    from: /IF o\.guarantee > 0 THEN/,
    to: 'IF false THEN',
  },
  {
    what: 'shares of a group order that are taken after its stop',
    file: 'social/group-buying/sql/group.sql',
    name: 'take_shares',
    from: /now_ms >= o\.stops_at/,
    to: 'now_ms >= o.stops_at + 5000',
  },
  {
    what: 'a prize of a group order of which rounding keeps the rest',
    file: 'social/group-buying/sql/group-settle.sql',
    name: 'settle_group',
    from: /v_prize := v_prize \+ rest_prize;/,
    to: '',
  },
  {
    what: 'a standing rule that takes more than it may',
    together: true,
    file: 'social/group-buying/sql/group-rules.sql',
    name: 'run_group_rule',
    from: /v_shares := v_fen \/ o\.share_fen;/,
    to: 'v_shares := v_fen / o.share_fen + 1;',
  },
  {
    what: 'a turn of a standing rule that leaves no reason',
    together: true,
    file: 'social/group-buying/sql/group-rules.sql',
    name: 'run_group_rule',
    from: /CASE v_reason WHEN '' THEN p_id END, v_reason\)/,
    to: `CASE v_reason WHEN '' THEN p_id END, '')`,
  },
  {
    what: 'what a standing rule had in advance and does not give back',
    together: true,
    file: 'social/group-buying/sql/group-rules.sql',
    name: 'end_group_rule',
    from: /IF r\.held > 0 THEN/,
    to: 'IF false THEN',
  },
];

/** The function's own text. Throws when it is not there. */
function textOf({ file, name }: SqlMutant): string {
  const text = new RegExp(`^CREATE FUNCTION ${name}\\([^]*?^\\$\\$;$`, 'm').exec(SCHEMA.routines[file] ?? '')?.[0];
  if (text === undefined) throw new Error(`${file} has no function ${name}`);
  return text.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
}

/** Whether the fault still has a place in the function. */
export const stillApplies = (mutant: SqlMutant): boolean => mutant.from.test(textOf(mutant));

export async function applyMutant(admin: Querying, mutant: SqlMutant): Promise<void> {
  const text = textOf(mutant);
  // A fault that is not put in would be one that is not found.
  if (!stillApplies(mutant)) throw new Error(`${mutant.name} has no ${mutant.from}: say anew where the fault goes`);
  await admin.query(text.replace(mutant.from, mutant.to));
}

export async function revertMutant(admin: Querying, mutant: SqlMutant): Promise<void> {
  await admin.query(textOf(mutant));
}
