/** Calls of group buying (合买): those under /api/hm, and bet_together and bet_join. */
import { v7 as uuidv7 } from 'uuid';
import type { CancelGroupBuyModels, EditGroupBuyModels, JoinModels } from '../../../protocol/calls.ts';
import * as hm from '../../../protocol/calls/hm.ts';
import { groupRanking, groupRecord } from '../../../protocol/calls/hm-records.ts';
import { addFollowerRule, groupRuleRuns, groupRules } from '../../../protocol/calls/hm-rules.ts';
import { BET_BODY_LIMIT } from '../../../protocol/limits.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import {
  handle,
  type HandledCall,
  type IdempotentRequest,
  ok,
  runIdempotent,
  type Querying,
  refuse,
  refuseIdempotent,
  fromDatabase,
  type StoredAnswer,
} from '../../platform/index.ts';
import { isHiddenFrom } from '../profiles/privacy.ts';
import { parseUserId } from '../../accounts/index.ts';
import { retryWhileOddsMove } from '../../sports/index.ts';
import { groupDetailOf, listJoins } from './detail.ts';
import { groupsOfPlayer, listGroups } from './lists.ts';
import { callGroupFunction, repriceGroupTicket } from './reprice.ts';
import { groupRankingOf, groupRecordModelOf } from './records.ts';
import { listGroupRules, listGroupRuleRuns, saveGroupRule } from './standing-rules.ts';
import { startGroup } from './start.ts';
import { GROUP_TERMS, groupTextFault } from './terms.ts';

const NO_GROUP = '合买不存在';
const NO_PLAYER = '彩友不存在';

export function groupCalls(context: SocialServices): HandledCall[] {
  return [
    handle(hm.groupTerms, async ({ fields }) => terms(context, fields.gameCode)),
    handle(hm.startGroupBuy, ({ fields, idempotentRequest }) => startGroup(context, fields, idempotentRequest), {
      bodyLimit: BET_BODY_LIMIT,
    }),
    handle(hm.betJoin, ({ fields, idempotentRequest }) => join(context, fields, idempotentRequest)),
    handle(hm.cancelGroupBuy, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) =>
        answer<CancelGroupBuyModels>(client, 'cancel_group($1, $2, $3)', [userId, fields.hmId, GROUP_TERMS.cancelBelow]),
      ),
    ),
    handle(hm.editGroupBuy, async ({ fields: { hmId, guaranteeShares, text, clear }, idempotentRequest }) => {
      const words = clear === 'text' ? '' : text?.trim();
      const fault = words === undefined ? undefined : groupTextFault('', words);
      if (fault !== undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.invalid, fault));
      return runIdempotent(context, idempotentRequest, (client, userId) =>
        answer<EditGroupBuyModels>(client, 'edit_group($1, $2, $3, $4)', [userId, hmId, guaranteeShares ?? null, words ?? null]),
      );
    }),
    handle(hm.groupList, async ({ fields, player }) => ok(await listGroups(context, fields, player?.id))),
    handle(hm.groupOwnList, async ({ fields, player }) => {
      const { scope = 'mine' } = fields;
      if (scope !== 'of') {
        if (player === undefined) return refuse(STATUS.notLoggedIn, '请先登录');
        return ok(await groupsOfPlayer(context, fields, player.id, scope === 'joined', player.id));
      }
      const owner = parseUserId(fields.who ?? '');
      if (owner === undefined) return refuse(STATUS.notFound, NO_PLAYER);
      if (await isHiddenFrom(context.database, owner, player?.id)) return ok({ items: [], next: null });
      return ok(await groupsOfPlayer(context, fields, owner, false, player?.id));
    }),
    handle(hm.groupDetail, async ({ fields, player }) => orNotFound(await groupDetailOf(context, fields.id, player.id), NO_GROUP)),
    handle(hm.groupJoins, async ({ fields, player }) => orNotFound(await listJoins(context, fields, player.id), NO_GROUP)),
    handle(groupRanking, async ({ fields, player }) => ok(await groupRankingOf(context, fields, player?.id))),
    handle(groupRecord, async ({ fields, player }) => {
      if (fields.who === undefined && player === undefined) return refuse(STATUS.notLoggedIn, '请先登录');
      const userId = fields.who === undefined ? player?.id : parseUserId(fields.who);
      return ok(await groupRecordModelOf(context, userId ?? 0, player?.id));
    }),
    handle(addFollowerRule, ({ fields, idempotentRequest }) =>
      runIdempotent(context, idempotentRequest, (client, userId) =>
        saveGroupRule(context, client, userId, { ...fields, ruleId: fields.ruleId ?? uuidv7() }),
      ),
    ),
    handle(groupRules, async ({ fields, player }) => ok(await listGroupRules(context, player.id, fields))),
    handle(groupRuleRuns, async ({ fields, player }) => ok(await listGroupRuleRuns(context, player.id, fields))),
  ];
}

