/** Player protection (server/accounts/limits/SPEC.md): limits, breaks and exclusions against random play, on the embedded database. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { refuseByLimits } from '../../../server/accounts/limits/limits.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { openEmbedded } from '../support/lite.ts';
import { temporaryFolder } from '../support/server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OFFSET = 8 * HOUR;
/** A Sunday, 20:00 in Shanghai. */
const START = Date.UTC(2026, 10, 22, 12);

let database: Database;
beforeAll(async () => {
  database = await openEmbedded(temporaryFolder());
  // A clock that stands still, for instants to the millisecond.
  await database.query('ALTER TABLE clock DROP CONSTRAINT clock_speed_check');
});
afterAll(() => database?.close());

/** Sets the database's clock to stand still at an instant. */
const clockAt = (at: number) =>
  database.query(
    `UPDATE clock SET decided = true, simulated = true, speed = 0, base_game = $1, base_real = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
    [at],
  );

let made = 0;
async function player(): Promise<number> {
  const { rows } = await database.query<{ id: number }>(`SELECT register_user($1, $1, 'x', 100000000) AS id`, [`limits${(made += 1)}`]);
  return rows[0]?.id as number;
}
const limit = async (user: number, what: string, period: string, value: number) => {
  await database.query('INSERT INTO limited_players (user_id, utc_offset_ms) VALUES ($1, $2) ON CONFLICT DO NOTHING', [user, OFFSET]);
  await database.query(
    `INSERT INTO player_limits (user_id, what, period, value) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, what, period) DO UPDATE SET value = excluded.value`,
    [user, what, period, value],
  );
};
const post = (user: number, kind: string, debit: string, credit: string, amount: number, reason: string, ref: string | null = null) =>
  database.query('SELECT post($1, $2, $3, $4, $5, $6, $7)', [user, kind, debit, credit, amount, reason, ref]);
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const stake = (user: number, amount: number, order: string) => post(user, 'stake', 'wallet', 'house:stakes', amount, 'bet', order);
const refused = async (user: number, what: 'stake' | 'deposit', amount: number) =>
  (await refuseByLimits({ database }, database, user, what, amount))?.msg ?? null;

interface Move {
  readonly after: number;
  readonly act: 'stake' | 'refund' | 'prize' | 'deposit' | 'out' | 'back' | 'home';
  readonly amount: number;
}
const move: fc.Arbitrary<Move> = fc.record({
  after: fc.integer({ min: 0, max: 2 * DAY }),
  act: fc.constantFrom('stake', 'stake', 'stake', 'refund', 'prize', 'deposit', 'out', 'back', 'home'),
  amount: fc.integer({ min: 1, max: 3_000 }),
});

/** The number of the period that an instant lies in, reckoned by the calendar. */
function periodOf(period: string, at: number): number {
  const wall = new Date(at + OFFSET);
  const day = Math.floor((at + OFFSET) / DAY);
  if (period === 'day') return day;
  if (period === 'month') return wall.getUTCFullYear() * 12 + wall.getUTCMonth();
  return day - ((wall.getUTCDay() + 6) % 7);
}

describe('limits', () => {
  it('[P1] [P2] [P3] [P8] of stake, loss and deposit agree with a naive recount over random days, weeks and months', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(move, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('day', 'week', 'month'),
        fc.integer({ min: 0, max: 6_000 }),
        async (moves, period, value) => {
          const user = await player();
          for (const what of ['stake', 'loss', 'deposit']) await limit(user, what, period, value);
          let now = START;
          /** What happened: period, order, signed fen. */
          const spent: { readonly in: number; readonly ref: string; readonly fen: number }[] = [];
          const lost: { readonly in: number; readonly fen: number }[] = [];
          const brought: { readonly in: number; readonly fen: number }[] = [];
          const open: { readonly ref: string; readonly fen: number }[] = [];
          const away: { readonly ref: string; readonly fen: number }[] = [];
          for (const [at, { after, act, amount }] of moves.entries()) {
            now += after;
            await clockAt(now);
            const own = periodOf(period, now);
            const sum = (rows: readonly { readonly in: number; readonly fen: number }[]) =>
              rows.reduce((total, row) => total + (row.in === own ? row.fen : 0), 0);
            const refs = [...new Set(spent.filter((row) => row.in === own).map(({ ref }) => ref))];
            const staked = refs.reduce((total, ref) => total + Math.max(0, sum(spent.filter((row) => row.ref === ref))), 0);
            const forbidden = staked + amount > value || sum(lost) + amount > value;
            if (act === 'stake' || act === 'out') {
              expect((await refused(user, 'stake', amount)) !== null, `${act} of ${amount} at ${at}`).toBe(forbidden);
              if (forbidden) continue;
              const ref = uuid(at);
              if (act === 'stake') await stake(user, amount, ref);
              else await post(user, 'transferOut', 'wallet', 'transit:ag', amount, 'request', ref);
              (act === 'stake' ? open : away).push({ ref, fen: amount });
              spent.push({ in: own, ref, fen: amount });
              lost.push({ in: own, fen: amount });
            } else if (act === 'deposit') {
              const over = sum(brought) + amount > value;
              expect((await refused(user, 'deposit', amount)) !== null).toBe(over);
              if (over) continue;
              await post(user, 'recharge', 'outside:recharge', 'wallet', amount, 'paid');
              brought.push({ in: own, fen: amount });
            } else if (act === 'prize' || act === 'home') {
              if (act === 'prize') await post(user, 'prize', 'house:prizes', 'wallet', amount, 'win');
              else await post(user, 'transferIn', 'company:ag', 'wallet', amount, 'done');
              lost.push({ in: own, fen: -amount });
            } else {
              const back = (act === 'refund' ? open : away).shift();
              if (back === undefined) continue;
              if (act === 'refund') await post(user, 'refund', 'house:stakes', 'wallet', back.fen, 'void', back.ref);
              else await post(user, 'transferBack', 'transit:ag', 'wallet', back.fen, 'refused', back.ref);
              spent.push({ in: own, ref: back.ref, fen: -back.fen });
              lost.push({ in: own, fen: -back.fen });
            }
          }
        },
      ),
      { numRuns: runCount(25) },
    );
  });

  it('say which limit it is and the amount that is left, and a player without any is asked nothing', async () => {
    await clockAt(START);
    const user = await player();
    expect(await refused(user, 'stake', 1_000_000)).toBeNull();
    await limit(user, 'stake', 'day', 10_000);
    await stake(user, 7_600, uuid(1));
    expect(await refused(user, 'stake', 2_400)).toBeNull();
    expect(await refused(user, 'stake', 2_401)).toBe('超出您设定的今日投注上限 ¥100.00，还可投注 ¥24.00');
    expect(await refused(user, 'deposit', 2_401)).toBeNull();
    expect((await refuseByLimits({ database }, database, user, 'stake', 99_999))?.status).toBe(STATUS.limitReached);
  });

  it('[P8] a day ends at midnight of the product, a week on Monday, a month on the first', async () => {
    const midnight = Math.ceil((START + OFFSET) / DAY) * DAY - OFFSET;
    for (const [period, ends] of [
      ['day', midnight],
      // The twenty-second was a Sunday.
      ['week', midnight],
      ['month', Date.UTC(2026, 11, 1) - OFFSET],
    ] as const) {
      await clockAt(ends - 2);
      const user = await player();
      await limit(user, 'stake', period, 500);
      await stake(user, 500, uuid(2));
      await clockAt(ends - 1);
      expect(await refused(user, 'stake', 1), period).not.toBeNull();
      await clockAt(ends);
      expect(await refused(user, 'stake', 500), period).toBeNull();
    }
  });

  it('[P4] the next value holds from its time on, and none at all is no limit', async () => {
    await clockAt(START);
    const user = await player();
    await limit(user, 'stake', 'day', 100);
    await database.query('UPDATE player_limits SET next_value = 300, next_at = $2 WHERE user_id = $1', [user, START + 1]);
    expect(await refused(user, 'stake', 300)).not.toBeNull();
    await clockAt(START + 1);
    expect(await refused(user, 'stake', 300)).toBeNull();
    expect(await refused(user, 'stake', 301)).not.toBeNull();
    await database.query('UPDATE player_limits SET next_value = NULL WHERE user_id = $1', [user]);
    expect(await refused(user, 'stake', 301)).toBeNull();
  });
});
