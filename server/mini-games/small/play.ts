/** Bet_SmallGame: one call that takes the stake, draws and pays; in a shared round it takes the stake. */
import { v7 as uuidv7 } from 'uuid';
import { revealSteps } from '../../../engine/small/reveal-steps.ts';
import { type BetFault, betFault, gatePays, largestLoss, outcomeOf, settleSmall } from '../../../engine/small/play.ts';
import { resultText } from '../../../engine/small/words.ts';
import type { SmallBet, SmallGame } from '../../../engine/small/types.ts';
import type { BetSmallFields, BetSmallModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { MiniGameServices } from '../services.ts';
import { type IdempotentRequest, refuse, refuseIdempotent, fromDatabase, type StoredAnswer } from '../../platform/index.ts';
import { hmac, makeOffer, type SmallOffer, offerById, cacheOffer } from './offers.ts';

/** Bets of one call at most: a board has fewer. */
const MOST_BETS = 200;

export async function playSmall(
  context: MiniGameServices,
  fields: BetSmallFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<BetSmallModels | null>> {
  const { smalls } = context;
  const refused = (status: number, msg: string) => refuseIdempotent(context, idempotentRequest, refuse(status, msg));
  const version = smalls.published(fields.game);
  if (version === undefined) return refused(STATUS.notFound, '游戏不存在或已下线');
  const { game } = version;
  if (game.disabled !== undefined) return refused(STATUS.disabled, game.disabled);
  if (fields.hash !== version.hash) return refused(STATUS.descriptionChanged, '玩法说明已更新，请核对新赔率后再下注');
  const bets = readBets(fields.bets);
  if (typeof bets === 'string') return refused(STATUS.invalid, bets);
  const fault = betFault(game, bets);
  if (fault !== undefined) return refused(OVER.has(fault.why) ? STATUS.overCap : STATUS.invalid, faultText(fault));
  const stake = bets.reduce((sum, { fen }) => sum + fen, 0);
  if (stake !== fields.amountFen) return refused(STATUS.invalid, `金额与注不符：应为 ${stake} 分（/amountFen）`);
  await smalls.use(version);

  const common: Common = {
    token: idempotentRequest.tokenHash,
    nonce: idempotentRequest.nonce,
    key: idempotentRequest.key,
    body_hash: idempotentRequest.bodyHash,
    id: uuidv7(),
    game: game.code,
    hash: version.hash,
    phone_seed: fields.seed,
    stake,
  };
  if (game.dice?.round !== undefined) {
    if (!/^\d{1,15}$/.test(fields.play)) return refused(STATUS.invalid, '局号不正确（/play）');
    const models = {
      ...nothingDrawn,
      playId: common.id,
      gameCode: game.code,
      bets: bets.map((bet) => ({ ...bet, prizeFen: 0 })),
      stakeFen: stake,
    };
    const item = { ...common, round: Number(fields.play), bets: models.bets, most_round: game.limits.roundFen, models };
    return fromDatabase(await betInRound(context, item));
  }
  const offer = /^[0-9a-f-]{36}$/i.test(fields.play) ? await offerById(context.database, fields.play) : undefined;
  if (offer === undefined || offer.game !== game.code || offer.hash !== version.hash)
    return refused(STATUS.stateChanged, '本局已结束，未扣款，请开始新的一局');
  if (offer.posts !== null && gatePays(game.gate, offer.posts, bets[0]?.code ?? '') === undefined)
    return refused(STATUS.invalid, '本局不支持该投注：同点时可选比大或比小，其余可选射门（/bets/0/code）');
  return fromDatabase(await playOffer(context, game, offer, common, bets));
}

const nothingDrawn = {
  status: 'placed' as const,
  costFen: 0,
  prizeFen: 0,
  outcome: {},
  result: '',
  book: [],
  proof: null,
  next: null,
  settlesAt: null,
};

/** What an item of every play has. */
interface Common {
  readonly token: string;
  readonly nonce: string;
  readonly key: string;
  readonly body_hash: string;
  readonly id: string;
  readonly game: string;
  readonly hash: string;
  readonly phone_seed: string;
  readonly stake: number;
}

async function playOffer(
  context: MiniGameServices,
  game: SmallGame,
  offer: SmallOffer,
  common: Common,
  bets: readonly SmallBet[],
): Promise<StoredAnswer> {
  const { token, nonce, key, body_hash, id, hash, phone_seed, stake } = common;
  const outcome = outcomeOf(game, offer.id, phone_seed, Buffer.from(offer.seed, 'hex'), hmac);
  const settled = settleSmall(game, outcome, bets);
  const next = makeOffer({ game, hash });
  // Both are written out: put together from others, they took as long as the draw.
  const models = {
    playId: id,
    gameCode: game.code,
    status: settled.prizeFen > 0 ? 'won' : 'lost',
    bets: settled.bets,
    stakeFen: stake,
    costFen: settled.costFen,
    prizeFen: settled.prizeFen,
    outcome,
    result: resultText(game, outcome),
    book: revealSteps(game, outcome, bets),
    proof: { commit: offer.commitment, seed: offer.seed, phoneSeed: phone_seed, name: offer.id, hash },
    next: { play: next.id, commit: next.commitment, posts: next.posts, expiresAt: 0 },
    settlesAt: null,
  };
  const item = {
    token,
    nonce,
    key,
    body_hash,
    id,
    game: game.code,
    offer: offer.id,
    hash,
    seed: offer.seed,
    commitment: offer.commitment,
    phone_seed,
    bets: settled.bets,
    stake,
    cost: settled.costFen,
    most: largestLoss(game, bets),
    prize: settled.prizeFen,
    outcome,
    models,
    next,
  };
  const answer = await context.plays(item);
  if (answer.status === STATUS.ok) cacheOffer(next);
  return answer;
}

async function betInRound({ database }: Pick<MiniGameServices, 'database'>, item: object): Promise<StoredAnswer> {
  const text = JSON.stringify(item);
  const { rows } = await database.query<{ answer: StoredAnswer }>('SELECT bet_small_round($1::jsonb) AS answer', [text], 'bet_small_round');
  return rows[0]?.answer as StoredAnswer;
}

/** The bets of a request, or the fault of their text. */
function readBets(text: string): readonly SmallBet[] | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return '投注内容不是有效的 JSON（/bets）';
  }
  if (!Array.isArray(parsed) || parsed.length > MOST_BETS) return `投注须是不超过 ${MOST_BETS} 项的列表（/bets）`;
  const bets = parsed as readonly { readonly code?: unknown; readonly fen?: unknown }[];
  const wrong = bets.findIndex((bet) => typeof bet?.code !== 'string' || !Number.isSafeInteger(bet.fen) || (bet.fen as number) < 0);
  return wrong >= 0
    ? `投注须写 code 与 fen（整数分）（/bets/${wrong}）`
    : bets.map(({ code, fen }) => ({ code: code as string, fen: fen as number }));
}

const OVER: ReadonlySet<BetFault['why']> = new Set(['most', 'round', 'least']);
const yuan = (fen: number): string => `${Number(BigInt(fen) / 100n)}.${String(fen % 100).padStart(2, '0')}`;

function faultText(fault: BetFault): string {
  switch (fault.why) {
    case 'none':
      return '还没有下注（/bets）';
    case 'twice':
      return '同一注请合成一项（/bets）';
    case 'unknown':
      return `没有这种注（/bets/${fault.at}/code）`;
    case 'lines':
      return '线数不在可选之内，或各线注额不同（/bets）';
    case 'one':
      return '一局只能下一注（/bets/1）';
    case 'step':
      return `注额须是 ${yuan(fault.fen)} 元的倍数（/bets/${fault.at}/fen）`;
    case 'least':
      return `每注至少 ${yuan(fault.fen)} 元（/bets/${fault.at}/fen）`;
    case 'most':
      return `每注最多 ${yuan(fault.fen)} 元（/bets/${fault.at}/fen）`;
    case 'round':
      return `一次最多下注 ${yuan(fault.fen)} 元（/bets）`;
  }
}
