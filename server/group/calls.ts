/** /api/hm, bet_together and bet_join: group buying (合买). */
import * as hm from '../../protocol/calls/hm.ts';
import { STATUS } from '../../protocol/status.ts';
import { type HandledCall, handle, refuse } from '../web/call.ts';

export function groupCalls(): HandledCall[] {
  const closed = async () => refuse(STATUS.disabled, '合买暂未开放');
  return [
    handle(hm.groupTerms, closed),
    handle(hm.betTogether, closed),
    handle(hm.betJoin, closed),
    handle(hm.cancelTogether, closed),
    handle(hm.editTogether, closed),
    handle(hm.groupList, closed),
    handle(hm.groupOwnList, closed),
    handle(hm.groupDetail, closed),
    handle(hm.groupJoins, closed),
    handle(hm.groupRanking, closed),
    handle(hm.groupRecord, closed),
    handle(hm.addFollowerRule, closed),
    handle(hm.groupRules, closed),
    handle(hm.groupRuleRuns, closed),
  ];
}
