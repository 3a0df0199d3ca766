/** The ledger's facts (server/ledger/SPEC.md) on random movements of every kind: on PGlite against a model, on PostgreSQL from two processes' pools. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { type Database, openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { statusFunctionSql } from '../../../server/platform/database/sql-routines.ts';
import { ledgerAuditFaults } from '../../../server/audit-ledger.ts';
import { MOVEMENTS } from '../../../server/platform/database/movement-rules.ts';
import { openEmbedded } from '../support/lite.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';

const folder = temporaryFolder();
let postgres: TestPostgres;
let lite: Database;
/** What two processes have: a pool each, on one database. */
let nodes: Database[];
beforeAll(async () => {
  postgres = await startWithSchema();
  lite = await openEmbedded(join(folder, 'lite'));
  const open = () => openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 6 });
  nodes = await Promise.all([open(), open()]);
});
afterEach(async () => {
  await expectBooksInOrder(lite);
  await expectBooksInOrder(nodes[0] as Database);
});
afterAll(async () => {
  await lite?.close();
  for (const node of nodes ?? []) await node.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Posting {
  readonly kind: string;
  readonly debit: string;
  readonly credit: string;
  readonly reason: string;
  readonly amount: number;
}

/** Every kind, every pair, every reason; a company where any may stand. */
const posting: fc.Arbitrary<Posting> = fc
  .record({
    movement: fc.constantFrom(...MOVEMENTS),
    pair: fc.nat(),
    reason: fc.nat(),
    company: fc.constantFrom('ag', 'mg'),
    amount: fc.integer({ min: 1, max: 400 }),
  })
  .map(({ movement: { kind, pairs, reasons }, pair, reason, company, amount }) => {
    const [debit, credit] = (pairs[pair % pairs.length] as readonly [string, string]).map((name) => name.replace('*', company));
    return {
      kind,
      debit: debit as string,
      credit: credit as string,
      reason: Object.keys(reasons)[reason % Object.keys(reasons).length] as string,
      amount,
    };
  });

let made = 0;
async function newPlayer(database: Database, fen = 1_000): Promise<number> {
  const name = `ledger${(made += 1)}`;
  return (await database.query<{ id: number }>('SELECT register_user($1, $1, $2, $3) AS id', [name, 'x', fen])).rows[0]?.id as number;
}

const post = async (database: Database, user: number, { kind, debit, credit, amount, reason }: Posting) =>
  (
    await database.query<{ after: number | null }>('SELECT post($1, $2, $3, $4, $5, $6, NULL) AS after', [
      user,
      kind,
      debit,
      credit,
      amount,
      reason,
    ])
  ).rows[0]?.after ?? null;

async function purses(database: Database, user: number): Promise<Record<string, number>> {
  const { rows } = await database.query<{ purse: string; balance: number }>(
    `SELECT 'wallet' AS purse, balance_fen AS balance FROM wallets WHERE user_id = $1 UNION ALL SELECT purse, balance FROM purses WHERE user_id = $1`,
    [user],
  );
  return Object.fromEntries(rows.map(({ purse, balance }) => [purse, balance]));
}

const isPurse = (account: string) => !/^(house|outside|escrow|company|pool):/.test(account);

describe('movements', () => {
  it('[L1] [L2] [L3] [L6] of every kind move what a model moves, and write the balance after of each purse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 40 }), async (postings) => {
        const user = await newPlayer(lite);
        const model: Record<string, number> = { wallet: 1_000 };
        for (const one of postings) {
          const { debit, credit, amount } = one;
          const covered = !isPurse(debit) || (model[debit] ?? 0) >= amount;
          const after = await post(lite, user, one);
          expect(after === null).toBe(!covered);
          if (!covered) continue;
          if (isPurse(debit)) model[debit] = (model[debit] ?? 0) - amount;
          if (isPurse(credit)) model[credit] = (model[credit] ?? 0) + amount;
          const { rows } = await lite.query(
            'SELECT debit_after, credit_after FROM movements WHERE user_id = $1 ORDER BY seq DESC LIMIT 1',
            [user],
          );
          expect(rows[0]).toEqual({
            debit_after: isPurse(debit) ? model[debit] : null,
            credit_after: isPurse(credit) ? model[credit] : null,
          });
          const touched = credit === 'wallet' ? credit : isPurse(debit) ? debit : credit;
          expect(after).toBe(isPurse(touched) ? model[touched] : 0);
        }
        expect(await purses(lite, user)).toEqual(model);
      }),
      { numRuns: 25 },
    );
  });

  it('[L1] [L2] [L3] [L7] of every kind from two processes at once leave every purse at the sum of its movements', async () => {
    const [first, second] = nodes as [Database, Database];
    const users = await Promise.all(Array.from({ length: 4 }, () => newPlayer(first)));
    const all = fc.sample(fc.tuple(posting, fc.constantFrom(...users)), { numRuns: 1_600, seed: 7 });
    const done: (number | null | undefined)[] = [];
    // A statement may wait three seconds for a connection, which 1,600 at once exceed on a busy machine.
    while (done.length < all.length) {
      const wave = all.slice(done.length, done.length + 200);
      done.push(...(await Promise.all(wave.map(([one, user], at) => post(at % 2 === 0 ? first : second, user, one)))));
    }
    const accepted = all.filter((_, at) => done[at] !== null);
    // Both happened: some were covered, and some wallets and purses were empty.
    expect(accepted.length).toBeGreaterThan(200);
    expect(accepted.length).toBeLessThan(all.length);
    const { rows } = await first.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM movements WHERE user_id = ANY($1::bigint[]) AND kind <> 'grant'`,
      [users],
    );
    expect(rows[0]?.n).toBe(accepted.filter(([{ kind }]) => kind !== 'grant').length);
    for (const user of users) {
      const expected: Record<string, number> = { wallet: 1_000 };
      for (const [{ debit, credit, amount }, of] of accepted) {
        if (of !== user) continue;
        if (isPurse(debit)) expected[debit] = (expected[debit] ?? 0) - amount;
        if (isPurse(credit)) expected[credit] = (expected[credit] ?? 0) + amount;
      }
      expect(await purses(first, user)).toEqual(expected);
    }
    // Nobody's purse is moved by a row of another player.
    const { rows: foreign } = await first.query(
      `SELECT account FROM entries WHERE account ~ ':[0-9]+$' AND account !~ (':' || user_id || '$') LIMIT 1`,
    );
    expect(foreign).toEqual([]);
  });

  it('[L3] a purse that covers ten of a hundred holds from two processes has exactly ten', async () => {
    const user = await newPlayer(nodes[0] as Database, 1_000);
    const hold = { kind: 'withdrawRequest', debit: 'wallet', credit: 'held', reason: 'request', amount: 100 };
    const done = await Promise.all(Array.from({ length: 100 }, (_, at) => post(nodes[at % 2] as Database, user, hold)));
    expect(done.filter((after) => after !== null)).toHaveLength(10);
    expect(await purses(nodes[0] as Database, user)).toEqual({ wallet: 0, held: 1_000 });
    const back = { kind: 'withdrawCancel', debit: 'held', credit: 'wallet', reason: 'withdrawn', amount: 300 };
    const paid = { kind: 'withdrawPaid', debit: 'held', credit: 'outside:withdraw', reason: 'paid', amount: 200 };
    await Promise.all(Array.from({ length: 20 }, (_, at) => post(nodes[at % 2] as Database, user, at % 3 === 0 ? back : paid)));
    const { wallet = 0, held = 0 } = await purses(nodes[0] as Database, user);
    expect(held).toBeLessThan(200);
    expect(wallet % 300).toBe(0);
  });

  it('[L4] that are not described are refused, by the one function and by a bare insert', async () => {
    const user = await newPlayer(lite);
    const known = new Set(
      MOVEMENTS.flatMap(({ kind, pairs, reasons }) =>
        pairs.flatMap((pair) => Object.keys(reasons).map((reason) => `${kind} ${pair.join(' ')} ${reason}`)),
      ),
    );
    const kinds = MOVEMENTS.map(({ kind }) => kind);
    const accounts = [...new Set(MOVEMENTS.flatMap(({ pairs }) => pairs.flat()))];
    const reasons = [...new Set(MOVEMENTS.flatMap((movement) => Object.keys(movement.reasons)))];
    const wrong = fc
      .record({
        kind: fc.constantFrom(...kinds),
        debit: fc.constantFrom(...accounts),
        credit: fc.constantFrom(...accounts),
        reason: fc.constantFrom(...reasons),
      })
      .filter(({ kind, debit, credit, reason }) => debit !== credit && !known.has(`${kind} ${debit} ${credit} ${reason}`));
    await fc.assert(
      fc.asyncProperty(wrong, async ({ kind, debit, credit, reason }) => {
        await expect(
          lite.query(
            `INSERT INTO movements (user_id, kind, unit, debit, credit, amount, at, reason) SELECT $1, $2, coalesce((SELECT unit FROM movement_rules WHERE kind = $2 LIMIT 1), 'fen'), $3, $4, 1, 0, $5`,
            [user, kind, debit, credit, reason],
          ),
        ).rejects.toThrow(`no such movement: ${kind} (${reason})`);
      }),
      { numRuns: 60 },
    );
    await expect(post(lite, user, { kind: 'gift', debit: 'house:grants', credit: 'wallet', reason: 'gift', amount: 1 })).rejects.toThrow(
      'no such movement',
    );
    // The unit of the kind alone.
    await expect(
      lite.query(
        `INSERT INTO movements (user_id, kind, unit, debit, credit, amount, debit_after, at, reason) VALUES ($1, 'stake', 'points', 'wallet', 'house:stakes', 1, 0, 0, 'bet')`,
        [user],
      ),
    ).rejects.toThrow('no such movement: stake (bet) of points');
    expect(await purses(lite, user)).toEqual({ wallet: 1_000 });
  });

  it('[L5] are never changed or deleted', async () => {
    await newPlayer(lite);
    await expect(lite.query('UPDATE movements SET amount = amount + 1')).rejects.toThrow('never changed or deleted');
    await expect(lite.query('DELETE FROM movements')).rejects.toThrow('never changed or deleted');
  });
});

describe('the described kinds', () => {
  it('are each of one unit, and at least one of their accounts has a name of a purse or a house', () => {
    expect(new Set(MOVEMENTS.map(({ kind }) => kind)).size).toBe(MOVEMENTS.length);
    for (const { kind, unit, pairs, reasons, title } of MOVEMENTS) {
      expect(['fen', 'points', 'score', 'growth'], kind).toContain(unit);
      expect(title, kind).not.toBe('');
      expect(Object.keys(reasons).length, kind).toBeGreaterThan(0);
      // Never from player to player: two purses of one row are two of the same player's.
      for (const pair of pairs) expect(pair, kind).toHaveLength(2);
    }
    // A purse holds one unit, whatever comes into it.
    const units = new Map<string, string>();
    for (const { unit, pairs } of MOVEMENTS)
      for (const account of pairs.flat())
        if (isPurse(account)) expect(units.set(account, units.get(account) ?? unit).get(account), account).toBe(unit);
  });
});

describe('statuses in SQL', () => {
  it('are names of protocol/status.ts, and no number stands in their place', async () => {
    for (const [name, number] of Object.entries(STATUS))
      expect((await lite.query<{ n: number }>('SELECT status($1) AS n', [name])).rows[0]?.n).toBe(number);
    await expect(lite.query(`SELECT status('nothing')`)).rejects.toThrow('has no status nothing');
    expect(statusFunctionSql({ ok: 0 })).toContain(`WHEN 'ok' THEN 0`);
    for (const [file, text] of Object.entries(SCHEMA.routines)) {
      for (const [, name = ''] of text.matchAll(/(?:status|refusal)\('(\w+)'/g)) expect(Object.keys(STATUS), file).toContain(name);
      expect(text, file).not.toMatch(/'status', \d/);
    }
  });
});

describe('[R2] the check of the books finds what nothing was posted for', () => {
  const ID = '019a2b3c-0000-7000-8000-00000000000';
  const TICKET = `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at, settled_at, status, prize)
    VALUES ($1, '${ID}1', 'g', '1', 'h', '[]', 1, 200, 1, 0, 0, 1, `;
  const SPORT = `INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, placed_at, settled_at, status, prize, release_id)
    VALUES ($1, '${ID}2', 'jczq', 'h', '{"matches": [{"match": "m1"}]}', 1, 200, 1, 0, 1, 'won', 300, '${ID}3');`;
  const GROUP = `INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, total, shares, share_fen, own_shares, sold, guarantee,
      guarantee_id, commission, base, security, started_at, stops_at, due_at)
    VALUES ('${ID}4', $1, 'ticket', 'g', '1', 'h', '{}', 1, 1, 1000, 10, 100, 4, 4, 2, '${ID}5', 0, 'profit', 0, 0, 1, 1);
    INSERT INTO group_buy_joins (user_id, id, group_buy_id, type, shares, game, issue, amount, status, placed_at, due_at, refund)
    VALUES ($1, '${ID}6', '${ID}4', 'own', 4, 'g', '1', 400, 'held', 0, 1, 7);`;
  it.each([
    ['a ticket', `${TICKET}'won', 500);`, [`stake of ${ID}1`, `prize of ${ID}1`]],
    ['a cancelled ticket', `${TICKET}'cancelled', 0);`, [`stake of ${ID}1`, `refund of ${ID}1`]],
    ['a bet on a match without its leg', SPORT, [`stake of ${ID}2`, `prize and refund of ${ID}2`, `legs of ${ID}2`]],
    [
      'a commission that nobody paid',
      `INSERT INTO releases (id, user_id, order_id, game, ticket, unit_fen, stake_fen, matches, plays, passes, single, return_x100, commission_bp, security,
         text, least_fen, released_at, day, stops_at, starts_at, commission_fen)
       VALUES ('${ID}3', $1, '${ID}2', 'jczq', '{}', 200, 200, 1, '', '', true, 100, 500, 2, '', 1, 0, 1, 0, 0, 9);`,
      [`commission of release ${ID}3`],
    ],
    ['a group order', GROUP, [`share of group order ${ID}6`, `escrow of group order ${ID}4`]],
    [
      'a scratch card and the bonus of a fill',
      `INSERT INTO scratch_pools (id, card, number, hash, body, price, tickets, open_after_ms, root, seed_sealed, made_at)
       VALUES ('${ID}7', 'c', 1, 'h', '{}', 200, 1, 1, repeat('0', 64), '', 0);
       INSERT INTO scratch_cards (pool, serial, owner, id, purchase, bought_at, due_at, opened_at, prize) VALUES ('${ID}7', 1, $1, '${ID}8', '${ID}9', 0, 1, 1, 50);
       INSERT INTO recharge_conversions (user_id, id, amount, bonus, required, at) VALUES ($1, '${ID}0', 1, 5, 0, 0);`,
      [`scratch cards that nobody paid ${ID}9`, `scratch card ${ID}8`, `bonus of fill ${ID}0`],
    ],
  ])('%s', async (_, text, expected) => {
    const { rows } = await lite.query<{ id: number }>('SELECT min(id) AS id FROM users');
    const found: string[] = [];
    const enough = new Error('rolled back');
    await lite
      .transaction(async (client) => {
        for (const statement of text.split(';').filter((each) => each.trim() !== '')) {
          const values = statement.includes('$1') ? [rows[0]?.id] : [];
          await client.query(statement, values);
        }
        found.push(...(await ledgerAuditFaults(client, 50)).map(({ what }) => what));
        throw enough;
      })
      .catch((error: unknown) => {
        if (error !== enough) throw error;
      });
    expect(found).toEqual(expect.arrayContaining(expected));
  });
});
