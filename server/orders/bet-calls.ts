/** /api/lottery/bet_szc: placing a bet. Everything that a description decides is decided here, the rest in place_bets. */
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { formatInteger } from '../../engine/descriptions/format.ts';
import type { Ticket } from '../../engine/descriptions/types.ts';
import { priceTicket, validateTicket } from '../../engine/rules/index.ts';
import { BET_BODY_LIMIT, MAX_CHASE_TICKET_TEXT, MAX_TICKET_TEXT } from '../../protocol/limits.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { tokenHash } from '../accounts/accounts.ts';
import type { Context } from '../context.ts';
import type { GameVersion } from '../games.ts';
import { type Call, type CallRequest, refuse } from '../web/call.ts';
import { type ChasePart, MAX_CHASE_TEXT, readChase } from './chase-form.ts';

/** A key is the client's own: a UUID, or anything as long and as plain. */
export const KEY = /^[A-Za-z0-9_-]{8,64}$/;
/** Reading a longer ticket costs enough to ask first whose session it is. */
const LONG_TICKET_TEXT = 50_000;

export function lotteryCalls(context: Context): Call<string>[] {
  return [
    {
      method: 'POST',
      path: '/api/lottery/bet_szc',
      summary: '数字彩投注（请求头 Idempotency-Key）',
      fields: {
        ticket: {
          type: 'string',
          minLength: 2,
          description: `JSON of schemas/ticket.schema.json; at most ${MAX_TICKET_TEXT} characters, ${MAX_CHASE_TICKET_TEXT} in a chase.`,
        },
        hash: { type: 'string', minLength: 1, maxLength: 64, description: 'Description version that the phone priced it under.' },
        amountFen: { type: 'string', pattern: '^[0-9]{1,16}$', description: 'Fen that the player was shown.' },
        issue: { type: 'string', maxLength: 32, description: 'The issue meant; left out: the one on sale.' },
        chase: { type: 'string', maxLength: MAX_CHASE_TEXT, description: '追号: JSON of [{issue, multiplier}]; 0 is not played.' },
        stopOnWin: { type: 'string', enum: ['0', '1'], description: '中奖即停: a win refunds the later issues of a chase.' },
      },
      required: ['ticket', 'hash', 'amountFen'],
      session: 'token',
      ownNonce: true,
      options: { bodyLimit: BET_BODY_LIMIT },
      handle: (request) => bet(context, request),
    },
  ];
}

async function bet(context: Context, call: CallRequest<string>): Promise<Envelope<unknown>> {
  const { ticket: text = '', hash = '', amountFen = '', issue, chase, stopOnWin } = call.fields;
  const key = call.request.headers['idempotency-key'];
  if (typeof key !== 'string' || !KEY.test(key)) return refuse(STATUS.invalid, '缺少请求编号 Idempotency-Key（8–64 位字母、数字、- 或 _）');
  if (text.length > LONG_TICKET_TEXT && (await context.accounts.player(call.token)) === undefined)
    return refuse(STATUS.notLoggedIn, '登录已失效，请重新登录');
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([text, hash, amountFen, issue ?? null, ...(chase || stopOnWin ? [chase ?? null, stopOnWin ?? null] : [])]))
    .digest('hex');
  const token = tokenHash(call.token);

  const checked = check(context, text, hash, amountFen, chase);
  // A refusal of ours is not remembered under the key, but what the key already did stands above it.
  if ('status' in checked) return (await earlierAnswer(context, call, key, bodyHash)) ?? checked;

  const { version, ticket, bets, amount, parts } = checked;
  const order = {
    token,
    nonce: call.nonce as string,
    key,
    bodyHash,
    id: uuidv7(),
    game: version.game.code,
    issue: issue === undefined || issue === '' ? undefined : issue,
    hash: version.hash,
    ticket,
    bets,
    amountFen: amount,
  };
  if (parts === undefined) return context.bets.place({ ...order, multiplier: ticket.multiplier ?? 1 });
  // Records are shown by id, newest first: the issue that is drawn first stands on top.
  const ids = parts.map(() => uuidv7()).reverse();
  return context.bets.placeChase({
    ...order,
    stopOnWin: stopOnWin === '1',
    orders: parts.map((part, at) => ({ ...part, id: ids[at] as string, amount: checked.unit * part.multiplier })),
  });
}

