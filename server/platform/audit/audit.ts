/**
 * The audit list: acts of operators and draws, in their order. The database numbers and chains the rows
 * (sql/audit.sql) and refuses to change them; the owner of the database can still change them by force, and verify() then names the first row
 * that does not fit. A cut end is found by a head (last number and hash) that is stored elsewhere.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../engine/descriptions/canonical.ts';
import type { Draw } from '../../../engine/descriptions/types.ts';
import type { Querying } from '../database/database.ts';

/** Everything that is ever written to the list. */
export type AuditEntry =
  | {
      readonly kind:
        | 'operator.login'
        | 'operator.login-refused'
        | 'operator.logout'
        | 'operator.second-step-on'
        | 'operator.second-step-off'
        | 'operator.own-password';
      readonly body: Readonly<Record<string, never>>;
    }
  /** An operator tried what his role does not allow. */
  | { readonly kind: 'operator.forbidden'; readonly body: { readonly call: string; readonly right: string } }
  | { readonly kind: 'operator.session-end'; readonly body: { readonly sessions: number } }
  | { readonly kind: 'operator.create' | 'operator.role'; readonly body: { readonly operator: string; readonly role: string } }
  | {
      readonly kind: 'operator.reset-second-step' | 'operator.reset-password' | 'operator.disable' | 'operator.enable';
      readonly body: { readonly operator: string };
    }
  /** An operator read the data of a player, or one of the player's orders. */
  | { readonly kind: 'player.read' | 'player.movements' | 'player.unfreeze'; readonly body: { readonly player: number } }
  | { readonly kind: 'player.freeze'; readonly body: { readonly player: number; readonly reason: string } }
  | { readonly kind: 'player.sessions-end'; readonly body: { readonly player: number; readonly sessions: number } }
  | { readonly kind: 'order.read'; readonly body: { readonly player: number; readonly order: string } }
  | {
      /**
       * By an operator in the workshop, written before his text goes into the folder; 'not-published' follows when it did not get there or was
       * taken back. `sha256` is that of the text.
       */
      readonly kind: 'description.publish' | 'description.rollback' | 'description.not-published';
      readonly body: { readonly file: string; readonly sha256: string };
    }
  /** A description that came into force, from any source (publication-audit.ts). */
  | { readonly kind: 'description.in-force'; readonly body: { readonly file: string; readonly hash: string } }
  | { readonly kind: 'description.gone'; readonly body: { readonly file: string } }
  | {
      readonly kind: 'results.import' | 'results.demo';
      readonly body: {
        readonly game: string;
        readonly added: number;
        readonly sha256?: string;
        /** Name of the file, and its first and last issue: a later import of another result says where the stored one is from. */
        readonly file?: string;
        readonly first?: string;
        readonly last?: string;
      };
    }
  | {
      readonly kind: 'matches.import';
      readonly body: { readonly league: string; readonly added: number; readonly changed: number; readonly sha256: readonly string[] };
    }
  | {
      readonly kind: 'quarantine.retry' | 'quarantine.refund';
      readonly body: {
        readonly id: number;
        readonly game: string;
        readonly issue: string;
        /** The owner of an order; left out for an issue. */
        readonly player?: number;
        readonly order?: string;
        /** Fen that a refund gives back. */
        readonly amount?: number;
      };
    }
  | { readonly kind: 'result.enter'; readonly body: { readonly match: string; readonly result: string } }
  | { readonly kind: 'result.void'; readonly body: { readonly match: string } }
  | { readonly kind: 'result.issue'; readonly body: { readonly game: string; readonly issue: string } }
  | { readonly kind: 'result.outright'; readonly body: { readonly game: string; readonly edition: string } }
  | { readonly kind: 'result.postpone'; readonly body: { readonly match: string /** 0: not known yet. */; readonly startsAt: number } }
  | {
      readonly kind: 'result.propose';
      readonly body: {
        readonly correction: number;
        readonly match: string;
        readonly result: string;
        readonly reason: string;
        readonly by: string;
      };
    }
  | { readonly kind: 'result.sign'; readonly body: { readonly correction: number; readonly by: string } }
  | { readonly kind: 'result.withdraw'; readonly body: { readonly correction: number } }
  | { readonly kind: 'vault.rotate'; readonly body: { readonly key: string; readonly sealed: number } }
  | { readonly kind: 'payout.take' | 'payout.release'; readonly body: { readonly withdrawal: string; readonly by: string } }
  | {
      /** `first`: the first of two approvals of a large amount. */
      readonly kind: 'payout.approve';
      readonly body: { readonly withdrawal: string; readonly amount: number; readonly first: boolean; readonly by: string };
    }
  | { readonly kind: 'payout.refuse'; readonly body: { readonly withdrawal: string; readonly reason: string; readonly by: string } }
  | { readonly kind: 'payout.rules'; readonly body: { readonly rules: string; readonly by: string } }
  | { readonly kind: 'comment.take-down' | 'comment.keep'; readonly body: { readonly comment: string; readonly by: string } }
  | { readonly kind: 'data.restore'; readonly body: { readonly backup: string } }
  | { readonly kind: 'data.export'; readonly body: { readonly set: string; readonly rows: number; readonly sha256: string } }
  | { readonly kind: 'draw'; readonly body: DrawBody };

