/** /api/lottery/bet_jc_create, bet_jc and bet_youhua_create: bets on matches. */
import { v7 as uuidv7 } from 'uuid';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type {
  OptimisedBetFields,
  SoldLeg,
  SportBetFields,
  SportBetModels,
  SportDraftFields,
  SportDraftModels,
} from '../../../protocol/calls.ts';
import { betJc, betJcCreate, betYouhuaCreate } from '../../../protocol/calls/sport-bet.ts';
import { BET_BODY_LIMIT } from '../../../protocol/limits.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SportServices } from '../services.ts';
import { handle, type HandledCall, type IdempotentRequest, ok, refuse, refuseIdempotent, fromDatabase } from '../../platform/index.ts';
import { type OfferedLegs, checkLegs, mustConfirmOdds, type OddsPolicy, placeSportBet, retryWhileOddsMove } from './place-bet.ts';
import { betFormOf, type ParsedBet, prizeRangeOf, readBet, refuseVersion } from './bet-form.ts';
import { outrightCalls } from './outright-calls.ts';
import type { ReleaseRequest } from './releases.ts';

/** Real or simulated ms that the odds of a draft are held. */
const HELD_MS = 60_000;
/** Drafts of one player at a time. */
const MOST_DRAFTS = 20;

export function sportBetCalls(context: SportServices): HandledCall[] {
  return [
    handle(betJcCreate, ({ fields, player }) => draft(context, fields, player.id), { bodyLimit: BET_BODY_LIMIT }),
    handle(betJc, ({ fields, idempotentRequest }) => bet(context, fields, idempotentRequest), { bodyLimit: BET_BODY_LIMIT }),
    handle(betYouhuaCreate, ({ fields, idempotentRequest }) => optimised(context, fields, idempotentRequest), {
      bodyLimit: BET_BODY_LIMIT,
    }),
    ...outrightCalls(context),
  ];
}

async function draft(context: SportServices, fields: SportDraftFields, userId: number): Promise<Envelope<SportDraftModels | null>> {
  const read = readBet(context, fields, false);
  if ('status' in read) return read;
  const { version, ticket, bets, amountFen } = read;
  const game = version.sport.code;
  const check = await checkLegs(context.database, game, version.hash, ticket.matches, betFormOf(version.compiled, ticket));
  if ('status' in check) return check;
  const { judged: offered, changed } = check;
  if (offered.numbers.length > 0) return changed;
  const sold: SportTicket = { ...ticket, matches: offered.matches };
  const range = prizeRangeOf(version.compiled, sold);
  if (range !== undefined && 'status' in range) return range;
  await context.sports.use(version);
  const draftId = uuidv7();
  const quote = { id: draftId, game, hash: version.hash, ticket: sold, bets, amount: amountFen, min: range?.minFen, max: range?.maxFen };
  const { rows } = await context.database.query<{ ends: number }>('SELECT store_quote($1, $2::jsonb, $3, $4) AS ends', [
    userId,
    JSON.stringify(quote),
    HELD_MS * context.clock.speed,
    MOST_DRAFTS,
  ]);
  return ok({
    draftId,
    bets,
    amountFen,
    minFen: range?.minFen ?? null,
    maxFen: range?.maxFen ?? null,
    legs: soldLegs(offered),
    changes: [...offered.changes],
    expiresAt: rows[0]?.ends ?? 0,
  });
}

const soldLegs = ({ matches, codes }: OfferedLegs): SoldLeg[] =>
  matches.map(({ match, numbers = {}, picks }, i) => ({ match, code: codes[i] ?? '', numbers, picks: oddsByChoice(picks) }));

/** A pool has choices without odds. */
const oddsByChoice = (picks: SportTicket['matches'][number]['picks']): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(picks).map(([play, chosen]) => [
      play,
      Array.isArray(chosen)
        ? Object.fromEntries((chosen as readonly string[]).map((choice) => [choice, '']))
        : { ...(chosen as Readonly<Record<string, string>>) },
    ]),
  );

