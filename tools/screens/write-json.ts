/** JSON as the descriptions of this project are written: whatever fits on a line stands on one, two spaces of indent, a line break at the end. */
const LINE_WIDTH = 140;
/** Characters that take two columns: Chinese, its punctuation, and full-width forms. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/gu;
const columnsOf = (text: string): number => [...text].length + (text.match(WIDE)?.length ?? 0);

export function writeDescription(document: unknown): string {
  // The description itself is always spread out.
  return `${spread(document, '')}\n`;
}

function write(value: unknown, indent: string, before: number): string {
  const short = inline(value);
  return indent.length + before + columnsOf(short) <= LINE_WIDTH ? short : spread(value, indent);
}

function spread(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  // The comma behind counts as well.
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + write(item, inner, 1)).join(',\n')}\n${indent}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => {
    const key = `${JSON.stringify(name)}: `;
    return inner + key + write(member, inner, key.length + 1);
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
