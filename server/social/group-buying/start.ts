/** bet_together: starting a group order. What descriptions and terms decide is decided here, the rest in start_group. */
import { v7 as uuidv7 } from 'uuid';
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type { StartGroupBuyFields, StartGroupBuyModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { readTicket } from '../../lottery/index.ts';
import { betFormOf, checkLegs, readBet, retryWhileOddsMove } from '../../sports/index.ts';
import { type IdempotentRequest, refuse, refuseIdempotent, fromDatabase } from '../../platform/index.ts';
import { callGroupFunction, pricedTicketOf } from './reprice.ts';
import { groupRouteOf } from './names.ts';
import { sharesFault, GROUP_TERMS, groupTextFault } from './terms.ts';

const NOT_SOLD = '该玩法不支持合买，请直接投注';

export async function startGroup(
  context: SocialServices,
  fields: StartGroupBuyFields,
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<StartGroupBuyModels | null>> {
  const title = fields.title?.trim() ?? '';
  const words = fields.text?.trim() ?? '';
  const fault = sharesFault(fields) ?? groupTextFault(title, words);
  if (fault !== undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.invalid, fault));
  const common = {
    token: idempotentRequest.tokenHash,
    nonce: idempotentRequest.nonce,
    key: idempotentRequest.key,
    body_hash: idempotentRequest.bodyHash,
    id: fields.id,
    to: groupRouteOf(fields.id),
    hash: fields.hash,
    amount: fields.amountFen,
    shares: fields.shares,
    own: fields.ownShares,
    guarantee: fields.guaranteeShares,
    commission: fields.commission,
    base: GROUP_TERMS.commissionBase,
    security: fields.security,
    title,
    words,
    stop_ms: GROUP_TERMS.stopBeforeSeconds * 1000,
    live_ms: GROUP_TERMS.minLiveSeconds * 1000,
    own_id: uuidv7(),
    guarantee_id: uuidv7(),
  };
  if (context.sports.published(gameOf(fields.ticket)) !== undefined) return startOnMatches(context, fields, idempotentRequest, common);

  const read = readTicket(context, { ticket: fields.ticket, hash: fields.hash, amountFen: fields.amountFen });
  if ('status' in read) return refuseIdempotent(context, idempotentRequest, read);
  const { version, ticket, bets, parts, limits } = read;
  if (version.game.groupBuy !== true) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.disabled, NOT_SOLD));
  if (parts !== undefined)
    return refuseIdempotent(context, idempotentRequest, refuse(STATUS.invalid, '合买只能投注一期，请改为一期（/ticket/issues）'));
  await context.games.use(version);
  const item = {
    ...common,
    kind: 'ticket',
    game: version.game.code,
    issue: fields.issue ?? null,
    ticket,
    bets,
    multiplier: ticket.multiplier ?? 1,
  };
  return fromDatabase(
    await callGroupFunction(context.database, 'start_group', { ...item, form: null, sold: null, limits: limits ?? null }),
  );
}

/** The code of the game that a ticket names; '' when it is no ticket. */
function gameOf(text: string): string {
  try {
    const { game } = JSON.parse(text) as { readonly game?: unknown };
    return typeof game === 'string' ? game : '';
  } catch {
    return '';
  }
}

/** Odds count when the order is played, so the phone's odds need not be current; its handicaps and lines must be. */
async function startOnMatches(
  context: SocialServices,
  fields: StartGroupBuyFields,
  idempotentRequest: IdempotentRequest,
  common: Readonly<Record<string, unknown>>,
): Promise<Envelope<StartGroupBuyModels | null>> {
  const read = readBet(context, fields, false);
  if ('status' in read) return refuseIdempotent(context, idempotentRequest, read);
  const { version, bets } = read;
  const { sport, compiled } = version;
  if (sport.groupBuy !== true) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.disabled, NOT_SOLD));
  const form = betFormOf(compiled, read.ticket);
  await context.sports.use(version);
  return retryWhileOddsMove(async () => {
    const check = await checkLegs(context.database, sport.code, version.hash, read.ticket.matches, form);
    if ('status' in check) return refuseIdempotent(context, idempotentRequest, check);
    if (check.judged.numbers.length > 0) return refuseIdempotent(context, idempotentRequest, check.changed);
    const ticket: SportTicket = { ...read.ticket, matches: check.judged.matches };
    const item = { ...common, kind: 'sport', game: sport.code, issue: null, ticket, bets, multiplier: ticket.multiplier };
    const sold = fields.ownShares === fields.shares ? pricedTicketOf(version, ticket) : null;
    if (sold !== null && 'status' in sold) return refuseIdempotent(context, idempotentRequest, sold);
    return fromDatabase(await callGroupFunction(context.database, 'start_group', { ...item, form, sold }));
  });
}
