/** /api/fund/in, /api/fund/out and the list of what they did. What a target does is its own matter (targets/). */
import type { FundMove } from '../../protocol/calls.ts';
import { fundIn, fundMoves, fundOut } from '../../protocol/calls/fund-move.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { type CallRequest, type HandledCall, handle, ok, refuse, refuseField } from '../web/call.ts';
import { parametersOf } from '../web/form.ts';
import { onceForKey, refuseForKey } from '../web/keyed.ts';
import { TARGETS } from './targets/registry.ts';
import type { FundTarget, MoveAnswer, MovesQuery } from './targets/target.ts';

/** A list of several kinds: each is asked for a page, the newest of all are the page. `next` names the last row by its time and id. */
async function listMoves(
  context: Context,
  client: Querying,
  userId: number,
  { cursor, ...query }: Omit<MovesQuery, 'before'> & { readonly cursor?: string | undefined },
  targets: readonly FundTarget[],
): Promise<{ items: FundMove[]; next: string | null }> {
  const [, at, id] = /^(\d{1,15})-([0-9a-fA-F-]{1,36})$/.exec(cursor ?? '') ?? [];
  const before = at === undefined || id === undefined ? undefined : { at: Number(at), id };
  const kind = query.target?.split(':')[0];
  const asked = query.target === undefined ? targets : targets.filter((each) => each.matches(kind as string, context)).slice(0, 1);
  const found: FundMove[] = [];
  for (const each of asked) found.push(...(await each.list(context, client, userId, { ...query, before, size: query.size + 1 })));
  found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const items = found.slice(0, query.size);
  const last = items.at(-1);
  return { items, next: found.length > items.length && last !== undefined ? `${last.at}-${last.id}` : null };
}

export function moveCalls(context: Context, targets: readonly FundTarget[] = TARGETS): HandledCall[] {
  const move =
    (direction: 'in' | 'out') =>
    async ({ fields, keyed, request }: CallRequest<typeof fundIn>): Promise<MoveAnswer> => {
      const { target, amountFen, cursor, size } = fields;
      if (amountFen === undefined)
        return onceForKey(context, keyed, async (client, userId) => {
          const { rows } = await client.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [
            userId,
          ]);
          return ok({
            balanceFen: rows[0]?.balance ?? 0,
            ...(await listMoves(context, client, userId, { direction, target, cursor, size }, targets)),
          });
        });
      if (target === undefined) return refuseForKey(context, keyed, refuseField('target', '请选择账户'));
      const found = targets.find((each) => each.matches(target, context));
      const work = found?.[direction];
      if (found === undefined || work === undefined) return refuseForKey(context, keyed, refuse(STATUS.notFound, '没有这个账户'));
      let userId = 0;
      const { query } = parametersOf(request);
      const from = {
        address: request.ip,
        device: query.get('RDUID') ?? '',
        brand: query.get('p') ?? '',
        localAddress: request.socket.localAddress,
      };
      const asked = () => ({ userId, key: keyed.key, target, amountFen, fields, ...from });
      const answer = await onceForKey<Awaited<MoveAnswer>['models']>(context, keyed, (client, player) => {
        userId = player;
        return work(context, client, asked());
      });
      // An answer that was remembered has `userId` 0: what follows a transaction was begun by the request that made it.
      if (answer.status !== STATUS.ok || answer.models === null || found.after === undefined || userId === 0) return answer;
      return { ...answer, models: await found.after(context, asked(), answer.models) };
    };
  return [
    handle<typeof fundIn>(fundIn, move('in')),
    handle<typeof fundOut>(fundOut, move('out')),
    handle(fundMoves, async ({ fields, player }) => ok(await listMoves(context, context.database, player.id, fields, targets))),
  ];
}
