/** The known name nearest to a mistaken one, or undefined when none is near enough. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  // Long names are never typing mistakes of ours, and comparing them costs the square of their length.
  if (name.length > 64) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  // One letter has no neighbours; a short name may miss by one, a long one by two in five.
  let bestDistance = name.length < 2 ? 0 : Math.max(1, Math.floor(name.length * 0.4)) + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** At most eight names for a remedy; a list of sixty helps nobody. */
export function abbreviatedList(known: Iterable<string>): string {
  const names = [...new Set(known)];
  return names.length === 0 ? '—' : names.length > 8 ? `${names.slice(0, 8).join(', ')} … (${names.length})` : names.join(', ');
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