async function bet(
  context: SportServices,
  fields: SportBetFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<SportBetModels | null>> {
  const { ticket, draftId, hash, amountFen, oddsPolicy = 'ask', coupon } = fields;
  if ((ticket === undefined) === (draftId === undefined)) return refuse(STATUS.invalid, '请提供 ticket 或 draftId 其中一个');
  const wish = fields.release === true ? await context.releases.read(fields, (await idempotentRequest.player())?.id ?? 0) : undefined;
  if (wish !== undefined && 'status' in wish) return refuseIdempotent(context, idempotentRequest, wish);
  if (ticket === undefined) return betOfDraft(context, { draftId: draftId as string, hash, amountFen, coupon }, idempotentRequest, wish);
  const read = readBet(context, { ticket, hash, amountFen }, false);
  if ('status' in read) return refuseIdempotent(context, idempotentRequest, read);
  return sell(context, read, oddsPolicy, idempotentRequest, { wish, coupon });
}

async function optimised(
  context: SportServices,
  fields: OptimisedBetFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<SportBetModels | null>> {
  const read = readBet(context, fields, true);
  if ('status' in read) return refuseIdempotent(context, idempotentRequest, read);
  return sell(context, read, fields.oddsPolicy ?? 'ask', idempotentRequest, { plan: fields.plan, coupon: fields.coupon });
}

/** Sells a ticket at the odds now on offer, as far as the player agrees to them. */
async function sell(
  context: SportServices,
  { version, ticket, bets, amountFen }: ParsedBet,
  policy: OddsPolicy,
  idempotentRequest: IdempotentRequest,
  { plan, wish, coupon }: { readonly plan?: string; readonly wish?: ReleaseRequest | undefined; readonly coupon?: string | undefined } = {},
): Promise<Envelope<SportBetModels | null>> {
  const { database, sports } = context;
  const game = version.sport.code;
  const form = betFormOf(version.compiled, ticket);
  await sports.use(version);
  const id = uuidv7();
  return retryWhileOddsMove(async () => {
    const check = await checkLegs(database, game, version.hash, ticket.matches, form);
    if ('status' in check) return refuseIdempotent(context, idempotentRequest, check);
    if (mustConfirmOdds(check.judged, policy)) return refuseIdempotent(context, idempotentRequest, check.changed);
    const sold: SportTicket = { ...ticket, matches: check.judged.matches };
    const range = prizeRangeOf(version.compiled, sold);
    if (range !== undefined && 'status' in range) return refuseIdempotent(context, idempotentRequest, range);
    const release = wish && context.releases.of(wish, { version, ticket: sold, amountFen, maxFen: range?.maxFen ?? null });
    if (release !== undefined && 'status' in release) return refuseIdempotent(context, idempotentRequest, release as Envelope<null>);
    const { units, ...plain } = sold;
    return fromDatabase(
      await placeSportBet(
        context,
        'place_sport_bet',
        idempotentRequest,
        { id, game, hash: version.hash, ticket: plain, bets, amountFen, minFen: range?.minFen ?? null, maxFen: range?.maxFen ?? null },
        {
          form,
          multiplier: ticket.multiplier,
          units: units ?? null,
          plan: plan ?? null,
          coupon: coupon ?? null,
          ...(release && { release }),
        },
      ),
    );
  });
}

interface Quote {
  readonly game: string;
  readonly hash: string;
  readonly ticket: SportTicket;
  readonly bets: number;
  readonly amount: number;
  readonly min_fen: number | null;
  readonly max_fen: number | null;
}

/** Sells a draft at the odds that it holds. */
async function betOfDraft(
  context: SportServices,
  {
    draftId,
    hash,
    amountFen,
    coupon,
  }: { readonly draftId: string; readonly hash: string; readonly amountFen: number; readonly coupon?: string | undefined },
  idempotentRequest: IdempotentRequest,
  wish: ReleaseRequest | undefined,
): Promise<Envelope<SportBetModels | null>> {
  const { database, sports } = context;
  const player = await idempotentRequest.player();
  const { rows } = await database.query<Quote>(
    'SELECT game, hash, ticket, bets, amount, min_fen, max_fen FROM sport_quotes WHERE id = $1 AND user_id = $2',
    [draftId, player?.id ?? 0],
    'sport-quote',
  );
  const [quote] = rows;
  if (quote === undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notFound, '投注信息已失效，请重新确认'));
  const { game, ticket } = quote;
  const published = sports.published(game);
  if (published?.sport.disabled !== undefined)
    return refuseIdempotent(context, idempotentRequest, refuse(STATUS.disabled, published.sport.disabled));
  if (quote.hash !== hash || sports.sellable(game, hash) === undefined)
    return refuseIdempotent(context, idempotentRequest, refuseVersion(published?.hash ?? ''));
  if (quote.amount !== amountFen)
    return refuseIdempotent(context, idempotentRequest, refuse(STATUS.invalid, `金额与试算不符：应为 ${quote.amount} 分`));
  const version = await sports.byHash(hash);
  const release = wish && context.releases.of(wish, { version, ticket, amountFen, maxFen: quote.max_fen });
  if (release !== undefined && 'status' in release) return refuseIdempotent(context, idempotentRequest, release as Envelope<null>);
  const answer = await placeSportBet(
    context,
    'place_sport_bet',
    idempotentRequest,
    { id: uuidv7(), game, hash, ticket, bets: quote.bets, amountFen, minFen: quote.min_fen, maxFen: quote.max_fen },
    {
      form: betFormOf(version.compiled, ticket),
      multiplier: ticket.multiplier,
      units: null,
      plan: null,
      draft: draftId,
      coupon: coupon ?? null,
      ...(release && { release }),
    },
  );
  return fromDatabase(answer);
}
