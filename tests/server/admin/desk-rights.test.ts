/**
 * The rights of roles in the back office: every call with every role over HTTP, requests without a login, the first page, masked data, the
 * audit list. desk-operators.test.ts tests the logins.
 */
import { describe, expect, it } from 'vitest';
import { asTexts } from '../../../protocol/calls/define.ts';
import { asCall, type DeskAnswer } from '../../../protocol/desk/define.ts';
import { RIGHTS, type Right, ROLES, type Role } from '../../../protocol/desk/rights.ts';
import type { deskNow } from '../../../protocol/desk/report.ts';
import { DESK_TABLE, type DeskRow } from '../../../protocol/desk/table.ts';
import { fieldReader } from '../../../server/platform/http/fields.ts';
import { lazyValidator } from '../../../server/platform/http/validators.ts';
import { ROLES_BY_CODE, rolesFrom } from '../../../server/admin/rights.ts';
import { readDesk, rightsOfScreen } from '../../../server/admin/office/pages.ts';
import type { Client } from '../support/client.ts';
import { bindCard, insertWithdrawal, verifyIdentity } from '../support/withdrawals.ts';
import { root, type TestServer, waitFor } from '../support/server.ts';
import { type DeskResponse, deskStage } from './support/desk.ts';

const MOBILE = '13800138123';
const CARD = '6222021234567890128';

let server: TestServer;
let player: Client;
const { tokens, ask, desk, audited } = deskStage(ROLES, async (started) => {
  server = started;
  player = server.client();
  await player.register('weixin8');
  const { database, encryption } = server.context;
  const id = player.userId;
  await database.query(
    `INSERT INTO contacts (user_id, channel, value_hmac, value_sealed, verified_at) VALUES ($1, 'mobile', $2, $3, 1), ($1, 'email', $4, $5, 1)`,
    [
      id,
      encryption.hmac('contact.value', MOBILE),
      encryption.seal('contact.value', MOBILE),
      'x',
      encryption.seal('contact.value', 'someone@example.org'),
    ],
  );
  await database.query('INSERT INTO identities (user_id, name_sealed, number_sealed, number_hmac, done_at) VALUES ($1, $2, $3, $4, 1)', [
    id,
    encryption.seal('identity.name', '张三丰'),
    encryption.seal('identity.number', '11010119900307123X'),
    'mark',
  ]);
  expect((await stake(player)).status).toBe(0);
});

function stake(client: Client) {
  // 双色球 draws in the evening, so the bet is still pending when the tests read it.
  const hash = server.context.publication.game('ssq')?.hash ?? '';
  const ticket = { game: 'ssq', lines: [{ play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [7] } }] };
  return client.bet({ ticket, hash, amountFen: 200 });
}

describe('the rights of the roles', () => {
  it('are data that may name only known roles and rights, and only an admin has all rights', () => {
    expect([...ROLES_BY_CODE.admin.rights].sort()).toEqual(Object.keys(RIGHTS).sort());
    for (const role of ['editor', 'cashier', 'admin'] as const)
      for (const right of ROLES_BY_CODE.viewer.rights) expect(ROLES_BY_CODE[role].rights, role).toContain(right);
    expect(ROLES_BY_CODE.editor.rights).not.toContain('withdrawals-decide');
    expect(ROLES_BY_CODE.cashier.rights).not.toContain('workshop');
    expect(() => rolesFrom({ ...ROLES_BY_CODE, viewer: { ...ROLES_BY_CODE.viewer, rights: ['everything'] } })).toThrow(
      'which there is not',
    );
    expect(() => rolesFrom({})).toThrow('the role viewer is missing');
    expect(() => rolesFrom({ ...ROLES_BY_CODE, boss: ROLES_BY_CODE.admin })).toThrow('there is no role boss');
  });

  /** A login needs no right, and a logout would end the session of the test. */
  const CALLS = DESK_TABLE.filter(({ path }) => !/\/(login|logout)$/.test(path));

  it('hold for every call and every role: a call is allowed, or refused with a message and an audit entry', async () => {
    for (const role of ROLES)
      for (const { method, path, right } of CALLS) {
        // The server checks the right before the fields. A call without its fields is refused and changes nothing.
        const allowed = right === null || ROLES_BY_CODE[role].rights.includes(right);
        const before = (await audited('operator.forbidden')).length;
        const fields = allowed && method !== 'GET' && !path.endsWith('/session/end') ? { id: 'x' } : {};
        if (allowed && path.endsWith('/session/end')) continue;
        const answer = await ask(method, path, fields, tokens.get(role));
        const title = `${role} ${method} ${path}`;
        const rows = await audited('operator.forbidden');
        if (allowed) {
          expect(answer.http, title).not.toBe(403);
          expect(answer.http, title).not.toBe(401);
          expect(rows.length, title).toBe(before);
        } else {
          expect(answer, title).toMatchObject({ http: 403, status: 19, models: null });
          expect(answer.msg, title).toContain(RIGHTS[right as Right]);
          expect(rows.length, title).toBe(before + 1);
          expect(rows.at(-1)?.actor, title).toBe(`某${role}@127.0.0.1`);
          expect(JSON.parse(rows.at(-1)?.body ?? '{}'), title).toMatchObject({ right });
        }
      }
  });

  it('need a login: without one every call is refused, and no answer has the menu or screens', async () => {
    for (const { method, path } of CALLS)
      for (const token of ['', 'x'.repeat(43), player.token]) {
        const answer = await ask(method, path, {}, token);
        expect([answer.http, answer.models], `${method} ${path}`).toEqual([401, null]);
      }
  });

  it('decide which entries of the menu and which screens the answer has', async () => {
    const start = async (role: Role) =>
      (
        await desk<{ menu: { entries: { code: string }[] }; screens: Record<string, unknown>; routes: { routes: { path: string }[] } }>(
          'start',
          {},
          tokens.get(role) ?? '',
        )
      ).models;
    const viewer = await start('viewer');
    expect(viewer.menu.entries.map(({ code }) => code)).toEqual([
      'players',
      'orders',
      'withdrawals',
      'content',
      'activities',
      'store',
      'quizzes',
      'agents',
    ]);
    expect(Object.keys(viewer.screens)).not.toContain('audit');
    expect(viewer.routes.routes.map(({ path }) => path)).not.toContain('/operators');
    const admin = await start('admin');
    expect(admin.menu.entries.map(({ code }) => code)).toContain('operators');
    expect(Object.keys(admin.screens)).toHaveLength(25);
    // The index for phones has no page of the back office.
    expect(JSON.stringify(server.context.publication.index())).not.toContain('withdrawals');
  });
});

