/** The order of a table: which column, and whether from the largest down. */
export interface Order {
  /** Place of the column. */
  readonly column: number;
  readonly down: boolean;
}

/** The order after a press on a header: first the way that suits the column (figures from the largest down), then the other, then none. */
export function nextOrder(order: Order | undefined, column: number, figures: boolean): Order | undefined {
  if (order?.column !== column) return { column, down: figures };
  return order.down === figures ? { column, down: !figures } : undefined;
}

type ColumnKeys = readonly { readonly by?: string }[];

/** The order as the screen's state keeps it: "stake", "-stake" from the largest down, '' for none. */
export function formatOrder(order: Order | undefined, columns: ColumnKeys): string {
  const by = order && columns[order.column]?.by;
  return by === undefined ? '' : `${order?.down ? '-' : ''}${by}`;
}

export function parseOrder(state: string, columns: ColumnKeys): Order | undefined {
  const down = state.startsWith('-');
  const column = columns.findIndex(({ by }) => by !== undefined && by === (down ? state.slice(1) : state));
  return column < 0 ? undefined : { column, down };
}

/** The items by a value of each; what has none comes last either way, and equal ones stay as they were. */
export function sortItems<T>(items: readonly T[], valueOf: (item: T) => unknown, down: boolean): readonly T[] {
  const valued = items.map((item) => ({ item, value: valueOf(item) }));
  const comparable = (value: unknown): value is number | string => typeof value === 'number' || (typeof value === 'string' && value !== '');
  return valued
    .sort((a, b) => {
      if (!comparable(a.value) || !comparable(b.value)) return Number(comparable(b.value)) - Number(comparable(a.value));
      return (down ? -1 : 1) * compare(a.value, b.value);
    })
    .map(({ item }) => item);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'zh-CN');
}
