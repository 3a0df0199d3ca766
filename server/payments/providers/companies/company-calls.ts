/** The transfer centre: what is where, everything back at once, money that goes along into a game. */
import {
  companies,
  companyAuto,
  companyBets,
  companyBalances,
  companyEnter,
  companyReturn,
  transfers,
} from '../../../../protocol/calls/companies.ts';
import { STATUS } from '../../../../protocol/status.ts';
import {
  DAY_MS,
  handle,
  type HandledCall,
  ok,
  runIdempotent,
  type Querying,
  refuse,
  refuseField,
  refuseIdempotent,
} from '../../../platform/index.ts';
import type { PaymentServices } from '../../services.ts';
import { beginTransfer, companyTarget as target, queryTransfers, readTransfers } from '../../targets/company.ts';
import { walletBalance } from '../../../ledger/index.ts';
import { productOffset } from '../../../catalog/index.ts';
import { mayTransfer, refuseByLimits, TRANSFER_LOCKED_TEXT } from '../../../accounts/index.ts';
import type { Company } from './company.ts';
import { queryBalances, storeBalances } from './balances.ts';
import { withAnswerTimeout } from './transfer-service.ts';

const YUAN = 100;

const unansweredText = (companies: number): string => `${companies} 家查询失败，其余暂无可转回余额，请稍后再试`;

export function companyCalls(context: PaymentServices): HandledCall[] {
  return [
    companiesCall(context),
    balancesCall(context),
    returnAllCall(context),
    autoEnterCall(context),
    enterCall(context),
    betsCall(context),
    transfersCall(context),
  ];
}

/** The companies, with the transfer that each has under way. */
function companiesCall(context: PaymentServices): HandledCall {
  const { database } = context;
  const transferService = context.companies;
  return handle(companies, async ({ player }) => {
    const [allowed, open, auto, { rows: transit }] = await Promise.all([
      mayTransfer(database, player.id),
      target.list(context, database, player.id, { state: 'asking', size: 50 }),
      autoEnter(database, player.id),
      database.query<{ fen: number }>(
        `SELECT coalesce(sum(balance), 0)::bigint AS fen FROM purses WHERE user_id = $1 AND purse LIKE 'transit:%'`,
        [player.id],
      ),
    ]);
    return ok({
      allowed,
      message: allowed ? '' : TRANSFER_LOCKED_TEXT,
      balanceFen: player.balanceFen,
      transitFen: transit[0]?.fen ?? 0,
      autoEnter: auto,
      items: transferService.companies.map(({ code, name }) => ({
        company: code,
        name,
        open: open.find((move) => move.target === code) ?? null,
      })),
    });
  });
}

/** What each company holds of the player, fen; null of one that does not answer. */
function balancesCall(context: PaymentServices): HandledCall {
  const transferService = context.companies;
  return handle(companyBalances, async ({ fields, player, releaseWhile }) => {
    const requestedCompanies =
      fields.company === undefined ? transferService.companies : [transferService.of(fields.company)].flatMap((each) => each ?? []);
    const items = await releaseWhile(queryBalances(requestedCompanies, player.id));
    return ok({
      items,
      totalFen: items.reduce((sum, { balanceFen }) => sum + (balanceFen ?? 0), 0),
      complete: items.every(({ balanceFen }) => balanceFen !== null),
    });
  });
}

/** Transfers back the whole yuan that every company holds. */
function returnAllCall(context: PaymentServices): HandledCall {
  const { database } = context;
  const transferService = context.companies;
  return handle(companyReturn, async ({ idempotentRequest, releaseWhile }) => {
    const player = await idempotentRequest.player();
    if (player === undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notLoggedIn, '登录已失效，请重新登录'));
    // Before anything is locked: a company may take its time.
    const at = context.clock.now();
    const balances = await releaseWhile(queryBalances(transferService.companies, player.id));
    await storeBalances(database, player.id, balances, at);
    const startedIds: string[] = [];
    const missing = balances.filter(({ balanceFen }) => balanceFen === null).length;
    const answer = await runIdempotent(context, idempotentRequest, async (client, userId) => {
      if (!(await mayTransfer(client, userId))) return refuse(STATUS.disabled, TRANSFER_LOCKED_TEXT);
      for (const { company, balanceFen } of balances) {
        const amountFen = Math.floor((balanceFen ?? 0) / YUAN) * YUAN;
        if (amountFen === 0) continue;
        const one = await beginTransfer(context, client, { userId, target: company, amountFen, direction: 'in' });
        // One whose transfer is under way is left for the next time.
        if ('id' in one) startedIds.push(one.id);
      }
      // Nothing came back, and whether there is anything is not known.
      if (startedIds.length === 0 && missing > 0) return refuse(STATUS.disabled, unansweredText(missing));
      const models = { balanceFen: await walletBalance(client, userId), moved: 0, asking: startedIds.length, missing, totalFen: 0 };
      return ok(models, startedIds.length === 0 ? '没有可转回的余额' : '转回处理中');
    });
    // A remembered answer began nothing.
    if (answer.status !== STATUS.ok || startedIds.length === 0) return answer;
    await queryTransfers(context, startedIds);
    const moves = await readTransfers(context, database, startedIds);
    const done = moves.filter(({ state }) => state === 'done');
    const models = {
      balanceFen: await walletBalance(database, player.id),
      moved: done.length,
      asking: moves.filter(({ state }) => state === 'asking').length,
      missing,
      totalFen: done.reduce((sum, { amountFen }) => sum + amountFen, 0),
    };
    return ok(models, models.asking > 0 ? '转回处理中' : '已转回主钱包');
  });
}