describe('the first page', () => {
  const now = async (role: Role) => (await desk<DeskAnswer<typeof deskNow>>('now', {}, tokens.get(role) ?? '')).models;
  const NONE = { withdrawals: null, quarantine: null, results: null, corrections: null, comments: null };

  it('has critical alarms for roles that may see alarms, and none for the others', async () => {
    server.context.alarms.raise('recharge-odd', 'payment 7');
    await waitFor('the alarm of the admin', async () => (await now('admin')).critical === 1);
    expect(await now('cashier')).toMatchObject({ critical: 1, title: '充值异常' });
    for (const role of ['viewer', 'editor'] as const) expect(await now(role)).toMatchObject({ critical: 0, title: '', today: null });
  });

  it('shows each role its waiting tasks, and the figures of today to roles that may see the report', async () => {
    expect(await now('viewer')).toMatchObject({ handles: false, waiting: NONE });
    expect(await now('editor')).toMatchObject({ handles: true, waiting: { ...NONE, results: 0, corrections: 0, comments: 0 } });
    const { waiting: before, today } = await now('cashier');
    expect(before).toMatchObject({ ...NONE, withdrawals: { count: expect.any(Number) as number } });
    expect(today).toMatchObject({ bets: expect.any(Number) as number });
    await verifyIdentity(server.context, player);
    await bindCard(player);
    const { rows } = await server.context.database.query<{ id: string }>('SELECT id FROM withdrawal_accounts WHERE user_id = $1 LIMIT 1', [
      player.userId,
    ]);
    await insertWithdrawal(server.context.database, player.userId, rows[0]?.id ?? '', 1_500);
    expect((await now('cashier')).waiting.withdrawals).toMatchObject({
      count: (before.withdrawals?.count ?? 0) + 1,
      fen: (before.withdrawals?.fen ?? 0) + 1_500,
      since: expect.any(Number) as number,
    });
  });
});

describe('the screens of the desk', () => {
  it('pass the same checks as the screens of the app, and the right of a menu entry is enough for its screen', () => {
    const { terms } = server.context.publication.vocabulary();
    const { documents, problems } = readDesk(`${root}app/desk/descriptions`, terms);
    expect(problems).toEqual([]);
    const screens = new Map(documents?.screens.map((screen) => [screen.code, screen]));
    for (const { code, needs } of documents?.menu.entries ?? []) {
      const screen = screens.get(code);
      expect(screen, code).toBeDefined();
      if (screen) expect(rightsOfScreen(screen), code).toContain(needs?.permission);
    }
  });

  it('are refused if a screen names a field that its call does not return', () => {
    const { terms } = server.context.publication.vocabulary();
    expect(readDesk(`${root}tests/server/admin/wrong-desk`, terms).problems.map(({ pointer }) => pointer)).toEqual(['/blocks/0/row/title']);
  });
});

