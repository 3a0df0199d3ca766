/**
 * E-mail about messages (server/inbox/push/mail.ts): of the kinds that the player chose, to the proved address, once, also where two processes
 * look. One e-mail has all messages that came meanwhile. It has no message that was read and none that is older than the wish.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { msgSettings } from '../../../protocol/calls/notices.ts';
import { STATUS } from '../../../protocol/status.ts';
import { bindContact } from '../../../server/accounts/contacts.ts';
import { findDuePlayers, makePlayerNotices } from '../../../server/inbox/push/job.ts';
import { sendDueMail } from '../../../server/inbox/push/mail.ts';
import type { Client } from '../support/client.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';

type Settings = AnswerOf<typeof msgSettings>;

describe.each(['the embedded database', 'two processes on PostgreSQL'] as const)('on %s', (where) => {
  let postgres: TestPostgres | undefined;
  let servers: readonly TestServer[] = [];
  const first = (): TestServer => servers[0] as TestServer;

  beforeAll(async () => {
    if (where !== 'the embedded database') postgres = await startWithSchema();
    // No background jobs run in them: the tests take the steps.
    const start = () => startServer({ clockSpeed: 1, role: 'web', ...(postgres && { databaseUrl: postgres.url }) });
    servers = postgres ? [await start(), await start()] : [await start()];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await postgres?.stop();
  });

  const sql = async <R>(text: string, values: readonly unknown[] = []) => (await first().context.database.query<R>(text, values)).rows;
  let addresses = 0;
  /** A player with a proved address. */
  async function player(): Promise<{ readonly who: Client; readonly to: string }> {
    const who = await first().client().register();
    const to = `mail${(addresses += 1)}@play.example`;
    const { context } = first();
    await context.database.transaction((client) => bindContact(context, client, who.userId, 'email', to));
    return { who, to };
  }
  const prize = async (who: Client, fen: number) => {
    await sql('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [who.userId, 'prize', 'house:prizes', 'wallet', fen, 'win']);
    await sql(`SELECT announce_balance($1, 'wallet', 'fen', 0)`, [who.userId]);
  };
  const settings = async (who: Client) => (await who.get<Settings>('/api/SiteMsg/MsgSettings')).models;
  const set = (who: Client, kind: string, on: boolean) => who.post<Settings>('/api/SiteMsg/SetMailSetting', { kind, on: on ? '1' : '0' });
  /** Everything that is to be done now, by all processes at once. */
  const run = async (): Promise<void> => {
    await Promise.all(
      servers.map(async ({ context }) => {
        while (await findDuePlayers(context));
        while (await makePlayerNotices(context));
        while (await sendDueMail(context));
      }),
    );
  };
  const sent = async (to: string) => (await first().context.messages.unsent()).filter((each) => each.to === to).map(({ text }) => text);
  const soon = () => sql('UPDATE push_players SET mail_next_at = 0');

  it('is off at first, wants a proved address, and can be taken back', async () => {
    const nobody = await first().client().register();
    expect(await settings(nobody)).toMatchObject({ mail: { works: true, to: '' } });
    expect(await set(nobody, 'notice', true)).toMatchObject({ status: STATUS.needsStep, models: { step: 'email', to: '/BindEmail' } });
    const { who } = await player();
    expect((await settings(who)).items.map(({ mail }) => mail)).toEqual([false, false, false, false]);
    expect((await set(who, 'trade', true)).models).toMatchObject({ mail: { to: 'm***@play.example' } });
    expect((await settings(who)).items.filter(({ mail }) => mail).map(({ kind }) => kind)).toEqual(['trade']);
    expect((await set(who, 'trade', false)).models.items.some(({ mail }) => mail)).toBe(false);
  });

  it('has the messages that came since, of the chosen kinds, once, and all of them in one', async () => {
    const { who, to } = await player();
    const { who: other, to: none } = await player();
    await prize(who, 111_00);
    await set(who, 'notice', true);
    await run();
    expect(await sent(to), 'what was there before').toEqual([]);

    await prize(who, 123_456);
    await prize(who, 200);
    await prize(other, 500);
    await run();
    const [mail, ...more] = await sent(to);
    expect(more).toEqual([]);
    expect(mail).toMatch(/^【.+】\n/);
    expect(mail).toContain('派奖 1,234.56\u00a0元');
    expect(mail).toContain('派奖 2\u00a0元');
    expect(mail).not.toContain('111');
    expect(await sent(none)).toEqual([]);
    await soon();
    await run();
    expect(await sent(to), 'once').toHaveLength(1);

    // Another kind than was asked for.
    await sql('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [who.userId, 'grant', 'house:grants', 'wallet', 100, 'gift']);
    await sql(`SELECT announce_balance($1, 'wallet', 'fen', 0)`, [who.userId]);
    await run();
    expect(await sent(to)).toHaveLength(1);
  });

  it('waits between two, and leaves out messages that were read meanwhile', async () => {
    const { who, to } = await player();
    await set(who, 'notice', true);
    await prize(who, 100);
    await run();
    expect(await sent(to)).toHaveLength(1);
    await prize(who, 300);
    await run();
    expect(await sent(to), 'not before its time').toHaveLength(1);
    await who.post('/api/SiteMsg/MsgRead', {});
    await prize(who, 700);
    await run();
    await soon();
    await run();
    const mails = await sent(to);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('派奖 7\u00a0元');
    expect(mails[0]).not.toContain('派奖 3');
  });

  it('quotes a limited number of messages, and gives the number of the others', async () => {
    const { who, to } = await player();
    await set(who, 'notice', true);
    for (let fen = 100; fen <= 2_200; fen += 100) await prize(who, fen);
    await run();
    const [mail = ''] = await sent(to);
    expect(mail.match(/派奖/g)).toHaveLength(20);
    expect(mail).toContain('\n还有 2 条\n');
  });

  it('goes to no player whose address is gone, and to none that has excluded himself', async () => {
    const { who, to } = await player();
    await set(who, 'notice', true);
    await prize(who, 100);
    await sql('DELETE FROM contacts WHERE user_id = $1', [who.userId]);
    await run();
    expect(await sent(to)).toEqual([]);

    const { who: resting, to: his } = await player();
    await set(resting, 'notice', true);
    await sql(
      `INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 28800000, 'exclusion', caipu_now_ms(), caipu_now_ms() + 3600000)`,
      [resting.userId],
    );
    await prize(resting, 100);
    await run();
    expect(await sent(his)).toEqual([]);
  });
});
