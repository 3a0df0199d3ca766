// Finishes declarations that json-schema-to-typescript wrote. Every property, array and tuple becomes read-only, since descriptions are frozen
// after loading. A definition that several places refer to is written once for each place (Slice, Slice1 …); equal ones become one.
import { parseSync } from 'vite';

/** @param {string} source declarations as json-schema-to-typescript writes them */
export function readOnlyTypes(source) {
  const { text, program } = parsed(withoutCopies(source));
  const edits = [];
  const visit = (node, within) => {
    if (Array.isArray(node)) for (const each of node) visit(each, within);
    if (typeof node?.type !== 'string') return;
    if (node.type === 'TSPropertySignature' || node.type === 'TSIndexSignature') edits.push([node.start, 'readonly ']);
    const isElement = within === 'TSArrayType';
    for (const [key, value] of Object.entries(node)) if (key !== 'type' && typeof value === 'object') visit(value, node.type);
    // After its parts, so that of two texts at one place the outer one stands first.
    if (node.type !== 'TSArrayType' && node.type !== 'TSTupleType') return;
    edits.push([node.start, isElement ? '(readonly ' : 'readonly ']);
    if (isElement) edits.push([node.end, ')']);
  };
  visit(program, '');
  return edits.sort(([a], [b]) => b - a).reduce((now, [at, added]) => now.slice(0, at) + added + now.slice(at), text);
}

function parsed(text) {
  const { program, errors } = parseSync('types.ts', text);
  if (errors.length > 0) throw new Error(`generated types cannot be read: ${errors[0].message}`);
  return { text, program };
}

const NAME = /\b[A-Z]\w*\b/g;

function withoutCopies(source) {
  const { program } = parsed(source);
  const all = program.body.flatMap(({ declaration, start, end }) => (declaration ? [{ name: declaration.id.name, start, end }] : []));
  const names = new Set(all.map(({ name }) => name));
  const base = (name) => {
    const bare = name.replace(/\d+$/, '');
    return names.has(bare) ? bare : name;
  };
  // Copies are equal until their texts differ, with the names in them taken for what they are equal to.
  let as = new Map(all.map(({ name }) => [name, base(name)]));
  for (;;) {
    const first = new Map();
    const next = new Map();
    for (const { name, start, end } of all) {
      const bare = source
        .slice(start, end)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\s+/g, ' ');
      const key = `${as.get(name)} ${bare.replace(name, '').replace(NAME, (used) => as.get(used) ?? used)}`;
      if (!first.has(key)) first.set(key, name);
      next.set(name, first.get(key));
    }
    if (new Set(next.values()).size === new Set(as.values()).size) break;
    as = next;
  }
  const kept = all.filter(({ name }) => as.get(name) === name);
  const body = kept.map(({ start, end }, index) => {
    const before = source.slice(index === 0 ? 0 : (all[all.findIndex((one) => one.start === start) - 1]?.end ?? 0), start);
    return before + source.slice(start, end);
  });
  return `${body.join('').replace(NAME, (used) => as.get(used) ?? used)}\n`;
}
