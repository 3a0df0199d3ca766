/** Two texts line by line, for reading them side by side. */

export interface DiffRow {
  /** Number and text of the line on each side; undefined where the other side has one that this does not. */
  readonly left: readonly [number: number, text: string] | undefined;
  readonly right: readonly [number: number, text: string] | undefined;
  readonly same: boolean;
}

/** With more pairs of lines than this, the part that differs is shown as one piece. */
const MOST_PAIRS = 4_000_000;

export function diffLines(left: string, right: string): DiffRow[] {
  const [a, b] = [left.split('\n'), right.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const pairs = [
    ...Array.from({ length: head }, (_, i): [number, number] => [i, i]),
    ...common(a.slice(head, a.length - tail), b.slice(head, b.length - tail)).map(([i, j]): [number, number] => [i + head, j + head]),
    ...Array.from({ length: tail }, (_, i): [number, number] => [a.length - tail + i, b.length - tail + i]),
  ];
  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  const line = (lines: readonly string[], at: number): readonly [number, string] => [at + 1, lines[at] as string];
  for (const [nextI, nextJ] of [...pairs, [a.length, b.length] as const]) {
    // A changed line is shown beside the former line, as long as both sides have as many lines.
    while (i < nextI || j < nextJ) {
      rows.push({ left: i < nextI ? line(a, i++) : undefined, right: j < nextJ ? line(b, j++) : undefined, same: false });
    }
    if (i < a.length && j < b.length) rows.push({ left: line(a, i++), right: line(b, j++), same: true });
  }
  return rows;
}

/** Places of a longest common subsequence of lines. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MOST_PAIRS) return [];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number);
  const found: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) found.push([i++, j++]);
    else if ((longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number)) i += 1;
    else j += 1;
  }
  return found;
}

/** Rows that differ with some around them; a number stands for as many rows that are left out. */
export function rowsNearChanges(rows: readonly DiffRow[], context: number): (DiffRow | number)[] {
  const shown = rows.map((_, at) => rows.slice(Math.max(0, at - context), at + context + 1).some(({ same }) => !same));
  const parts: (DiffRow | number)[] = [];
  for (const [at, row] of rows.entries()) {
    if (shown[at]) parts.push(row);
    else if (typeof parts.at(-1) === 'number') parts[parts.length - 1] = (parts.at(-1) as number) + 1;
    else parts.push(1);
  }
  return parts;
}
