/**
 * JSON as the descriptions of the app are written: a value that fits on its line stands on one line. `biome.json` asks the formatter for
 * the same form, and a test compares the two.
 */
const LINE_WIDTH = 140;
/** Characters that take two columns: Chinese, its punctuation, and full-width forms. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/gu;
const columnsOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

export function writeDescription(document: unknown): string {
  // The description itself is always spread out.
  return `${spread(document, '')}\n`;
}

/** `taken`: columns of the line that the property's name takes, and the comma unless this is the last value. */
function write(value: unknown, indent: string, taken: number): string {
  const short = inline(value);
  return indent.length + taken + columnsOf(short) <= LINE_WIDTH ? short : spread(value, indent);
}

function spread(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => inner + write(item, inner, comma(at, value.length)));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  const members = entries.map(([name, member], at) => {
    const key = `${JSON.stringify(name)}: `;
    return inner + key + write(member, inner, columnsOf(key) + comma(at, entries.length));
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

const comma = (at: number, count: number): number => (at < count - 1 ? 1 : 0);

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
