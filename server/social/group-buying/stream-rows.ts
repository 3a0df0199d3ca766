/**
 * Events of changed group orders. All subscribers get the same, so an event has only the fields that the
 * lobby shows to a visitor, without the picks.
 */
import type { GroupItem, GroupProgress } from '../../../protocol/calls.ts';
import type { SocialServices } from '../services.ts';
import { GROUP_COLUMNS, type GroupRow, groupItems } from './rows.ts';

/** The rows of these group orders as a visitor sees them; in no order. */
export async function visitorRowsOf(context: SocialServices, ids: readonly string[]): Promise<readonly GroupItem[]> {
  const { rows } = await context.database.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM group_buy_orders o WHERE o.id = ANY($1::uuid[])`,
    [ids],
    'group-news',
  );
  return groupItems(context, rows, undefined);
}

/** What changes of a row while it is on the screen. */
export const groupProgressOf = (item: GroupItem): GroupProgress => ({
  hmId: item.hmId,
  state: item.state,
  stateName: item.stateName,
  soldShares: item.soldShares,
  leftShares: item.leftShares,
  joinFen: item.leftShares * item.shareFen,
  mayJoin: item.state === 'open' && item.leftShares > 0,
  guaranteeShares: item.guaranteeShares,
  guaranteeFen: item.guaranteeShares * item.shareFen,
  progress: item.progress,
  guaranteeProgress: item.guaranteeProgress,
  people: item.people,
  full: item.full,
});