interface Checked {
  readonly version: GameVersion;
  readonly ticket: Ticket;
  /** Bets of one issue. */
  readonly bets: number;
  /** Fen in all. */
  readonly amount: number;
  /** Fen of one issue at one time (倍). */
  readonly unit: number;
  /** The issues of a chase; undefined for a ticket of one issue. */
  readonly parts: readonly ChasePart[] | undefined;
}

function check(context: Context, text: string, hash: string, amountFen: string, chase: string | undefined): Checked | Envelope<null> {
  if (text.length > MAX_TICKET_TEXT) return tooLong('投注', text, MAX_TICKET_TEXT);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse(STATUS.invalid, '投注内容不是有效的 JSON');
  }
  const code = typeof parsed === 'object' && parsed !== null ? (parsed as { game?: unknown }).game : undefined;
  if (typeof code !== 'string') return refuse(STATUS.invalid, '投注内容缺少彩种 /game');
  const published = context.games.published(code);
  if (published === undefined) return refuse(STATUS.notFound, '没有这个彩种，或已下线');
  if (published.game.disabled !== undefined) return refuse(STATUS.disabled, published.game.disabled);
  const version = context.games.sellable(code, hash);
  if (version === undefined) return refuse(STATUS.descriptionChanged, '玩法说明已更新，请返回重新确认');

  const result = validateTicket(version.compiled, parsed);
  if (!result.ok) {
    const [first] = result.errors;
    const overCap = result.errors.some((error) => CAP_CODES.has(error.code));
    return refuse(
      overCap ? STATUS.overCap : STATUS.invalid,
      first === undefined ? '投注内容不正确' : `${first.message}（${first.pointer}）`,
    );
  }
  const ticket = result.value;
  const multiplier = ticket.multiplier ?? 1;
  let parts: readonly ChasePart[] | undefined;
  if (chase) {
    const read = readChase(chase, version.game.caps);
    if (!Array.isArray(read)) return read as Envelope<null>;
    if (multiplier !== 1 || (ticket.issues ?? 1) !== 1)
      return refuse(STATUS.invalid, '追号的倍数与期数写在 chase 中，投注内容的倍数与期数须为 1（/multiplier）');
    parts = read;
  } else if ((ticket.issues ?? 1) > 1) parts = Array.from({ length: ticket.issues ?? 1 }, () => ({ multiplier }));
  if (parts !== undefined && text.length > MAX_CHASE_TICKET_TEXT) return tooLong('追号', text, MAX_CHASE_TICKET_TEXT);

  const price = priceTicket(version.compiled, { ...ticket, multiplier: 1, issues: 1 });
  const times = parts === undefined ? multiplier : parts.reduce((sum, part) => sum + part.multiplier, 0);
  const amount = price.amountFen * BigInt(times);
  if (amount > BigInt(Number.MAX_SAFE_INTEGER)) return refuse(STATUS.overCap, '投注金额超出上限，请减少注数、倍数或期数');
  if (amount !== BigInt(amountFen)) return refuse(STATUS.invalid, `金额与投注内容不符：应为 ${amount} 分`);
  return { version, ticket, bets: Number(price.bets), amount: Number(amount), unit: Number(price.amountFen), parts };
}

const tooLong = (what: string, text: string, most: number): Envelope<null> =>
  refuse(
    STATUS.overCap,
    `${what}内容共 ${formatInteger(text.length)} 字，上限 ${formatInteger(most)} 字；请减少号码，分几次投注（/ticket）`,
  );

/** Codes of engine/rules that mean a cap of the description. */
const CAP_CODES: ReadonlySet<string> = new Set(['OVER_MULTIPLIER', 'OVER_ISSUES', 'OVER_LINES']);

async function earlierAnswer(
  context: Context,
  call: CallRequest<string>,
  key: string,
  bodyHash: string,
): Promise<Envelope<unknown> | undefined> {
  const player = await context.accounts.player(call.token);
  if (player === undefined) return refuse(STATUS.notLoggedIn, '登录已失效，请重新登录');
  const fresh = await context.useNonce(call.nonce as string);
  const row = await context.database.kysely
    .selectFrom('idempotency')
    .select(['body_hash', 'answer'])
    .where('user_id', '=', player.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row?.body_hash === bodyHash) return row.answer;
  if (row !== undefined) return refuse(STATUS.keyConflict, '同一请求编号的内容不一致，请重新下单');
  return fresh ? undefined : refuse(STATUS.badSignature, '请求已被使用，请重新提交');
}
