/** What the recharge page shows and keeps. */
import type { RechargeOptionsModels, RechargeSettingsModels, RechargeStateModels } from '../../../protocol/calls.ts';
import { rechargeCancel, rechargeOptions, rechargeQuery, setRecharge } from '../../../protocol/calls/recharge.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { PaymentServices } from '../services.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { handle, type HandledCall, ok, refuse, refuseField } from '../../platform/index.ts';
import { queryProvider, closeAtProvider } from './provider-polling.ts';
import { cashierAddress, cancelRecharge, findRecharge, listRecharges, rechargeMove, pendingRecharges } from './orders.ts';
import { storeSettings, type RechargeSettings, readSettings } from './settings.ts';

/** Recharges that the page shows below those that wait. */
const RECENT = 5;

export function rechargeCalls(context: PaymentServices): HandledCall[] {
  return [optionsCall(context), settingsCall(context), queryCall(context), cancelCall(context)];
}

function optionsCall(context: PaymentServices): HandledCall {
  return handle(rechargeOptions, async ({ fields: { rechargeId }, player, request }) =>
    ok(await options(context, player.id, request.socket.localAddress, rechargeId)),
  );
}

function settingsCall(context: PaymentServices): HandledCall {
  const { database } = context;
  const { rules } = context.recharge;
  return handle(setRecharge, async ({ fields, player }) => {
    const { method, region, notify = true } = fields;
    if (method !== undefined && !rules.methods.some(({ code }) => code === method)) return refuseField('method', '请选择充值方式');
    const quickFields = fields as Readonly<Record<string, unknown>>;
    const amounts = [1, 2, 3, 4, 5, 6].flatMap((place) => {
      const fen = quickFields[`quick${place}`];
      return typeof fen === 'number' ? [fen] : [];
    });
    const quick = [...new Set(amounts)].sort((a, b) => a - b);
    const settings = { quick: quick.length === 0 ? undefined : quick, method, region, notify };
    await storeSettings(database, player.id, settings);
    return ok(shown(context, settings), '已保存');
  });
}

/** Asks the provider whether a recharge was paid. */
function queryCall(context: PaymentServices): HandledCall {
  const { database } = context;
  return handle(rechargeQuery, async ({ fields: { rechargeId }, player }) => {
    const row = await findRecharge(database, player.id, rechargeId);
    if (row === undefined) return refuse(STATUS.notFound, '充值记录不存在');
    if (row.state === 'paid') return stateOf(context, player.id, rechargeId, '已到账');
    try {
      const providerState = await queryProvider(context, rechargeId);
      return stateOf(context, player.id, rechargeId, providerState === 'paid' ? '已到账' : '支付方尚未收到付款');
    } catch {
      // The background job goes on querying; the player gets the outcome as an event.
      return stateOf(context, player.id, rechargeId, '支付方暂无响应，系统将继续查询');
    }
  });
}

function cancelCall(context: PaymentServices): HandledCall {
  const { database } = context;
  return handle(rechargeCancel, async ({ fields: { rechargeId }, player }) => {
    const row = await findRecharge(database, player.id, rechargeId);
    if (row === undefined) return refuse(STATUS.notFound, '充值记录不存在');
    // A repetition, or two phones: the order already has that state.
    if (row.state === 'cancelled') return stateOf(context, player.id, rechargeId);
    if (row.state === 'pending') {
      // The provider first, so that nothing is paid on an order that the player believes to be gone. When it does not answer, the order is
      // cancelled here and asked about further: what is paid all the same is credited.
      const closed = await closeAtProvider(context, rechargeId).catch(() => 'unpaid' as const);
      if (closed !== 'paid' && (await cancelRecharge(database, player.id, rechargeId)))
        return stateOf(context, player.id, rechargeId, '已取消');
    }
    const now = await findRecharge(database, player.id, rechargeId);
    return now?.state === 'cancelled'
      ? stateOf(context, player.id, rechargeId)
      : refuse(STATUS.stateChanged, now?.state === 'paid' ? '该笔充值已到账' : '该笔充值已超时，无需取消');
  });
}

