/** JSON as somebody would write it by hand: what fits on a line stands on one. */
const WIDTH = 130;

export function prettyJson(value: unknown, indent = 0, before = 0): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || (indent > 0 && indent + before + line.length <= WIDTH)) return line;
  const pad = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => prettyJson(each, indent + 2))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${prettyJson(each, indent + 2, key.length + 4)}`);
  return `${open}\n${parts.map((part) => pad + part).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return members.length === 0 ? '{}' : `{ ${members.map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`).join(', ')} }`;
}
