// The law of the server's modules (server/modules.json, the lowest first): an import goes down the list or stays in its module, another
// module is entered through its index.ts alone, and no module imports what stands above them all in server/. Types count as imports.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../lib/run.mjs';

const isSource = (name) => name.endsWith('.ts') && !name.endsWith('.d.ts');

/** Addresses of all that a file imports: statements, re-exports, import() and types written as import('…').T. */
export function importsOf(file, text) {
  const { module, program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  ];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'TSImportType') names.push(node.source.value);
    for (const child of Array.isArray(node) ? node : Object.values(node)) visit(child);
  };
  visit(program.body);
  return names;
}

/** Reads a server folder. `problems`: what breaks the law; the other fields are counts. */
export function readModules(folder = join(root, 'server')) {
  const order = JSON.parse(readFileSync(join(folder, 'modules.json'), 'utf8')).map(({ module }) => module);
  const files = readdirSync(folder, { recursive: true }).filter((file) => isSource(file));
  const moduleOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined);
  const problems = [];
  const pairs = new Set();
  const counts = { files: 0, across: 0, upward: 0 };
  for (const file of files) {
    const from = moduleOf(file);
    if (from !== undefined && !order.includes(from)) problems.push(`server/${file}: ${from} is no module of server/modules.json`);
    for (const name of importsOf(file, readFileSync(join(folder, file), 'utf8'))) {
      const target = normalize(join(dirname(file), name));
      if (!name.startsWith('.') || target.startsWith('..')) continue;
      const to = moduleOf(target);
      if (to === from) continue;
      counts.across += 1;
      if (from !== undefined && to !== undefined) pairs.add(`${from} ${to}`);
      const where = `server/${file} imports server/${target}`;
      if (from !== undefined && (to === undefined || order.indexOf(to) > order.indexOf(from))) {
        counts.upward += 1;
        problems.push(`${where}: imports go down. Let ${from} declare what it needs, and hand it in (server/build-server.ts).`);
      } else if (to !== undefined && target !== `${to}/index.ts`)
        problems.push(`${where}: enter another module through server/${to}/index.ts`);
    }
    counts.files += 1;
  }
  for (const module of order) if (!existsSync(join(folder, module, 'index.ts'))) problems.push(`server/${module} has no index.ts`);
  // Calls and jobs of a module run only when the list of the process has it.
  const list = join(folder, 'modules.ts');
  const run = existsSync(list) ? readFileSync(list, 'utf8') : '';
  for (const module of order) {
    const file = join(folder, module, 'module.ts');
    if (!existsSync(file) || !/^export const \w+: Module\b/m.test(readFileSync(file, 'utf8'))) continue;
    if (!run.includes(`'./${module}/index.ts'`))
      problems.push(`server/modules.ts does not list ${module}, which has calls and jobs in server/${module}/module.ts`);
  }
  // A parser that reads nothing finds no fault either.
  if (counts.files < files.length || counts.across < order.length) problems.push(`only ${counts.files} of ${files.length} files were read`);
  const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' '))).length / 2;
  return { problems, ...counts, arrows: pairs.size, mutual };
}

export const check = () => readModules().problems;
