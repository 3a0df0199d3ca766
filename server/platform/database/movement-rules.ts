/** The described kinds of movements (protocol/movements.json), and the rules that the database checks every movement by. */
import described from '../../../protocol/movements.json' with { type: 'json' };

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

/** What every bet, play and entry of a quiz writes: known to the trigger without a look at the table. */
const COMMON: ReadonlySet<string> = new Set(['stake', 'game', 'gamePrize', 'quiz']);

/** SQL of movement_rules, a row for each kind, pair and reason, and of is_common_movement, the same rules for the most frequent movements. */
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
