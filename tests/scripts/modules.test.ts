/** The law of the server's modules (scripts/checks/modules.mjs), on folders of its own and on the server itself. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../server/support/server.ts';

interface Read {
  readonly problems: readonly string[];
  readonly files: number;
  readonly across: number;
  readonly upward: number;
  readonly arrows: number;
  readonly mutual: number;
}
/** Scripts have no types of their own. */
const { readModules } = (await import(new URL('../../scripts/checks/modules.mjs', import.meta.url).href)) as {
  readModules(folder?: string): Read;
};

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A server of two modules, `low` below `high`, with these files beside what a good one has. */
function read(files: Readonly<Record<string, string>>): Read {
  const folder = temporaryFolder();
  folders.push(folder);
  const all = {
    'modules.json': '[{ "module": "low" }, { "module": "high" }]',
    'app.ts': `import { high } from './high/index.ts';\nexport const app = high;\n`,
    'low/index.ts': `export { low } from './low.ts';\n`,
    'low/low.ts': 'export const low = 1;\nexport type Low = number;\n',
    'high/index.ts': `import { low } from '../low/index.ts';\nexport const high = low;\nexport type High = number;\n`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return readModules(folder);
}

describe('the modules of the server', () => {
  it('import down, through index.ts alone, and never each other', () => {
    const { problems, upward, mutual, files } = readModules();
    expect(problems).toEqual([]);
    expect({ upward, mutual }).toEqual({ upward: 0, mutual: 0 });
    expect(files).toBeGreaterThan(400);
  });

  it('are in order when imports go down', () => {
    expect(read({})).toEqual({ problems: [], files: 4, across: 2, upward: 0, arrows: 1, mutual: 0 });
  });

  it.each([
    ['a value', `import { high } from '../high/index.ts';\nexport const low = high;\n`],
    ['a type', `import type { High } from '../high/index.ts';\nexport const low: High = 1;\n`],
    ['a re-export', `export type * from '../high/index.ts';\nexport const low = 1;\n`],
    ['a type in an expression', `export const low: import('../high/index.ts').High = 1;\n`],
    ['a dynamic import', `export const low = () => import('../high/index.ts');\n`],
    ['what stands above all modules', `import type { app } from '../app.ts';\nexport const low: typeof app = 1;\n`],
  ])('are refused when %s is imported upward', (_, text) => {
    const { problems, upward } = read({ 'low/low.ts': text });
    expect(upward).toBe(1);
    expect(problems[0]).toMatch(/^server\/low\/low\.ts imports server\/(high\/index|app)\.ts: imports go down\. Let low declare/);
  });

  it('are refused when another module is entered by another file than its index.ts', () => {
    const { problems } = read({ 'high/deep.ts': `export { low } from '../low/low.ts';\n` });
    expect(problems).toEqual(['server/high/deep.ts imports server/low/low.ts: enter another module through server/low/index.ts']);
  });

  it('are refused when a folder is no module, a module has no index.ts or is not in modules.ts, and a file cannot be parsed', () => {
    expect(read({ 'other/one.ts': 'export const one = 1;\n' }).problems).toEqual([
      'server/other/one.ts: other is no module of server/modules.json',
    ]);
    expect(read({ 'modules.json': '[{ "module": "low" }, { "module": "high" }, { "module": "none" }]' }).problems).toContain(
      'server/none has no index.ts',
    );
    const calls = `import type { Module } from '../platform.ts';\nexport const high: Module<object> = {};\n`;
    expect(read({ 'high/module.ts': calls, 'modules.ts': `import { low } from './low/index.ts';\n` }).problems).toContain(
      'server/modules.ts does not list high, which has calls and jobs in server/high/module.ts',
    );
    expect(() => read({ 'low/low.ts': 'export const = 1;\n' })).toThrow('low/low.ts cannot be parsed');
  });
});
