/** Calls of small games. */
import { fractionText, percentText } from '../../../engine/rules/fraction-text.ts';
import { smallOdds } from '../../../engine/small/bets.ts';
import { largestLoss } from '../../../engine/small/play.ts';
import { resultText } from '../../../engine/small/words.ts';
import type { BetResult, SmallGame } from '../../../engine/small/types.ts';
import type { SmallCheckModels } from '../../../protocol/calls.ts';
import { betSmallGame, checkSmallGameQualify, smallGameOrderRecordList } from '../../../protocol/calls/small-game.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { MiniGameServices } from '../services.ts';
import { walletBalance } from '../../ledger/index.ts';
import { refuseByLimits } from '../../accounts/index.ts';
import { handle, type HandledCall, ok, refuse } from '../../platform/index.ts';
import { dealOffer } from './offers.ts';
import { playSmall } from './play.ts';
import { smallRecordsOf } from './records.ts';
import { lastRounds, currentRound } from './rounds.ts';
import type { SmallVersion } from './games.ts';

/** Number of past results that a board shows. */
const LAST = 20;

export function smallCalls(context: MiniGameServices): HandledCall[] {
  return [
    handle(checkSmallGameQualify, async ({ fields: { game: code, skip }, player }) => {
      const version = context.smalls.published(code);
      if (version === undefined) return refuse(STATUS.notFound, '游戏不存在或已下线');
      if (version.game.disabled !== undefined) return refuse(STATUS.disabled, version.game.disabled);
      return ok(await checkOf(context, player.id, version, skip));
    }),
    handle(betSmallGame, ({ fields, idempotentRequest }) => playSmall(context, fields, idempotentRequest)),
    handle(smallGameOrderRecordList, async ({ fields, player }) => ok(await smallRecordsOf(context, player.id, fields))),
  ];
}

type Shown = Pick<SmallCheckModels, 'offer' | 'drawsAt' | 'mineFen' | 'mine' | 'before' | 'last' | 'shared'>;

async function checkOf(
  context: MiniGameServices,
  userId: number,
  version: SmallVersion,
  skip: string | undefined,
): Promise<SmallCheckModels> {
  const { game, hash } = version;
  const { limits } = game;
  const shown = (await roundOf(context, userId, version)) ?? (await offerOf(context, userId, version, skip));
  const now = context.clock.now();
  // If the player's limits refuse even the smallest bet, the board is closed.
  const least = largestLoss(game, [{ code: '', fen: limits.leastFen }]);
  const limited = await refuseByLimits(context, context.database, userId, 'stake', least, limits.leastFen);
  const reason = limited?.msg ?? (shown.shared && shown.offer.expiresAt <= now ? '本局已截止，下一局即将开始' : '');
  return {
    ok: reason === '',
    reason,
    gameCode: game.code,
    name: game.name,
    hash,
    minFen: limits.leastFen,
    maxFen: limits.mostFen,
    roundFen: limits.roundFen,
    stepFen: limits.stepFen,
    quickFen: limits.quickFen,
    postTimes: game.gate?.postTimes ?? 1,
    balanceFen: await walletBalance(context.database, userId),
    odds: oddsOf(game),
    now,
    ...shown,
  };
}

async function offerOf(context: MiniGameServices, userId: number, version: SmallVersion, skip: string | undefined): Promise<Shown> {
  const { id, commitment, posts, expires_at } = await dealOffer(context, userId, version, skip);
  return {
    shared: false,
    offer: { play: id, commit: commitment, posts, expiresAt: expires_at },
    drawsAt: null,
    mineFen: 0,
    mine: [],
    before: null,
    last: version.game.dice === undefined ? [] : await ownLast(context, userId, version.game),
  };
}

/** The last throws of a player in a game without rounds, the newest first. */
async function ownLast({ database }: MiniGameServices, userId: number, game: SmallGame): Promise<Shown['last']> {
  const { rows } = await database.query<{ id: string; outcome: { dice: readonly number[] } }>(
    'SELECT id, outcome FROM small_plays WHERE user_id = $1 AND game = $2 AND outcome IS NOT NULL ORDER BY id DESC LIMIT $3',
    [userId, game.code, LAST],
    'small-own-last',
  );
  return rows.map(({ id, outcome: { dice } }) => ({ round: id, dice, text: resultText(game, { dice }) }));
}

async function roundOf({ database, deals }: MiniGameServices, userId: number, version: SmallVersion): Promise<Shown | undefined> {
  const { game } = version;
  const round = await currentRound(deals, version);
  if (round === undefined) return undefined;
  const last = await lastRounds(database, game.code, LAST);
  const drawn = last[0]?.round;
  const { rows } = await database.query<{ round: number; bets: readonly BetResult[]; stake: number; prize: number }>(
    `SELECT round, bets, stake, prize FROM small_plays WHERE user_id = $1 AND game = $2 AND round = ANY ($3::bigint[]) ORDER BY id`,
    [userId, game.code, [round.round, ...(drawn === undefined ? [] : [drawn])]],
    'small-mine',
  );
  const mine = oneOfAll(rows.filter((row) => row.round === round.round));
  const had = oneOfAll(rows.filter((row) => row.round === drawn));
  return {
    shared: true,
    offer: { play: String(round.round), commit: round.commitment, posts: null, expiresAt: round.closes_at },
    drawsAt: round.draws_at,
    mineFen: mine.stakeFen,
    mine: mine.bets.map(({ code, fen }) => ({ code, fen })),
    before: drawn === undefined || had.stakeFen === 0 ? null : { round: String(drawn), ...had },
    last: last.map((each) => ({ round: String(each.round), dice: each.dice, text: resultText(game, { dice: each.dice }) })),
  };
}

/** Adds up the plays of one round, with one entry for each bet. */
function oneOfAll(plays: readonly { readonly bets: readonly BetResult[]; readonly stake: number; readonly prize: number }[]) {
  const bets = new Map<string, BetResult>();
  for (const { code, fen, prizeFen } of plays.flatMap((play) => play.bets)) {
    const { fen: laid, prizeFen: won } = bets.get(code) ?? { fen: 0, prizeFen: 0 };
    bets.set(code, { code, fen: laid + fen, prizeFen: won + prizeFen });
  }
  const sum = (of: 'stake' | 'prize') => plays.reduce((all, play) => all + play[of], 0);
  return { bets: [...bets.values()], stakeFen: sum('stake'), prizeFen: sum('prize') };
}

/** Calculated once for each version, because descriptions are frozen. */
const oddsByGame = new WeakMap<SmallGame, SmallCheckModels['odds']>();

function oddsOf(game: SmallGame): SmallCheckModels['odds'] {
  const odds =
    oddsByGame.get(game) ??
    smallOdds(game).map(({ code, name, group, pays, winChance, returns }) => ({
      code,
      name,
      group,
      pays,
      chance: percentText(winChance),
      fraction: fractionText(winChance),
      returns: percentText(returns),
      exact: fractionText(returns),
    }));
  oddsByGame.set(game, odds);
  return odds;
}