export interface DrawBody {
  readonly game: string;
  readonly issue: string;
  /** Hash of the description in force at the draw. */
  readonly description: string;
  /** SHA-256 of the seed, as it was published before the sale. */
  readonly commitment: string;
  readonly numbers: Draw['numbers'];
}

/** Last row of the list. An empty list ends at 0 with 64 zeros. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export interface AuditRow extends AuditHead {
  readonly at: number;
  readonly kind: string;
  readonly actor: string;
  readonly body: string;
  readonly prev: string;
}

export interface AuditVerification {
  /** Rows that were looked at and are in order. */
  readonly rows: number;
  /** The last of them. */
  readonly head: AuditHead;
  /** The first row that is not in order, and its fault. */
  readonly broken?: { readonly seq: number; readonly what: string };
}

const START: AuditHead = { seq: 0, hash: '0'.repeat(64) };
/** Rows read at a time. */
const ROWS = 2_000;

/** Adds to the list. Within a transaction give its client, and do it last: the list is locked until the transaction ends. */
export async function recordAudit(client: Querying, actor: string, ...acts: readonly AuditEntry[]): Promise<void> {
  if (acts.length === 0) return;
  await client.query(
    `INSERT INTO audit (kind, actor, body) SELECT a.kind, $1, a.body FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS a(kind, body, n) ORDER BY n`,
    [actor.replace(/\s+/g, ' ').slice(0, 200), acts.map(({ kind }) => kind), acts.map(({ body }) => canonicalJson(body))],
    'audit-record',
  );
}

export async function auditHead(client: Querying): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>('SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1', [], 'audit-head');
  return rows[0] ?? START;
}

/** SHA-256 of a row, as the database makes it; written again here, so that a function that was changed there is found. */
export function auditRowHash({ prev, seq, at, kind, actor, body }: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256').update([prev, seq, at, kind, actor, body].join('\n')).digest('hex');
}

/**
 * Looks at the rows after `from` (the beginning when left out), at most `most` of them: numbers without a gap, each bound to the one before,
 * each hash right, each draw as the issue says it. `expected`: a head that was kept elsewhere and must be in the list.
 */
export async function verifyAudit(
  client: Querying,
  {
    from = START,
    most = Number.POSITIVE_INFINITY,
    expected,
  }: { readonly from?: AuditHead; readonly most?: number; readonly expected?: AuditHead } = {},
): Promise<AuditVerification> {
  let head = from;
  let count = 0;
  const broken = (seq: number, what: string): AuditVerification => ({ rows: count, head, broken: { seq, what } });
  while (count < most) {
    const { rows } = await client.query<AuditRow>(
      'SELECT seq, at, kind, actor, body, prev, hash FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2',
      [head.seq, Math.min(ROWS, most - count)],
      'audit-verify',
    );
    const contradicted = await contradictions(client, rows);
    for (const row of rows) {
      if (row.seq !== head.seq + 1) return broken(head.seq + 1, `row ${head.seq + 1} is missing; the next is ${row.seq}`);
      if (row.prev !== head.hash) return broken(row.seq, 'it is not bound to the row before it');
      if (auditRowHash(row) !== row.hash) return broken(row.seq, 'its content is not what its hash was made of');
      const other = contradicted.get(row.seq);
      if (other !== undefined) return broken(row.seq, other);
      if (row.seq === expected?.seq && row.hash !== expected.hash) return broken(row.seq, 'it is not the row whose hash was kept');
      head = { seq: row.seq, hash: row.hash };
      count += 1;
    }
    if (rows.length < ROWS) break;
  }
  if (expected !== undefined && expected.seq > head.seq && count < most)
    return broken(head.seq + 1, `the list ends before row ${expected.seq}, whose hash was kept`);
  return { rows: count, head };
}

/** Draws whose issue says something else now, by row. */
async function contradictions(client: Querying, rows: readonly AuditRow[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const draws = new Map<number, DrawBody>();
  for (const { seq, kind, body } of rows) {
    if (kind !== 'draw') continue;
    try {
      draws.set(seq, JSON.parse(body) as DrawBody);
    } catch {
      found.set(seq, 'its content is not JSON');
    }
  }
  if (draws.size === 0) return found;
  const all = [...draws.values()];
  const { rows: issues } = await client.query<{
    game: string;
    issue: string;
    commitment: string;
    seed: string;
    numbers: Draw['numbers'] | null;
  }>(
    `SELECT game, issue, commitment, seed, numbers FROM issues JOIN unnest($1::text[], $2::text[]) AS d(game, issue) USING (game, issue)`,
    [all.map(({ game }) => game), all.map(({ issue }) => issue)],
  );
  const byName = new Map(issues.map((issue) => [`${issue.game} ${issue.issue}`, issue]));
  for (const [seq, draw] of draws) {
    const name = `${draw.game} ${draw.issue}`;
    const issue = byName.get(name);
    if (issue === undefined) found.set(seq, `the issue ${name} that it drew is gone`);
    else if (issue.numbers === null || canonicalJson(issue.numbers) !== canonicalJson(draw.numbers))
      found.set(seq, `the issue ${name} has other numbers now`);
    else if (issue.commitment !== draw.commitment) found.set(seq, `the issue ${name} has another commitment now`);
    else if (createHash('sha256').update(Buffer.from(issue.seed, 'hex')).digest('hex') !== draw.commitment)
      found.set(seq, `the seed of ${name} is not the one that was committed to`);
  }
  return found;
}
