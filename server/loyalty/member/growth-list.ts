/** Movements of growth or points, newest first: those that are due and not posted yet stand before those of the ledger. */
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type { growthList } from '../../../protocol/calls/member.ts';
import { listMovements, movementTitle } from '../../ledger/index.ts';
import type { LoyaltyServices } from '../services.ts';
import { postEffectOn, memberStateOf } from './growth.ts';

/** Numbers of due movements, above all numbers of the ledger, so that a cursor continues from there. */
const FIRST_DUE = 900_000_000_000_000;

interface Wanted {
  readonly purse: 'growth' | 'points';
  /** The number of the last movement that was shown. */
  readonly from: number | undefined;
  readonly size: number;
}

export async function growthMovements(
  context: Pick<LoyaltyServices, 'database' | 'orderKinds' | 'movementLabels'>,
  userId: number,
  offset: number,
  { purse, from = Number.MAX_SAFE_INTEGER, size }: Wanted,
): Promise<AnswerOf<typeof growthList>> {
  const { posts, now, [purse]: standsAt } = await memberStateOf(context.database, userId, offset);
  let balance = posts.reduce((sum, post) => sum - postEffectOn(purse, post), standsAt);
  const due = posts.flatMap((post, at) => {
    const amount = postEffectOn(purse, post);
    balance += amount;
    return amount === 0 ? [] : [{ number: FIRST_DUE + at, label: movementTitle(post.kind, post.reason), amount, balance }];
  });
  const ahead = due
    .filter(({ number }) => number < from)
    .toReversed()
    .slice(0, size)
    .map(({ number, ...item }) => ({ ...item, id: String(number), subject: '', at: now }));
  const left = size - ahead.length;
  const cursor = from < FIRST_DUE ? from : undefined;
  const { items, next } = await listMovements(context, userId, { purse, size: Math.max(1, left), cursor });
  const posted = items
    .slice(0, left)
    .map(({ id, label, subject = '', amountFen, balanceFen, at }) => ({ id, label, subject, amount: amountFen, balance: balanceFen, at }));
  const more = left > 0 ? next !== null : items.length > 0 || ahead.at(-1)?.id !== String(due[0]?.number);
  const shown = [...ahead, ...posted];
  return { items: shown, next: more ? (shown.at(-1)?.id ?? null) : null };
}
