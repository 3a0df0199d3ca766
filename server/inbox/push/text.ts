/** What a push says, as the service worker reads it (app/worker/push.ts). */
import type { PushMessage } from '../../../protocol/push.ts';
import { fill } from '../../catalog/index.ts';
import type { InboxServices } from '../services.ts';
import { NOTICE_RULES } from '../notices/rules.ts';
import { type NoticeRow, shownNotices } from '../notices/shown-notices.ts';
import { PUSH_RULES } from './rules.ts';

/** A lock screen shows less; the rest is in the app. */
const MOST_LETTERS = 200;

/** Undefined: nothing is left to say, since it was read or taken away. Without `words` it names no amount, no game and nobody. */
export async function pushText(context: InboxServices, userId: number, seqs: readonly number[]): Promise<PushMessage | undefined> {
  const { rows } = await context.database.query<NoticeRow & { readonly words: boolean }>(
    `SELECT n.seq, n.kind, n.code, n.vars, n.at, n.read, p.words FROM notices n JOIN push_players p USING (user_id)
      WHERE n.user_id = $1 AND n.seq = ANY ($2::bigint[]) AND NOT n.gone AND NOT n.read AND n.kind <> ALL (p.off) ORDER BY n.seq DESC`,
    [userId, seqs],
    'push-text',
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const tag = `m${row.seq}`;
  if (rows.length > 1) return { ...PUSH_RULES.many, title: fill(PUSH_RULES.many.title, { n: rows.length }), tag };
  const [shown] = await shownNotices(context, context.database, userId, [row]);
  if (shown === undefined) return undefined;
  const to = shown.to === '' ? PUSH_RULES.many.to : shown.to;
  if (row.words) return { title: shown.title.slice(0, MOST_LETTERS), text: shown.text.slice(0, MOST_LETTERS), to, tag };
  const kind = NOTICE_RULES.kinds.find((each) => each.kind === row.kind)?.name ?? '';
  return { title: fill(PUSH_RULES.one.title, { kind }), text: PUSH_RULES.one.text, to, tag };
}
