/** The data dictionary of exports: the sets, their columns, and the SQL of each. docs/operate/exports.md lists the columns from it. */
import sets from './dictionary.json' with { type: 'json' };

/** id: text that is no word. fen: whole numbers of the unit. instant: unix ms, written as ISO 8601 in UTC. json: a JSON text. */
export type ColumnType = 'text' | 'id' | 'number' | 'fen' | 'instant' | 'json';

export interface ExportColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Expression in the query of the set. */
  readonly sql: string;
  readonly zh: string;
  readonly en: string;
}

export interface ExportSet {
  readonly name: string;
  readonly zh: string;
  readonly en: string;
  /** The part of the query after its columns, without the condition on time. */
  readonly from: string;
  /** Expression of the instant (unix ms) by which --from and --to choose rows. */
  readonly time: string;
  /** Expression of the player's name; a set without it takes no --player. */
  readonly player?: string;
  readonly order: string;
  readonly columns: readonly ExportColumn[];
}

export const EXPORT_SETS = sets as readonly ExportSet[];
