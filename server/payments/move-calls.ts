/**
 * Calls that move money into and out of the wallet (/api/fund/in, /api/fund/out), and the list of these moves. Each kind of target is
 * implemented in targets/.
 */
import type { FundMove } from '../../protocol/calls.ts';
import { fundIn, fundMoves, fundOut } from '../../protocol/calls/fund-move.ts';
import { STATUS } from '../../protocol/status.ts';
import type { PaymentServices } from './services.ts';
import {
  type CallRequest,
  handle,
  type HandledCall,
  ok,
  runIdempotent,
  parametersOf,
  type Querying,
  refuse,
  refuseField,
  refuseIdempotent,
} from '../platform/index.ts';
import { TARGETS } from './targets/registry.ts';
import type { FundTarget, MoveAnswer, MovesQuery } from './targets/target.ts';

/**
 * A page of the moves of several kinds of targets, newest first. Every kind returns a page of its own, and the newest rows of all are used.
 * The cursor has the form "at-id" of the last row (`at` in unix ms); a malformed one is ignored.
 */
async function listMoves(
  context: PaymentServices,
  client: Querying,
  userId: number,
  { cursor, ...query }: Omit<MovesQuery, 'before'> & { readonly cursor?: string | undefined },
  targets: readonly FundTarget[],
): Promise<{ items: FundMove[]; next: string | null }> {
  const [, at, id] = /^(\d{1,15})-([0-9a-fA-F-]{1,36})$/.exec(cursor ?? '') ?? [];
  const before = at === undefined || id === undefined ? undefined : { at: Number(at), id };
  const kind = query.target?.split(':')[0];
  const requestedTargets =
    query.target === undefined ? targets : targets.filter((each) => each.matches(kind as string, context)).slice(0, 1);
  const matches: FundMove[] = [];
  for (const each of requestedTargets)
    matches.push(...(await each.list(context, client, userId, { ...query, before, size: query.size + 1 })));
  matches.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const items = matches.slice(0, query.size);
  const last = items.at(-1);
  return { items, next: matches.length > items.length && last !== undefined ? `${last.at}-${last.id}` : null };
}

export function moveCalls(context: PaymentServices, targets: readonly FundTarget[] = TARGETS): HandledCall[] {
  const move =
    (direction: 'in' | 'out') =>
    async ({ fields, idempotentRequest, request }: CallRequest<typeof fundIn>): Promise<MoveAnswer> => {
      const { target, amountFen, cursor, size } = fields;
      if (amountFen === undefined)
        return runIdempotent(context, idempotentRequest, async (client, userId) => {
          const { rows } = await client.query<{ balance: number }>('SELECT balance_fen AS balance FROM wallets WHERE user_id = $1', [
            userId,
          ]);
          return ok({
            balanceFen: rows[0]?.balance ?? 0,
            ...(await listMoves(context, client, userId, { direction, target, cursor, size }, targets)),
          });
        });
      if (target === undefined) return refuseIdempotent(context, idempotentRequest, refuseField('target', '请选择账户'));
      const matches = targets.find((each) => each.matches(target, context));
      const work = matches?.[direction];
      if (matches === undefined || work === undefined)
        return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notFound, '账户不存在'));
      let userId = 0;
      const { query } = parametersOf(request);
      const from = {
        address: request.ip,
        device: query.get('RDUID') ?? '',
        brand: query.get('p') ?? '',
        localAddress: request.socket.localAddress,
      };
      const moveRequest = () => ({ userId, key: idempotentRequest.key, target, amountFen, fields, ...from });
      const answer = await runIdempotent<Awaited<MoveAnswer>['models']>(context, idempotentRequest, (client, player) => {
        userId = player;
        return work(context, client, moveRequest());
      });
      // For a repeated key the stored answer is used and `work` does not run, so `userId` stays 0. Only the first request calls `after`.
      if (answer.status !== STATUS.ok || answer.models === null || matches.after === undefined || userId === 0) return answer;
      return { ...answer, models: await matches.after(context, moveRequest(), answer.models) };
    };
  return [
    handle<typeof fundIn>(fundIn, move('in')),
    handle<typeof fundOut>(fundOut, move('out')),
    handle(fundMoves, async ({ fields, player }) => ok(await listMoves(context, context.database, player.id, fields, targets))),
  ];
}
