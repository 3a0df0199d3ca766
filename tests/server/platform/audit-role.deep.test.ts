/** The recipe of docs/operate/audit.md for a server whose database role owns nothing: it does everything but force the audit list. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { verifyAudit } from '../../../server/platform/audit/audit.ts';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { openPool, queryingOf, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, root, startServer, temporaryFolder, waitFor } from '../support/server.ts';
import { gameVersion, singleBet } from '../support/tickets.ts';

/** The statements between the marks in the document, as an operator copies them. */
const RECIPE = /```sql\n(-- The role of the servers[\s\S]*?)```/.exec(readFileSync(join(root, 'docs/operate/audit.md'), 'utf8'))?.[1] ?? '';
const ROLE = `caipu_server_${randomBytes(4).toString('hex')}`;

let postgres: TestPostgres;
let owner: pg.Pool;
let url: string;
beforeAll(async () => {
  postgres = await startPostgres();
  owner = openPool(postgres.url);
  const own = new URL(postgres.url);
  own.username = ROLE;
  own.password = 'secret-of-the-role';
  url = own.href;
});
afterAll(async () => {
  await owner?.query(`DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`).catch(() => {});
  await owner?.end();
  await postgres?.stop();
});

it('the owner migrates, and a server with a role of its own sells, draws, settles and publishes, and cannot change the audit list', async () => {
  await (await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: temporaryFolder() })).close();
  expect(RECIPE).toContain('GRANT');
  await owner.query(RECIPE.replaceAll('caipu_server', ROLE).replace('…', 'secret-of-the-role'));
  const lines: string[] = [];
  const server = await startServer({ databaseUrl: url, clockSpeed: 60, history: 3, log: (line) => lines.push(line) });
  try {
    const player = await server.client().register();
    const bet = await player.bet(singleBet(gameVersion(server, 'jlffc')));
    expect(bet.status).toBe(STATUS.ok);
    await server.scheduler?.history();
    await waitFor('its issue settled', async () => {
      const { rows } = await owner.query(`SELECT 1 FROM issues WHERE game = 'jlffc' AND issue = $1 AND state = 'settled'`, [
        bet.models.issue,
      ]);
      return rows.length > 0;
    });
    await server.context.games.prune();
    expect(server.context.alarms.list().filter(({ name, raised }) => raised > 0 && name !== 'calendar-ends')).toEqual([]);
    expect((await verifyAudit(server.context.database)).broken).toBeUndefined();
    const refused = async (statement: string) =>
      expect([
        statement,
        await server.context.database.query(statement).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      ]).toEqual([statement, expect.stringMatching(/permission denied|must be owner/)]);
    await refused(`UPDATE audit SET actor = 'nobody'`);
    await refused('DELETE FROM audit');
    await refused('TRUNCATE audit');
    await refused('ALTER TABLE audit DISABLE TRIGGER USER');
    await refused('DROP TABLE audit');
    await refused(`CREATE OR REPLACE FUNCTION audit_hash(p_prev text, p_seq bigint, p_at bigint, p_kind text, p_actor text, p_body text)
      RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '' $$`);
  } finally {
    await server.stop();
  }
  expect(lines.filter((line) => /permission denied|must be owner/.test(line))).toEqual([]);
  // Upgraded by the owner, it goes on with what the owner granted for the future.
  await owner.query('CREATE TABLE later (a int); INSERT INTO later VALUES (1)');
  const again = openPool(url);
  expect((await again.query('SELECT a FROM later')).rows).toEqual([{ a: 1 }]);
  await again.end();
  await expectBooksInOrder(queryingOf(owner));
});
