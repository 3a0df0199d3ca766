/** The audit list: chained by the database, refused to be changed, and found out when it was. On PostgreSQL, with two processes. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditRow, auditRowHash, auditHead, recordAudit, verifyAudit } from '../../../server/platform/audit/audit.ts';
import { startAuditCheck } from '../../../server/platform/audit/check.ts';
import { drawDueIssues, freezeDueIssues } from '../../../server/lottery/draws/steps.ts';
import { createAlarms } from '../../../server/platform/monitoring/alarms.ts';
import { callOperator, filePathOf, logInOperator, publishCall } from '../support/operator.ts';
import { openPool, queryingOf, startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
let nodes: TestServer[];
const password = 'operator-password';
beforeAll(async () => {
  postgres = await startWithSchema();
  const options = { databaseUrl: postgres.url, clockSpeed: 1, role: 'web', operatorPassword: password, history: 0 } as const;
  nodes = [await startServer(options)];
  nodes.push(await startServer({ ...options, gamesDir: nodes[0]?.gamesDir as string }));
  pool = openPool(postgres.url);
  // The first server writes what is in force beside its start; no test is to meet that row in the middle.
  await waitFor('what is in force is written', async () => (await rows('description.in-force')).length === 1);
});
afterAll(async () => {
  for (const node of nodes ?? []) await node.stop();
  await pool?.end();
  await postgres?.stop();
});

const node = () => nodes[0] as TestServer;
const rows = async (kind?: string) =>
  (
    await pool.query<AuditRow>(
      `SELECT seq::int, at, kind, actor, body, prev, hash FROM audit ${kind ? `WHERE kind = '${kind}'` : ''} ORDER BY seq`,
    )
  ).rows;

/** Does what only the owner of the database can do, looks, and takes it back. */
async function tampered<T>(statement: string, look: (client: ReturnType<typeof queryingOf>) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('ALTER TABLE audit DISABLE TRIGGER USER');
    await client.query(statement);
    return await look({
      query: async (text: string, values?: readonly unknown[]) => {
        const found = await client.query(text, values as unknown[]);
        return { rows: found.rows.map(numbers) as never[], rowCount: found.rowCount ?? 0 };
      },
    });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
/** Calls of the workshop in a session of its own. */
const openWorkshop = async (base: string) => (await logInOperator(base, password)).call;
interface Stamped {
  readonly stamp: string;
}
/** int8 as the server reads it. */
const numbers = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, ['seq', 'at'].includes(name) ? Number(value) : value]));

it('chains what two processes write at once, without a gap', async () => {
  const before = await auditHead(node().context.database);
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      recordAudit(
        (nodes[at % 2] as TestServer).context.database,
        `writer ${at}`,
        { kind: 'operator.login', body: {} },
        { kind: 'operator.logout', body: {} },
      ),
    ),
  );
  const { rows: seen, head, broken } = await verifyAudit(node().context.database);
  expect(broken).toBeUndefined();
  expect([seen, head.seq]).toEqual([before.seq + 120, before.seq + 120]);
  // Acts of one call stand together.
  const written = await rows();
  for (const [at, row] of written.entries()) if (row.kind === 'operator.logout') expect(written[at - 1]?.actor).toBe(row.actor);
});

it('takes its number, time and hashes from nobody', async () => {
  await pool.query(`INSERT INTO audit (seq, at, kind, actor, body, prev, hash) VALUES (1, 1, 'operator.login', 'forger', '{}', 'x', 'x')`);
  const last = (await rows()).at(-1) as AuditRow;
  expect(last.actor).toBe('forger');
  expect(last.hash).toBe(auditRowHash({ ...last, at: Number(last.at) }));
  expect((await verifyAudit(node().context.database)).broken).toBeUndefined();
});