/** What the player keeps, with what the rules say where he keeps nothing. */
function shown(context: PaymentServices, settings: RechargeSettings): RechargeSettingsModels {
  const { rules } = context.recharge;
  return {
    quick: settings.quick ?? rules.quickFen,
    usual: settings.method ?? '',
    region: settings.region ?? '',
    notify: settings.notify,
  };
}

/** Everything that the page shows; `id`: a recharge that it asks about. */
async function options(
  context: PaymentServices,
  userId: number,
  localAddress: string | undefined,
  id: string | undefined,
): Promise<RechargeOptionsModels> {
  const { database, recharge } = context;
  const { rules } = recharge;
  const [settings, pending, recent, bonusTimes, requestedRow] = await Promise.all([
    readSettings(database, userId),
    pendingRecharges(database, userId),
    listRecharges(context, database, userId, { size: RECENT + rules.mostPending }),
    bonusTimesToday(context, userId),
    id !== undefined && UUID.test(id) ? findRecharge(database, userId, id) : undefined,
  ]);
  const base = recharge.url(localAddress);
  const open = rules.methods.filter(({ off }) => off === undefined);
  const least = open.map(({ minFen }) => Math.max(minFen, rules.minFen));
  const most = open.map(({ maxFen }) => Math.min(maxFen, rules.maxFen));
  const { bonus } = rules;
  return {
    open: base !== undefined && open.length > 0,
    minFen: Math.min(rules.maxFen, ...least),
    maxFen: Math.max(0, ...most),
    ...shown(context, settings),
    methods: rules.methods.map(({ turnoverBp, ...method }) => ({
      ...method,
      turnoverPoints: turnoverBp,
      turnoverShare: decimalOf(turnoverBp),
    })),
    ...(bonus === undefined
      ? {}
      : {
          bonus: {
            fromFen: bonus.fromFen,
            share: decimalOf(bonus.bp),
            maxFen: bonus.maxFen,
            left: Math.max(0, bonus.perDay - bonusTimes),
            multiple: bonus.multiple,
          },
        }),
    pending: pending.map((row) => ({
      rechargeId: row.id,
      name: rechargeMove(row, rules).name,
      amountFen: row.amount,
      ...(base === undefined ? {} : { url: cashierAddress(base, row) }),
      at: row.created_at,
      expiresAt: row.expires_at,
    })),
    mostPending: rules.mostPending,
    recent: recent.filter(({ state }) => state !== 'pending').slice(0, RECENT),
    ...(requestedRow === undefined ? {} : { asked: rechargeMove(requestedRow, rules) }),
  };
}

/** The outcome of an order, and the balance of the wallet. */
async function stateOf(
  context: PaymentServices,
  userId: number,
  rechargeId: string,
  msg = '',
): Promise<Envelope<RechargeStateModels | null>> {
  const { database } = context;
  const row = await findRecharge(database, userId, rechargeId);
  if (row === undefined) return refuse(STATUS.notFound, '充值记录不存在');
  const { rows } = await database.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [userId]);
  return ok({ rechargeId, state: row.state, amountFen: row.paid ?? row.amount, balanceFen: rows[0]?.balance ?? 0 }, msg);
}

/** Basis points as a decimal, in whole steps: 5000 is 0.5. */
const decimalOf = (bp: number): string => {
  const text = String(bp).padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`.replace(/\.?0+$/, '');
};

/** How often a recharge of today brought a bonus. */
async function bonusTimesToday({ database, clock, publication }: PaymentServices, userId: number): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM recharges WHERE user_id = $1 AND bonus > 0 AND paid_at >= $2::bigint',
    [userId, dayStart(clock.now(), productOffset(publication))],
  );
  return rows[0]?.count ?? 0;
}
