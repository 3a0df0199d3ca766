/**
 * E4: from the text of a game file to rules that can price and settle, against the least that any program could do with it:
 * JSON.parse and one compiled Ajv validator that stops at the first error. Ours also looks for doubled and forbidden properties,
 * checks sense, applies the family, fills defaults, freezes, and compiles every play.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import type { Bench, Figure } from '../lib/figure.ts';
import { BUILD_FOLDER, generate, root } from '../lib/product.ts';
import { compare, cpuPerCall, median } from '../lib/rounds.ts';
import type { FamilyFile, GameFile } from './work.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What is measured, built as the server is: the loader that runs the benchmarks makes functions slower to create. */
async function workload(): Promise<typeof import('./work.ts')> {
  await generate();
  const outDir = join(BUILD_FOLDER, 'e4');
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'bench/e4/work.ts',
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'work.mjs', format: 'es' } },
    },
  });
  return (await import(pathToFileURL(join(outDir, 'work.mjs')).href)) as typeof import('./work.ts');
}

/** Ajv in the way that its own documentation recommends for speed: compiled once, first error only. */
function ajvValidators(): (kind: 'game' | 'family') => (document: unknown) => boolean {
  const { default: Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as {
    default: new (
      options: object,
    ) => {
      addSchema(schema: object): void;
      addFormat(name: string, format: RegExp): void;
      getSchema(id: string): ((document: unknown) => boolean) | undefined;
    };
  };
  const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, discriminator: true });
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  const ids = Object.fromEntries(
    (['game', 'family'] as const).map((kind) => {
      const schema = JSON.parse(read(`schemas/${kind}.schema.json`)) as { $id: string };
      ajv.addSchema(schema);
      return [kind, schema.$id];
    }),
  );
  return (kind) => {
    const validate = ajv.getSchema(ids[kind] as string);
    if (!validate) throw new Error(`no schema for ${kind}`);
    return validate;
  };
}

function gameFile(code: string): GameFile {
  const text = read(`games/${code}.json`);
  const { family } = JSON.parse(text) as { family?: string };
  return { code, text, ...(family ? { family: { code: family, text: read(`games/families/${family}.json`) } } : {}) };
}

const bench: Bench = {
  id: 'E4',
  title: 'load, validate and compile a game file; 100 files',
  async run({ rounds }) {
    const { loadAndCompile, loadCached, loadFamilyText, loadFirstPlay, openProven, proofsOf } = await workload();
    const validator = ajvValidators();
    const validGame = validator('game');
    const validFamily = validator('family');
    const parseAndValidate = (text: string, valid: (document: unknown) => boolean) => {
      if (!valid(JSON.parse(text))) throw new Error('Ajv refuses a game that must be good');
    };
    const figures: Figure[] = [];
    const none = new Map<string, FamilyDescription>();

    const whole = gameFile('ssq');
    // As warm as a server that has been running: the compilers of the engine run beside and would be counted.
    cpuPerCall(() => loadAndCompile(whole, none), 1_500);
    cpuPerCall(() => parseAndValidate(whole.text, validGame), 500);
    const one = await compare(
      rounds,
      () => cpuPerCall(() => loadAndCompile(whole, none)),
      () => cpuPerCall(() => parseAndValidate(whole.text, validGame)),
    );
    figures.push({
      id: 'E4.one',
      what: `a game file with plays of its own (${kilobytes(whole.text)}, ${loadAndCompile(whole, none)} plays)`,
      value: one.ratio,
      unit: '×',
      goal: { at: 'most', value: 3 },
      against: { what: 'JSON.parse + compiled Ajv', ours: micro(one.a), theirs: micro(one.b) },
      rounds: one.rounds,
      range: one.range,
    });

    const member = gameFile('jlffc');
    const family = member.family as FamilyFile;
    const ofFamily = () =>
      cpuPerCall(() => {
        parseAndValidate(family.text, validFamily);
        parseAndValidate(member.text, validGame);
      });
    const allPlays = () => loadAndCompile(member, new Map([[family.code, loadFamilyText(family)]]));
    // As warm as the game above: what was compiled for its few plays is compiled again for a hundred of other shapes.
    cpuPerCall(allPlays, 3_000);
    ofFamily();
    const withFamily = await compare(rounds, () => cpuPerCall(allPlays), ofFamily);
    const opened = await compare(
      rounds,
      () => cpuPerCall(() => loadCached(member, new Map([[family.code, loadFamilyText(family)]]))),
      ofFamily,
    );
    figures.push({
      id: 'E4.opened',
      what: 'the same family and game, one of its plays opened: texts that the server does not know',
      value: opened.ratio,
      unit: '×',
      goal: { at: 'most', value: 3 },
      against: { what: 'JSON.parse + compiled Ajv', ours: micro(opened.a), theirs: micro(opened.b) },
      rounds: opened.rounds,
      range: opened.range,
    });
    const own = { ...member, family };
    const proofs = proofsOf(own);
    const known = await compare(rounds, () => cpuPerCall(() => openProven(own, proofs)), ofFamily);
    figures.push({
      id: 'E4.known',
      what: 'the same, of texts that were found good before: every start of a server with the files that it was built with',
      value: known.ratio,
      unit: '×',
      goal: { at: 'most', value: 3 },
      against: { what: 'JSON.parse + compiled Ajv', ours: micro(known.a), theirs: micro(known.b) },
      rounds: known.rounds,
      range: known.range,
    });
    const families = new Map([[family.code, loadFamilyText(family)]]);
    figures.push({
      id: 'E4.family',
      what: `a family and a game of it (${kilobytes(family.text + member.text)}, ${loadAndCompile(member, families)} plays)`,
      value: withFamily.ratio,
      unit: '×',
      goal: { at: 'most', value: 3 },
      against: { what: 'JSON.parse + compiled Ajv', ours: micro(withFamily.a), theirs: micro(withFamily.b) },
      rounds: withFamily.rounds,
      range: withFamily.range,
    });

    // A hundred games as an operator would have them: a third with plays of their own, the rest members of two families.
    const seeds = [gameFile('ssq'), gameFile('jlffc'), gameFile('jsks')];
    const hundred = Array.from({ length: 100 }, (_, i): GameFile => {
      const seed = seeds[i % seeds.length] as GameFile;
      const code = `g${String(i).padStart(3, '0')}`;
      return { ...seed, code, text: seed.text.replace(`"code": "${seed.code}"`, `"code": "${code}"`) };
    });
    const texts = new Map(seeds.flatMap((seed) => (seed.family ? [[seed.family.code, seed.family.text] as const] : [])));
    const loadAll = () => {
      const known = new Map([...texts].map(([code, text]) => [code, loadFamilyText({ code, text })] as const));
      for (const file of hundred) loadFirstPlay(file, known);
    };
    const times: number[] = [];
    loadAll();
    for (let round = 0; round < rounds; round++) {
      const cpu = process.cpuUsage();
      loadAll();
      const { user, system } = process.cpuUsage(cpu);
      times.push((user + system) / 1000);
    }
    figures.push({
      id: 'E4.hundred',
      what: '100 game files and their 2 families, from text to compiled rules',
      value: median(times),
      unit: 'ms',
      goal: { at: 'most', value: 300 },
      rounds,
      range: [Math.min(...times), Math.max(...times)],
      note: 'CPU of the process, warm',
    });
    return figures;
  },
};
export default bench;

const micro = (us: number) => (us >= 1000 ? `${(us / 1000).toFixed(2)} ms` : `${us.toFixed(0)} µs`);
const kilobytes = (text: string) => `${(Buffer.byteLength(text) / 1024).toFixed(0)} KB`;
