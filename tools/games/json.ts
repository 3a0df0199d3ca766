/**
 * JSON with exact integers: a bigint is written as its digits, which JSON allows at any length. Values that JSON has no word
 * for are left out of objects, as JSON.stringify does.
 */
export function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