const orNotFound = <T>(models: T | undefined, otherwise: string): Envelope<T | null> =>
  models === undefined ? refuse(STATUS.notFound, otherwise) : ok(models);

/** The terms of group buying. `written`: a game code as the client wrote it; then the answer also says whether the game allows group orders. */
function terms(context: SocialServices, written: string | undefined) {
  const code = written && gameCodeOf(context, written);
  const published = code === undefined ? undefined : (context.games.published(code)?.game ?? context.sports.published(code)?.sport);
  if (code !== undefined && published === undefined) return refuse(STATUS.notFound, '彩种不存在或已下线');
  return ok({
    ...(published === undefined ? {} : { gameCode: published.code }),
    allowed: published === undefined || (published.groupBuy === true && published.disabled === undefined),
    minShareFen: GROUP_TERMS.minShareFen,
    minOwnPercent: GROUP_TERMS.minOwnPercent,
    maxShares: GROUP_TERMS.maxShares,
    maxCommission: GROUP_TERMS.maxCommission,
    commissionBase: GROUP_TERMS.commissionBase,
    cancelBelow: GROUP_TERMS.cancelBelow,
    stopBeforeMs: GROUP_TERMS.stopBeforeSeconds * 1000,
    minLiveMs: GROUP_TERMS.minLiveSeconds * 1000,
    maxTitle: GROUP_TERMS.maxTitle,
    maxText: GROUP_TERMS.maxText,
    siteShares: GROUP_TERMS.site?.mostPercent ?? 0,
  });
}

/** Buys shares of a group order. The join that fills an order on matches needs the current odds. If they change meanwhile, it is repeated. */
function join(
  context: SocialServices,
  { hmId, shares }: { readonly hmId: string; readonly shares: number },
  idempotentRequest: IdempotentRequest,
): Promise<Envelope<JoinModels | null>> {
  const id = uuidv7();
  return retryWhileOddsMove(async () => {
    const sold = await repriceGroupTicket(context, hmId, shares);
    return fromDatabase<JoinModels | null>(
      await callGroupFunction(context.database, 'join_group', {
        token: idempotentRequest.tokenHash,
        nonce: idempotentRequest.nonce,
        key: idempotentRequest.key,
        body_hash: idempotentRequest.bodyHash,
        hm: hmId,
        shares,
        id,
        sold,
      }),
    );
  });
}

/** Calls an SQL function that returns a stored answer, e.g. `cancel_group($1, $2, $3)`. */
async function answer<T>(client: Querying, call: string, values: readonly unknown[]): Promise<Envelope<T>> {
  const { rows } = await client.query<{ answer: StoredAnswer }>(`SELECT ${call} AS answer`, values);
  const [row] = rows;
  if (row === undefined) throw new Error(`${call} gave no answer`);
  return fromDatabase<T>(row.answer);
}