function autoEnterCall(context: PaymentServices): HandledCall {
  return handle(companyAuto, ({ fields: { on }, idempotentRequest }) =>
    runIdempotent(context, idempotentRequest, async (client, userId) => {
      if (on && !(await mayTransfer(client, userId))) return refuse(STATUS.disabled, TRANSFER_LOCKED_TEXT);
      await client.query(
        'INSERT INTO company_players (user_id, auto_enter) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET auto_enter = excluded.auto_enter',
        [userId, on],
      );
      return ok({ on }, on ? '已开启' : '已关闭');
    }),
  );
}

/** Transfers the whole yuan of the wallet along into a game, where the player has that switched on. */
function enterCall(context: PaymentServices): HandledCall {
  const { database } = context;
  const transferService = context.companies;
  return handle(companyEnter, async ({ fields, idempotentRequest }) => {
    let startedIds: string | undefined;
    let player = 0;
    const answer = await runIdempotent(context, idempotentRequest, async (client, userId) => {
      player = userId;
      const balanceFen = await walletBalance(client, userId);
      const nothing = ok({ balanceFen, move: null });
      const amountFen = Math.floor(balanceFen / YUAN) * YUAN;
      if (transferService.of(fields.company) === undefined || amountFen === 0) return nothing;
      if (!(await autoEnter(client, userId)) || !(await mayTransfer(client, userId))) return nothing;
      if ((await refuseByLimits(context, client, userId, 'stake', amountFen)) !== undefined) return nothing;
      const one = await beginTransfer(context, client, { userId, target: fields.company, amountFen, direction: 'out' });
      // A game can be played with the present balance there.
      if ('refusal' in one) return nothing;
      startedIds = one.id;
      const [move = null] = await readTransfers(context, client, [one.id]);
      return ok({ balanceFen: await walletBalance(client, userId), move });
    });
    if (startedIds === undefined || answer.status !== STATUS.ok) return answer;
    await queryTransfers(context, [startedIds]);
    const [move = null] = await readTransfers(context, database, [startedIds]);
    return ok({ balanceFen: await walletBalance(database, player), move });
  });
}

/** Bets at one company, the latest first. */
function betsCall(context: PaymentServices): HandledCall {
  const transferService = context.companies;
  return handle(companyBets, async ({ fields: { company, cursor, size }, player }) => {
    const found = company === undefined ? await lastCompany(context, player.id) : transferService.of(company);
    if (found === undefined)
      return company === undefined ? ok({ company: '', name: '', items: [], next: null }) : refuse(STATUS.notFound, '游戏公司不存在');
    const answer = await withAnswerTimeout(found.bets(player.id, cursor, size)).catch(() => undefined);
    if (answer === undefined) return refuse(STATUS.unavailable, `${found.name}暂无响应，请稍后再试`);
    const games = context.outside.providers.find((each) => each.company === found.code)?.games ?? [];
    return ok({
      company: found.code,
      name: found.name,
      items: answer.items.map(({ id, game, stakeFen, prizeFen, result, at }) => ({
        betId: id,
        company: found.code,
        gameCode: game,
        gameName: games.find(({ code }) => code === game)?.name ?? game,
        stakeFen,
        prizeFen,
        netFen: prizeFen - stakeFen,
        result,
        at,
      })),
      next: answer.next,
    });
  });
}

/** Transfers of the player between days, the latest first. */
function transfersCall(context: PaymentServices): HandledCall {
  const { database } = context;
  return handle(transfers, async ({ fields: { company, state, from, to, cursor, size }, player }) => {
    if (from !== undefined && to !== undefined && from > to) return refuseField('to', '结束日期不能早于开始日期');
    const offset = productOffset(context.publication);
    const since = from === undefined ? 0 : Date.parse(from) - offset;
    const [, at, id] = /^(\d{1,15})-([0-9a-f-]{36})$/.exec(cursor ?? '') ?? [];
    const before =
      at !== undefined && id !== undefined
        ? { at: Number(at), id }
        : to === undefined
          ? undefined
          : { at: Date.parse(to) + DAY_MS - offset, id: '' };
    const found = await target.list(context, database, player.id, { target: company, state, before, size: size + 1 });
    const inTime = found.filter((move) => move.at >= since);
    const items = inTime.slice(0, size);
    const last = items.at(-1);
    return ok({ items, next: inTime.length > size && last !== undefined ? `${last.at}-${last.id}` : null });
  });
}

async function autoEnter(client: Querying, userId: number) {
  return (
    (await client.query<{ on: boolean }>('SELECT auto_enter AS on FROM company_players WHERE user_id = $1', [userId])).rows[0]?.on === true
  );
}

/** Where the player played last; else the first company. */
async function lastCompany(context: PaymentServices, userId: number): Promise<Company | undefined> {
  const { database } = context;
  const transferService = context.companies;

  const { rows } = await database.query<{ company: string }>(
    'SELECT company FROM company_games WHERE user_id = $1 AND played_at IS NOT NULL ORDER BY played_at DESC',
    [userId],
  );
  return rows.flatMap(({ company }) => transferService.of(company) ?? [])[0] ?? transferService.companies[0];
}
