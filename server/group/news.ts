/**
 * What the event stream tells of group orders that changed. It goes to whoever follows, so it is made for nobody in particular: what the
 * lobby shows to a visitor, of which what was picked is no part.
 */
import type { GroupItem, GroupProgress } from '../../protocol/calls.ts';
import type { Context } from '../context.ts';
import { GROUP_COLUMNS, type GroupRow, groupItems } from './rows.ts';

/** The rows of these group orders as a visitor sees them; in no order. */
export async function newsOf(context: Context, ids: readonly string[]): Promise<readonly GroupItem[]> {
  const { rows } = await context.database.query<GroupRow>(
    `SELECT ${GROUP_COLUMNS} FROM hm_orders o WHERE o.id = ANY($1::uuid[])`,
    [ids],
    'group-news',
  );
  return groupItems(context, rows, undefined);
}

/** What changes of a row while it is on the screen. */
export const progressOf = (item: GroupItem): GroupProgress => ({
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