it('is never changed, deleted or emptied', async () => {
  for (const statement of [
    `UPDATE audit SET actor = 'nobody'`,
    'DELETE FROM audit',
    'TRUNCATE audit',
    `UPDATE audit SET actor = 'nobody' WHERE false`,
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('rows of the audit list cannot be changed or deleted');
});

describe('what was changed by force is found', () => {
  const broken = (statement: string, expected?: { seq: number; hash: string }) =>
    tampered(statement, async (client) => (await verifyAudit(client, expected === undefined ? {} : { expected })).broken);

  it('at the first row that does not fit', async () => {
    expect(await broken(`UPDATE audit SET actor = 'nobody' WHERE seq = 7`)).toEqual({
      seq: 7,
      what: 'its content is not what its hash was made of',
    });
    expect(await broken('DELETE FROM audit WHERE seq = 7')).toEqual({ seq: 7, what: 'row 7 is missing; the next is 8' });
    // With its own hash made again, the next row no longer follows.
    expect(await broken(`UPDATE audit SET actor = 'nobody', hash = audit_hash(prev, seq, at, kind, 'nobody', body) WHERE seq = 7`)).toEqual(
      { seq: 8, what: 'it is not bound to the row before it' },
    );
    expect(await broken('SELECT 1')).toBeUndefined();
  });

  it('and what was cut off or made again to the end, by a head that was kept elsewhere', async () => {
    const head = await auditHead(node().context.database);
    expect(await broken('SELECT 1', head)).toBeUndefined();
    expect(await broken(`DELETE FROM audit WHERE seq >= ${head.seq - 3}`, head)).toEqual({
      seq: head.seq - 3,
      what: `the list ends before row ${head.seq}, whose hash was kept`,
    });
    const anew = `DO $$ DECLARE r audit; p text := repeat('0', 64); BEGIN
      UPDATE audit SET actor = 'nobody' WHERE seq = 2;
      FOR r IN SELECT * FROM audit ORDER BY seq LOOP
        UPDATE audit SET prev = p, hash = audit_hash(p, seq, at, kind, actor, body) WHERE seq = r.seq RETURNING hash INTO p;
      END LOOP; END $$`;
    expect(await broken(anew)).toBeUndefined();
    expect(await broken(anew, head)).toEqual({ seq: head.seq, what: 'it is not the row whose hash was kept' });
  });

  it('by the running server too, which raises an alarm until it is as it was', async () => {
    const alarms = createAlarms(() => {});
    const lines: string[] = [];
    const check = startAuditCheck(node().context.database, alarms, (line) => lines.push(line), 3_600_000);
    const alarm = () => alarms.list().find(({ name }) => name === 'audit-broken');
    await check.look();
    const head = await auditHead(node().context.database);
    expect(lines).toEqual([`audit list: ${head.seq} rows, head ${head.hash}`]);
    expect(alarm()?.active).toBe(0);
    await pool.query(`ALTER TABLE audit DISABLE TRIGGER USER; UPDATE audit SET actor = 'nobody' || actor WHERE seq = 3`);
    await check.look();
    expect(alarm()).toMatchObject({ active: 1, detail: 'Row 3: its content is not what its hash was made of.' });
    await pool.query(`UPDATE audit SET actor = substr(actor, 7) WHERE seq = 3; ALTER TABLE audit ENABLE TRIGGER USER`);
    await check.look();
    expect(alarm()?.active).toBe(0);
    await check.close();
  });
});

describe('what is written', () => {
  it('draws, with numbers and the hash of the seed, which must stay what their issues say', async () => {
    const { context } = node();
    await pool.query(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
      SELECT 'jlffc', 'audited', t - 3, t - 2, t - 1, 'open', $1, encode(sha256('\\xaa'), 'hex'), 'aa' FROM (SELECT caipu_now_ms() AS t) now`,
      [context.games.published('jlffc')?.hash],
    );
    expect(await freezeDueIssues(context)).toBe(1);
    expect(await drawDueIssues(context)).toBe(1);
    const [draw] = await rows('draw');
    const { rows: issue } = await pool.query(`SELECT commitment, numbers, hash FROM issues WHERE issue = 'audited'`);
    expect(draw?.actor).toBe('server');
    expect(JSON.parse(draw?.body ?? '')).toEqual({
      game: 'jlffc',
      issue: 'audited',
      description: issue[0].hash,
      commitment: issue[0].commitment,
      numbers: issue[0].numbers,
    });
    expect((await verifyAudit(context.database)).broken).toBeUndefined();
    const wrong = async (change: string) =>
      (await tampered(`UPDATE issues SET ${change} WHERE issue = 'audited'`, (client) => verifyAudit(client))).broken?.what;
    expect(await wrong(`numbers = '{"n":[0,0,0,0,0]}'`)).toBe('the issue jlffc audited has other numbers now');
    expect(await wrong(`commitment = 'x'`)).toBe('the issue jlffc audited has another commitment now');
    expect(await wrong(`seed = 'bb'`)).toBe('the seed of jlffc audited is not the one that was committed to');
    expect(await wrong(`issue = 'other'`)).toBe('the issue jlffc audited that it drew is gone');
  });

  it('acts of operators: logins, refused ones, publications and what was taken back', async () => {
    const before = (await auditHead(node().context.database)).seq;
    await callOperator(node().base, '', 'POST', 'login', { password: 'not-the-password' });
    const call = await openWorkshop(node().base);
    const first = readFileSync(join(node().gamesDir, 'fc3d.json'), 'utf8');
    const { stamp } = (await call<Stamped>('GET', filePathOf('games/fc3d'))).models;
    const published = await call<Stamped>(...publishCall('games/fc3d', { text: `${first}\n`, stamp }));
    expect(published.status).toBe(0);
    await call<Stamped>(...publishCall('games/fc3d', { text: first, stamp: published.models.stamp }));
    await call('POST', 'logout');
    // What came into force with it is a row of its own, whenever its process comes to write it.
    const written = (await rows()).filter(({ seq, kind }) => seq > before && kind !== 'description.in-force');
    expect(written.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['operator.login-refused', '127.0.0.1'],
      ['operator.login', 'admin@127.0.0.1'],
      ['description.publish', 'admin@127.0.0.1'],
      ['description.rollback', 'admin@127.0.0.1'],
      ['operator.logout', 'admin@127.0.0.1'],
    ]);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(written.filter(({ kind }) => kind.startsWith('desc')).map(({ body }) => body)).toEqual([
      `{"file":"games/fc3d","sha256":"${sha256(`${first}\n`)}"}`,
      `{"file":"games/fc3d","sha256":"${sha256(first)}"}`,
    ]);
    for (const { body } of written) expect(body).not.toContain(password);
  });

  it('publishes nothing that the list cannot put down to its operator', async () => {
    const file = join(node().gamesDir, 'fc3d.json');
    const first = readFileSync(file, 'utf8');
    const call = await openWorkshop(node().base);
    const { stamp } = (await call<Stamped>('GET', filePathOf('games/fc3d'))).models;
    const newName = first.replace('福彩3D', '福彩三D');
    expect(newName).not.toBe(first);
    const publish = () => call<Stamped>(...publishCall('games/fc3d', { text: newName, stamp }));
    await pool.query(`ALTER TABLE audit ADD CONSTRAINT no_publication CHECK (kind <> 'description.publish') NOT VALID`);
    const refused = await publish().finally(() => pool.query('ALTER TABLE audit DROP CONSTRAINT no_publication'));
    expect(refused.status).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect((await publish()).status).toBe(0);
  });

  it('says that a text which was announced did not get into its folder', async () => {
    const call = await openWorkshop(node().base);
    const file = join(node().gamesDir, 'pl5.json');
    const text = readFileSync(file, 'utf8');
    const { stamp } = (await call<Stamped>('GET', filePathOf('games/pl5'))).models;
    // Where texts that were replaced are kept stands a file.
    const history = join(node().gamesDir, '.history');
    rmSync(history, { recursive: true, force: true });
    writeFileSync(history, '');
    const before = (await auditHead(node().context.database)).seq;
    const refused = await call<Stamped>(...publishCall('games/pl5', { text: `${text}\n`, stamp }));
    expect(refused.status).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
    // What the test before published comes into force as a row of its own, whenever its process comes to write it.
    const written = (await rows()).filter(({ seq, kind }) => seq > before && kind !== 'description.in-force');
    expect(written.map(({ kind }) => kind)).toEqual(['description.publish', 'description.not-published']);
    rmSync(history);
  });
});

describe('what comes into force without the workshop', () => {
  const about = async (file: string) =>
    (await rows())
      .filter(({ kind, body }) => kind.startsWith('description.') && (JSON.parse(body) as { file: string }).file === file)
      .map(({ kind, actor, body }) => [kind, actor, (JSON.parse(body) as { hash?: string }).hash]);

  it('a file that is copied into the folder, changed, and taken away: each once, though two processes see it', async () => {
    // Everything that was there at the first start is one row.
    expect(await waitFor('the first row', async () => (await about('all')).length === 1)).toBe(true);
    const file = join(node().gamesDir, 'dropssc.json');
    const described = (name: string) =>
      JSON.stringify({ ...JSON.parse(readFileSync(join(node().gamesDir, 'jlffc.json'), 'utf8')), code: 'dropssc', name });
    const look = () => Promise.all(nodes.map(({ context }) => context.publication.refresh()));
    writeFileSync(file, described('投放彩'));
    await look();
    const hash = node().context.publication.game('dropssc')?.hash;
    expect(hash).toBeDefined();
    await waitFor('a row', async () => (await about('games/dropssc')).length > 0);
    writeFileSync(file, described('改名彩'));
    await look();
    const changed = node().context.publication.game('dropssc')?.hash;
    expect(changed).not.toBe(hash);
    await waitFor('another', async () => (await about('games/dropssc')).length > 1);
    rmSync(file);
    await look();
    await waitFor('the last', async () => (await about('games/dropssc')).some(([kind]) => kind === 'description.gone'));
    const all = [
      ['description.in-force', 'folder', hash],
      ['description.in-force', 'folder', changed],
      ['description.gone', 'folder', undefined],
    ];
    expect(await about('games/dropssc')).toEqual(all);
    // A process that starts finds nothing new.
    const count = (await rows()).length;
    const third = await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role: 'web', history: 0, gamesDir: node().gamesDir });
    await third.stop();
    expect((await rows()).length).toBe(count);
    expect((await verifyAudit(node().context.database)).broken).toBeUndefined();
  });
});
