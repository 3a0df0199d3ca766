/** /api/lottery/bet_ozb: bets on who wins a cup. */
import { v7 as uuidv7 } from 'uuid';
import { type OutrightPick, outrightRange, priceOutright, validateOutright } from '../../../engine/rules/sports/outright.ts';
import type { OutrightBetFields, OutrightBetModels, SportChangedModels } from '../../../protocol/calls.ts';
import { betOzb } from '../../../protocol/calls/sport-bet.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SportServices } from '../services.ts';
import {
  handle,
  type HandledCall,
  type IdempotentRequest,
  type Querying,
  refuse,
  refuseIdempotent,
  fromDatabase,
} from '../../platform/index.ts';
import { mustConfirmOdds, placeSportBet, retryWhileOddsMove } from './place-bet.ts';
import { refuseErrors, refuseVersion } from './bet-form.ts';
import type { OutrightTicket } from './order-outcome.ts';
import { pickName } from './names.ts';
import type { OutrightVersion } from '../versions.ts';

export function outrightCalls(context: SportServices): HandledCall[] {
  return [handle(betOzb, ({ fields, idempotentRequest }) => bet(context, fields, idempotentRequest))];
}

interface ReadOutright {
  readonly version: OutrightVersion;
  readonly market: string;
  readonly picks: readonly OutrightPick[];
  readonly bets: number;
}

function read({ sports }: SportServices, { game, market, picks, hash, amountFen }: OutrightBetFields): ReadOutright | Envelope<null> {
  const published = sports.outright(game);
  if (published === undefined) return refuse(STATUS.notFound, '竞猜不存在或已下线');
  const { disabled, markets } = published.outright;
  if (disabled !== undefined) return refuse(STATUS.disabled, disabled);
  const version = sports.sellableOutright(game, hash);
  if (version === undefined) return refuseVersion(published.hash);
  if (!markets.some(({ code }) => code === market)) return refuse(STATUS.notFound, '竞猜不存在（market）');
  let parsed: unknown;
  try {
    parsed = JSON.parse(picks);
  } catch {
    return refuse(STATUS.invalid, '投注内容不是有效的 JSON（picks）');
  }
  const checked = validateOutright(version.outright, parsed);
  if (!checked.ok) return refuseErrors(checked.errors);
  const price = priceOutright(version.outright, checked.value);
  if (price.amountFen !== BigInt(amountFen)) return refuse(STATUS.invalid, `金额与投注内容不符：应为 ${price.amountFen} 分`);
  return { version, market, picks: checked.value, bets: Number(price.bets) };
}

async function bet(
  context: SportServices,
  fields: OutrightBetFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<OutrightBetModels | null>> {
  const { database, sports } = context;
  const { game, market, hash, amountFen, oddsPolicy = 'ask' } = fields;
  const parsed = read(context, fields);
  if ('status' in parsed) return refuseIdempotent(context, idempotentRequest, parsed);
  const { version, picks, bets } = parsed;
  await sports.use(version);
  const id = uuidv7();
  return retryWhileOddsMove(async () => {
    const check = await judgePicks(database, game, market, hash, picks);
    if ('status' in check) return refuseIdempotent(context, idempotentRequest, check);
    const { edition, sold, changes, changed } = check;
    if (mustConfirmOdds({ matches: [], codes: [], changes, numbers: [] }, oddsPolicy))
      return refuseIdempotent(context, idempotentRequest, changed);
    const ticket: OutrightTicket = { game, market, edition, picks: sold.map(({ code, odds, times }) => ({ code, odds, times })) };
    const { minFen, maxFen } = outrightRange(version.outright, ticket.picks);
    if (maxFen > BigInt(Number.MAX_SAFE_INTEGER))
      return refuseIdempotent(context, idempotentRequest, refuse(STATUS.overCap, '最高奖金超出上限，请减少倍数'));
    const legs = sold.map(({ code, odds, times, teams }) => ({
      market,
      code,
      name: pickName(sports, version.outright, teams),
      odds,
      times,
    }));
    return fromDatabase(
      await placeSportBet(
        context,
        'place_outright_bet',
        idempotentRequest,
        { id, game, hash: version.hash, ticket, bets, amountFen, minFen: Number(minFen), maxFen: Number(maxFen) },
        { legs },
      ),
    );
  });
}

/** Holds picks against what is on offer, without locks. */
async function judgePicks(database: Querying, game: string, market: string, hash: string, picks: readonly OutrightPick[]) {
  const { rows } = await database.query<{
    edition: string | null;
    judged: {
      readonly changes: SportChangedModels['changes'];
      readonly sold: readonly (OutrightPick & { readonly teams: readonly string[] })[];
    };
    stopped: Envelope<null> | null;
    changed: Envelope<null>;
  }>(
    `SELECT edition, j AS judged, CASE WHEN jsonb_array_length(j->'stopped') > 0 THEN refuse_stopped(j->'stopped') END AS stopped,
              refuse_changed($4, j->'changes', '[]') AS changed
         FROM (SELECT e AS edition, judge_outright($1, $2, e, $3::jsonb, caipu_now_ms()) AS j FROM outright_edition($1, $2) AS e) t`,
    [game, market, JSON.stringify(picks), hash],
    'judge-outright',
  );
  const [row] = rows;
  if (row === undefined || row.edition === null) return refuse(STATUS.notFound, '该竞猜尚未开售');
  if (row.stopped !== null) return row.stopped;
  return { edition: row.edition, sold: row.judged.sold, changes: row.judged.changes, changed: row.changed };
}