describe('the table of the desk', () => {
  it('has for each call an example that fits the schemas of the call', () => {
    for (const row of DESK_TABLE as readonly DeskRow[]) {
      const texts = new URLSearchParams(asTexts(row.example.fields as Readonly<Record<string, unknown>>));
      expect(fieldReader(asCall(row))(texts), `fields of ${row.path}`).toMatchObject({ ok: true });
      if (row.path.endsWith('/start')) continue;
      expect(lazyValidator(row.answer)(row.example.models), `answer of ${row.path}`).toBeUndefined();
    }
  });
});

describe('players', () => {
  it('have masked data for every role, and only some roles see their money', async () => {
    const id = player.userId;
    for (const role of ROLES)
      for (const [name, fields] of [
        ['players', { q: id }],
        ['player', { id }],
        ['orders', { player: id }],
        ['withdrawals', {}],
      ] as const) {
        const { text } = await desk(name, fields, tokens.get(role) ?? '');
        for (const secret of [MOBILE, CARD, 'someone@', '张三丰', '11010119900307123X', '900307'])
          expect(text, `${role} ${name}`).not.toContain(secret);
      }
    const seen = async (role: Role) =>
      (
        await desk<{ items: { id: number; mobile: string; email: string; balanceFen: number | null }[] }>(
          'players',
          { q: id },
          tokens.get(role) ?? '',
        )
      ).models.items[0];
    expect(await seen('viewer')).toMatchObject({ id, mobile: '138****8123', email: 's***@example.org', balanceFen: null });
    expect((await seen('cashier'))?.balanceFen).toBeGreaterThan(0);
    expect((await desk<{ money: unknown; realName: string }>('player', { id }, tokens.get('viewer') ?? '')).models).toMatchObject({
      money: null,
      realName: '张**',
    });
    // A complete phone number finds its player, although it is stored encrypted. A part of it finds none.
    expect(
      (await desk<{ items: { id: number }[] }>('players', { q: MOBILE }, tokens.get('viewer') ?? '')).models.items.map((row) => row.id),
    ).toEqual([id]);
    expect((await desk<{ items: unknown[] }>('players', { q: '1380013' }, tokens.get('viewer') ?? '')).models.items).toEqual([]);
    expect((await desk<{ items: unknown[] }>('players', { q: `%' OR 1=1 --` }, tokens.get('viewer') ?? '')).models.items).toEqual([]);
    expect((await audited('player.read')).at(-1)).toEqual({ actor: '某viewer@127.0.0.1', body: JSON.stringify({ player: id }) });
  });

  it('have sums of stakes and prizes minus refunds and corrections, and the same sums on both pages', async () => {
    const { context } = server;
    const one = await server.client().register();
    await server.grant(one.userId, 1_000_000);
    for (const [kind, debit, credit, fen, reason] of [
      ['stake', 'wallet', 'house:stakes', 10_000, 'bet'],
      ['hmJoin', 'wallet', 'escrow:hm', 2_000, 'join'],
      ['game', 'wallet', 'house:stakes', 300, 'play'],
      ['refund', 'house:stakes', 'wallet', 4_000, 'void'],
      ['refundBack', 'wallet', 'house:stakes', 500, 'correction'],
      ['prize', 'house:prizes', 'wallet', 70_000, 'win'],
      ['gamePrize', 'house:prizes', 'wallet', 900, 'win'],
      ['prizeBack', 'wallet', 'house:prizes', 60_000, 'correction'],
    ] as const)
      await context.database.query('SELECT post($1, $2, $3, $4, $5, $6, NULL)', [one.userId, kind, debit, credit, fen, reason]);
    const sums = { stakedFen: 8_800, wonFen: 10_900 };
    const cashier = tokens.get('cashier') ?? '';
    expect((await desk('player', { id: one.userId }, cashier)).models).toMatchObject({ money: sums });
    await verifyIdentity(context, one);
    const { models: card } = await bindCard(one);
    const id = await insertWithdrawal(context.database, one.userId, card.id, 10_000);
    // The deciding operator sees the whole name, to compare it with that of the account.
    expect((await desk('withdrawal', { id }, cashier)).models).toMatchObject({ facts: sums, holder: '张三丰' });
    expect((await desk('withdrawal', { id }, tokens.get('viewer') ?? '')).models).toMatchObject({ facts: null, holder: '张**' });
  });

  it('are paged by id, each once', async () => {
    for (let n = 0; n < 4; n += 1) await server.client().register();
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { models }: DeskResponse<{ items: { id: number }[]; next: string | null }> = await desk(
        'players',
        { size: 2, ...(cursor === '' ? {} : { cursor }) },
        tokens.get('viewer') ?? '',
      );
      seen.push(...models.items.map(({ id }) => id));
      cursor = models.next;
    }
    const { rows } = await server.context.database.query<{ id: number }>('SELECT id FROM users WHERE id > 0 ORDER BY id DESC');
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  it('that are frozen are logged out and can neither log in nor stake, until an operator lifts the freeze', async () => {
    const one = server.client();
    await one.register('frozen99', 'secret-1');
    const again = () => one.post('/api/account/weblogin', { username: 'frozen99', password: 'secret-1' });
    const cashier = tokens.get('cashier') ?? '';
    expect((await desk('player/freeze', { id: one.userId, reason: '核实身份' }, cashier, 'POST')).http).toBe(200);
    expect((await desk('player/freeze', { id: one.userId, reason: '核实身份' }, cashier, 'POST')).msg).toBe('该账户已冻结');
    expect((await stake(one)).status).toBe(2);
    expect(await again()).toMatchObject({ status: 9, msg: '账户已冻结，请联系在线客服' });
    const { rows } = await server.context.database.query(`SELECT player_limit_refusal($1, 'stake', 200) AS why`, [one.userId]);
    expect(rows).toEqual([{ why: '账户已冻结，请联系在线客服' }]);
    const { models } = await desk<{ account: string; freeze: object; sessions: unknown[] }>('player', { id: one.userId }, cashier);
    expect(models).toMatchObject({ account: 'frozen', freeze: { reason: '核实身份', by: '某cashier' }, sessions: [] });
    expect((await desk('player/unfreeze', { id: one.userId }, cashier, 'POST')).http).toBe(200);
    expect((await again()).status).toBe(0);
    expect((await audited('player.freeze')).at(-1)?.body).toBe(JSON.stringify({ player: one.userId, reason: '核实身份' }));
    expect((await desk<{ sessions: number }>('player/logout', { id: one.userId }, cashier, 'POST')).models.sessions).toBe(1);
  });
});

describe('orders', () => {
  it('are found by player, game, issue, state and day, and paged', async () => {
    const viewer = tokens.get('viewer') ?? '';
    const found = async (fields: Readonly<Record<string, unknown>>) =>
      desk<{ items: { id: string; gameCode: string; issue: string; status: string }[] }>('orders', fields, viewer);
    const [own] = (await found({ player: player.userId })).models.items;
    expect(own).toMatchObject({ status: 'pending' });
    // The complete user name finds the player too, in any case; a part of it finds none.
    const { name } = (await desk<{ name: string }>('player', { id: player.userId }, viewer)).models;
    expect((await found({ player: ` ${name.toUpperCase()} ` })).models.items.map(({ id }) => id)).toContain(own?.id);
    expect((await found({ player: name.slice(0, -1) })).msg).toBe('没有这位玩家，请填写编号或完整的用户名');
    expect((await found({ game: own?.gameCode, issue: own?.issue })).models.items.map(({ id }) => id)).toContain(own?.id);
    expect((await found({ status: 'won' })).models.items).toEqual([]);
    expect((await found({ from: '2026-01-01', to: '2026-01-05' })).msg).toContain('一次最多查 3 天');
    expect((await found({ from: '2026-01-01', to: '2026-01-05' })).msg).toContain('先填玩家');
    expect((await found({ issue: '1' })).http).toBe(400);
    const detail = await desk<{ lines: unknown[]; ledger: unknown[] }>('order', { player: player.userId, id: own?.id }, viewer);
    expect(detail.models.lines).toHaveLength(1);
    expect(detail.models.ledger).toEqual([]);
    expect(
      (await desk<{ ledger: unknown[] }>('order', { player: player.userId, id: own?.id }, tokens.get('cashier') ?? '')).models.ledger,
    ).toHaveLength(1);
    expect((await audited('order.read')).length).toBe(2);
  });
});

describe('the audit list', () => {
  it('is read by operator and action, newest first, and its hash chain is unbroken', async () => {
    const admin = tokens.get('admin') ?? '';
    const rows = async (fields: Readonly<Record<string, unknown>>) =>
      (await desk<{ items: { seq: number; who: string; act: string; from: string }[]; next: string | null }>('audit', fields, admin))
        .models;
    const forbidden = await rows({ operator: '某viewer', act: 'operator.forbidden', size: 5 });
    expect(forbidden.items).toHaveLength(5);
    for (const row of forbidden.items) expect(row).toMatchObject({ who: '某viewer', act: 'operator.forbidden', from: '127.0.0.1' });
    const more = await rows({ operator: '某viewer', act: 'operator.forbidden', size: 5, cursor: forbidden.next });
    expect(more.items[0]?.seq).toBeLessThan(forbidden.items.at(-1)?.seq ?? 0);
    expect((await rows({ act: 'player' })).items.every(({ act }) => act.startsWith('player.'))).toBe(true);
    expect((await desk<{ whole: boolean; fault: string }>('audit/chain', {}, admin)).models).toMatchObject({ whole: true, fault: '' });
  });
});
