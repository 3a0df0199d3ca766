/** The described kinds of movements (movements.json), as the server reads them. The database refuses every other movement. */
import described from './movements.json' with { type: 'json' };

/** fen: money. points: members' points, which buy things. score: agents' rebates, one score is worth one fen. */
export type Unit = 'fen' | 'points' | 'score';

export interface MovementKind {
  readonly kind: string;
  readonly unit: Unit;
  /** What a player reads where no reason has words of its own. */
  readonly title: string;
  /** From which account to which. A name that ends in ":*" stands for any company. */
  readonly pairs: readonly (readonly [debit: string, credit: string])[];
  /** Reason → what a player reads. */
  readonly reasons: Readonly<Record<string, string>>;
}

export const MOVEMENTS = described as unknown as readonly MovementKind[];

const byKind = new Map(MOVEMENTS.map((movement) => [movement.kind, movement]));

/** What a player reads about a movement. A kind that this version does not know (of a newer one, say) is shown by its name. */
export function movementTitle(kind: string, reason: string): string {
  const movement = byKind.get(kind);
  return movement?.reasons[reason] ?? movement?.title ?? kind;
}

/** What every bet writes. Its rule stands in the trigger's condition, which costs a bet a few comparisons where a look at the table costs a call. */
const EVERY_BET = 'stake';

/** SQL of movement_rules, a row for each kind, pair and reason, and of the trigger that holds every movement to them. */
export function movementRulesSql(movements: readonly MovementKind[] = MOVEMENTS): string {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  const rows = movements.flatMap(({ kind, unit, pairs, reasons }) =>
    pairs.flatMap(([debit, credit]) => Object.keys(reasons).map((reason) => [kind, unit, debit, credit, reason])),
  );
  const bets = movements
    .filter(({ kind }) => kind === EVERY_BET)
    .flatMap(({ kind, unit, pairs, reasons }) =>
      pairs.map(
        ([debit, credit]) =>
          `NEW.kind = ${text(kind)} AND NEW.unit = ${text(unit)} AND NEW.debit = ${text(debit)} AND NEW.credit = ${text(credit)} AND NEW.reason IN (${Object.keys(reasons).map(text).join(', ')})`,
      ),
    );
  return `DELETE FROM movement_rules;
INSERT INTO movement_rules (kind, unit, debit, credit, reason) VALUES
${rows.map((row) => `  (${row.map(text).join(', ')})`).join(',\n')};
CREATE TRIGGER check_movement BEFORE INSERT ON transfers FOR EACH ROW
  WHEN (NOT (${bets.join(' OR ') || 'false'})) EXECUTE FUNCTION check_movement();`;
}
