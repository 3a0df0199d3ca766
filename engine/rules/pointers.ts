/** Places in a request and their values, in words of bounded length. */

/** A JSON pointer to a member: `~` and `/` escaped (RFC 6901). */
export function member(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`;
}

/** Text out of a stranger's data, cut so that one line cannot flood an answer. */
export function truncated(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'object' && value !== null ? describeType(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
