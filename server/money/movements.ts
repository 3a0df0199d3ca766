/** The described kinds of movements (protocol/movements.json), as the server reads them. The database refuses every other movement. */
import described from '../../protocol/movements.json' with { type: 'json' };

/** fen: money. points: members' points, which buy things. score: agents' rebates, one score is worth one fen. growth: makes the level. */
export type Unit = 'fen' | 'points' | 'score' | 'growth';

export interface MovementKind {
  readonly kind: string;
  readonly unit: Unit;
  /** What a ledger is filtered by: several kinds that are one thing to a player. */
  readonly group: string;
  /** What a player reads where no reason has words of its own. */
  readonly title: string;
  /** Where the app shows what such a movement is about; `{ref}`: what it belongs to, once that is known by a name. */
  readonly to?: string;
  /** Reason → where those of this reason lead instead. */
  readonly reasonsTo?: Readonly<Record<string, string>>;
  /** From which account to which. A name that ends in ":*" stands for any company. */
  readonly pairs: readonly (readonly [debit: string, credit: string])[];
  /** Reason → what a player reads. */
  readonly reasons: Readonly<Record<string, string>>;
}

export const MOVEMENTS = described as unknown as readonly MovementKind[];

const byKind = new Map(MOVEMENTS.map((movement) => [movement.kind, movement]));

/** Kinds of a group. */
export const kindsOf = (group: string): readonly string[] =>
  MOVEMENTS.filter((movement) => movement.group === group).map(({ kind }) => kind);

/**
 * Kinds that only change the place of a player's money: held and given back, between his purses, to a company and back. They are neither income
 * nor outgo. What is asked for as a withdrawal is on its way out and counts as outgo.
 */
export const PLACE_KINDS: readonly string[] = MOVEMENTS.filter(
  ({ group, pairs }) =>
    group === 'transfer' &&
    pairs.every((pair) => pair.every((account) => !/^(house|outside|escrow|pool):|^(points|score|growth)$/.test(account))),
).map(({ kind }) => kind);

export const groupOf = (kind: string): string => byKind.get(kind)?.group ?? 'transfer';

/** What a player reads about a movement. A kind that this version does not know (of a newer one, say) is shown by its name. */
export function movementTitle(kind: string, reason: string): string {
  const movement = byKind.get(kind);
  return movement?.reasons[reason] ?? movement?.title ?? kind;
}

/**
 * Where the app shows what a movement is about; undefined: its bill says all that there is. `ref`: what it belongs to, null where that is not
 * known by a name; a page of that thing alone is then no place to go to.
 */
export function movementTo({ kind, reason }: { readonly kind: string; readonly reason: string }, ref: string | null): string | undefined {
  const movement = byKind.get(kind);
  const to = movement?.reasonsTo?.[reason] ?? movement?.to;
  return ref === null && to?.includes('{ref}') ? undefined : to?.replace('{ref}', ref ?? '');
}

/** What every bet, play and entry of a quiz writes: known to the trigger without a look at the table. */
const COMMON: ReadonlySet<string> = new Set(['stake', 'game', 'gamePrize', 'quiz']);

/** SQL of movement_rules, a row for each kind, pair and reason, and of is_common_movement, which says the same of what is written all the time. */
export function movementRulesSql(movements: readonly MovementKind[] = MOVEMENTS): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = movements.flatMap(({ kind, unit, pairs, reasons }) =>
    pairs.flatMap(([debit, credit]) => Object.keys(reasons).map((reason) => [kind, unit, debit, credit, reason])),
  );
  const common = rows
    .filter(([kind = '']) => COMMON.has(kind))
    .map(([kind = '', unit = '', debit = '', credit = '', reason = '']) =>
      [
        `p_reason = ${text(reason)}`,
        `p_kind = ${text(kind)}`,
        `p_debit = ${text(debit)}`,
        `p_credit = ${text(credit)}`,
        `p_unit = ${text(unit)}`,
      ].join(' AND '),
    );
  return `DELETE FROM movement_rules;
INSERT INTO movement_rules (kind, unit, debit, credit, reason) VALUES
${rows.map((row) => `  (${row.map(text).join(', ')})`).join(',\n')};
CREATE FUNCTION is_common_movement(p_kind text, p_reason text, p_debit text, p_credit text, p_unit text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$ SELECT ${common.map((rule) => `(${rule})`).join(' OR ') || 'false'} $$;`;
}
