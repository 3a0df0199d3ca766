/** The quarantine (隔离区) on the desk: what could not be drawn or settled, tried again at once or given up on. */
import { deskQuarantine, deskQuarantineEntry, refundQuarantined, retryQuarantined } from '../../../protocol/desk/quarantine.ts';
import type { Envelope } from '../../../protocol/status.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { AdminServices } from '../services.ts';
import { ok, type Querying, refuse } from '../../platform/index.ts';
import {
  drawnStateOf,
  refundPreviewOf,
  quarantineCounts,
  listQuarantine,
  type QuarantineEntry,
  findQuarantineEntry,
} from '../../lottery/index.ts';
import { teamName } from '../../sports/index.ts';
import { auditActorOf, writeAudit } from '../guard.ts';
import { hasRight } from '../operators.ts';
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';

export interface QuarantineDeskOptions {
  readonly context: AdminServices;
  readonly log: (line: string) => void;
  /** Has settlement look at once. */
  readonly wake: () => void;
}

/** Also said when another operator was first: the row on his page is of a moment ago. */
const GONE = '该项已处理完毕，不在隔离区';

export function quarantineCalls({ context, log, wake }: QuarantineDeskOptions): HandledDeskCall[] {
  const { database } = context;

  const issueName = ({ kind, issue, league, home, away }: QuarantineEntry): string => {
    if (league !== null && home !== null && away !== null)
      return `${teamName(context.sports, league, home)} 对 ${teamName(context.sports, league, away)}`;
    if (issue.startsWith('outright/')) return '冠军竞猜';
    // A pool has its issue behind its kind; a deleted match is named by its code.
    if (issue.startsWith('issue/')) return `第 ${issue.slice('issue/'.length)} 期`;
    return kind === 'sport' ? `场次 ${issue}` : `第 ${issue} 期`;
  };
  const shown = (row: QuarantineEntry) => ({
    id: row.id,
    what: whatOf(row),
    game: row.game,
    gameName: context.gameName(row.game),
    issue: row.issue,
    issueName: issueName(row),
    step: row.step,
    reason: row.reason,
    heldAt: row.held_at,
    tries: row.tries,
    retryAt: row.retry_at,
    player: row.owner,
    playerName: row.owner_name ?? '',
    amountFen: row.amount,
  });

  return [
    handleDeskCall(deskQuarantine, async ({ fields: { what, cursor, size } }) => {
      const [after] = cursorOf(cursor, 1) ?? [];
      const rows = await listQuarantine(database, { what, after, limit: size + 1 });
      const { shown: page, next } = pageOf(rows, size, ({ id }) => String(id));
      return ok({ items: page.map(shown), next, ...(await quarantineCounts(database)) });
    }),

    handleDeskCall(deskQuarantineEntry, async ({ fields: { id }, operator }) => {
      const row = await findQuarantineEntry(database, id);
      if (row === undefined) return refuse(STATUS.notFound, GONE);
      const { drawn, follow } = row.ticket === null ? await drawnStateOf(database, row) : { drawn: false, follow: [] };
      return ok({
        ...shown(row),
        order: row.owner_order,
        drawn,
        givesBack: await refundPreviewOf(database, row),
        follow: follow.map((code) => context.gameName(code)).join('、'),
        mayOrder: row.owner_order !== null && hasRight(operator, 'orders'),
        mayPlayer: row.owner !== null && hasRight(operator, 'players'),
      });
    }),

    handleDeskCall(retryQuarantined, async ({ fields: { id }, request }) => {
      // Together with its line in the audit list, or not at all.
      const answer = await database.transaction(async (client): Promise<Envelope<Record<string, never> | null>> => {
        const row = await findQuarantineEntry(client, id);
        const { rows } = await client.query<{ done: boolean }>('SELECT retry_quarantined($1) > 0 AS done', [id]);
        if (row === undefined || rows[0]?.done !== true) return refuse(STATUS.notFound, GONE);
        await writeAudit(client, request, { kind: 'quarantine.retry', body: actBody(row) });
        return ok({});
      });
      if (answer.status !== STATUS.ok) return answer;
      log(`operator quarantine retry  ${id}  ${auditActorOf(request)}`);
      wake();
      return answer;
    }),

    handleDeskCall(refundQuarantined, async ({ fields: { id, fen }, request }) => {
      const answer = await database.transaction(async (client) => {
        const row = await findQuarantineEntry(client, id);
        if (row === undefined) return refuse(STATUS.notFound, GONE);
        // Nothing of the issue is settled between the look at what it gives back and the end of it.
        if (row.ticket === null) await holdIssueRow(client, row);
        const gives = await refundPreviewOf(client, row);
        if (gives.fen !== fen) {
          // Somebody else may have given it back since the first look.
          if ((await findQuarantineEntry(client, id)) === undefined) return refuse(STATUS.notFound, GONE);
          return refuse(STATUS.stateChanged, '退款金额已变化，请核对后再退款');
        }
        const { rows } = await client.query<{ done: boolean }>('SELECT refund_quarantined($1) AS done', [id]);
        if (rows[0]?.done !== true) return refuse(STATUS.notFound, GONE);
        await writeAudit(client, request, { kind: 'quarantine.refund', body: { ...actBody(row), amount: gives.fen } });
        return ok({ orders: gives.orders, fen: gives.fen });
      });
      if (answer.status !== STATUS.ok) return answer;
      log(`operator quarantine refund  ${id}  ${auditActorOf(request)}`);
      wake();
      return answer;
    }),
  ];
}

function whatOf({ ticket, user_id, kind }: QuarantineEntry): 'issue' | 'ticket' | 'sport' | 'group' {
  if (ticket === null) return 'issue';
  if (user_id === 0) return 'group';
  return kind === 'sport' ? 'sport' : 'ticket';
}

/** What the audit list says of an act: the order where it is one. */
const actBody = ({ id, game, issue, owner, ticket }: QuarantineEntry) => ({
  id,
  game,
  issue,
  ...(ticket === null || owner === null ? {} : { player: owner, order: ticket }),
});

const holdIssueRow = (client: Querying, { game, issue }: QuarantineEntry): Promise<unknown> =>
  client.query('SELECT 1 FROM issues WHERE game = $1 AND issue = $2 FOR UPDATE', [game, issue]);
