/** What players do with their money, one thing after the other, for tests in which processes and databases fail meanwhile. */
import { randomUUID } from 'node:crypto';
import type { StartGroupBuyModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { GameVersion } from '../../../server/catalog/games.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import type { Answer, Client } from './client.ts';
import { joinGroup, startGroup } from './groups.ts';
import { withdraw } from './withdrawals.ts';
import { betOn, ticketOn } from './sports.ts';
import { ALL_DIGITS, FAST_GAME, pricedTicket, singleBet } from './tickets.ts';

export interface Actor {
  readonly client: Client;
  /** A bound card. */
  readonly card: string;
}

export interface Action {
  readonly name: keyof typeof ROWS_BY_ACTION;
  /** Rows of `COUNTED` that an accepted one leaves. */
  readonly rows: number;
  /** Sends it under an idempotency key; the same again does it once. Each call of `action` makes another request. */
  readonly send: (who: Client, key: string) => Promise<Answer<unknown>>;
  /** Told with the answer of an accepted one. */
  readonly done?: (answer: Answer<unknown>) => void;
}

/** Rows of the players $1 by what they did: columns `user` and `rows`. */
export const ROWS_BY_ACTION = {
  tickets: `SELECT user_id::int AS "user", count(*)::int AS rows FROM tickets WHERE user_id = ANY($1::bigint[]) AND game = '${FAST_GAME}' GROUP BY 1`,
  matches: `SELECT user_id::int AS "user", count(*)::int AS rows FROM sport_orders WHERE user_id = ANY($1::bigint[]) GROUP BY 1`,
  groups: `SELECT initiator::int AS "user", count(*)::int AS rows FROM group_buy_orders WHERE initiator = ANY($1::bigint[]) GROUP BY 1`,
  joins: `SELECT user_id::int AS "user", count(*)::int AS rows FROM group_buy_joins WHERE user_id = ANY($1::bigint[]) AND type = 'join' GROUP BY 1`,
  withdrawals: `SELECT user_id::int AS "user", count(*)::int AS rows FROM withdrawals WHERE user_id = ANY($1::bigint[]) GROUP BY 1`,
} as const;

/** Statuses that may refuse a action while others do the same, or when its key was looked up before it came. */
export const ALLOWED_REFUSALS: readonly number[] = [
  STATUS.issueClosed,
  STATUS.keyConflict,
  STATUS.insufficientFunds,
  STATUS.soldOut,
  STATUS.stateChanged,
];

export interface ActionGames {
  /** FAST, and SLOW, which is the game of group orders. */
  readonly fast: GameVersion;
  readonly slow: GameVersion;
  readonly sport: SportVersion;
  /** A match on which `{ BRQSPF: { '3': '1.85' } }` can be bet by itself. */
  readonly match: string;
}

/** The nth action of a player: in turn a chase, a bet, a bet on a match, a group order, a join of any player's group order, and a withdrawal. */
export function actionsOf({ fast, slow, sport, match }: ActionGames): (who: Actor, n: number) => Action {
  const started: string[] = [];
  const sure = { play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } };
  const bet = (seed: number): Action => ({
    name: 'tickets',
    rows: 1,
    send: (who, key) => who.bet({ ...singleBet(fast, seed), key }),
  });
  return ({ card }, n) => {
    const under = (key: string) => ({ headers: { 'idempotency-key': key } });
    switch (n % 6) {
      case 0: {
        // Over three issues; its first win stops it, and whatever is drawn wins.
        const bought = { ...pricedTicket(fast, [sure], { issues: 3 }), stopOnWin: '1' as const };
        return { name: 'tickets', rows: 3, send: (who, key) => who.bet({ ...bought, key }) };
      }
      case 2: {
        const ticket = ticketOn(sport.sport.code, { [match]: { BRQSPF: { '3': '1.85' } } }, ['1_1']);
        return { name: 'matches', rows: 1, send: (who, key) => betOn(who, sport, ticket, { key }) };
      }
      case 3: {
        const bought = pricedTicket(slow, [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], { multiplier: 10 });
        const id = randomUUID();
        return {
          name: 'groups',
          rows: 1,
          send: (who, key) => startGroup(who, bought, { id, guarantee: n % 4 }, under(key)),
          done: (answer) => started.push((answer as Answer<StartGroupBuyModels>).models.hmId),
        };
      }
      case 4: {
        const id = started.at(-1);
        if (id === undefined) return bet(n);
        return { name: 'joins', rows: 1, send: (who, key) => joinGroup(who, id, 2, under(key)) };
      }
      case 5:
        // Seldom: the desk of the test allows a hundred a day.
        return n % 30 === 5
          ? { name: 'withdrawals', rows: 1, send: (who, key) => withdraw(who, card, 2_000, undefined, under(key)) }
          : bet(n);
      default:
        return bet(n);
    }
  };
}
