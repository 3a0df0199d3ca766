/**
 * The machines from their source texts, so that a text can be changed for one fault and only what depends on it is made again. Types are
 * taken away and imports linked as vitest does it; what lies outside engine/machines is the real module.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { moduleRunnerTransform, transformWithOxc } from 'vite';
import type { AnyStateMachine } from 'xstate';
import type { Exports } from './views.ts';

const FOLDER = new URL('../../../../engine/machines/', import.meta.url);

/** File name → text. */
export type SourceTexts = ReadonlyMap<string, string>;

export function machineSources(): SourceTexts {
  return new Map(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(new URL(file, FOLDER), 'utf8')]),
  );
}

interface Linked {
  readonly exports: Exports;
  /** Files of the folder that it is made of, its own included. */
  readonly files: ReadonlySet<string>;
}

/** Most eventless steps after one event: a fault may make a machine go round for ever. */
const MOST_STEPS = 50;

type Run = (request: (path: string) => Promise<unknown>, name: (exported: string, get: () => unknown) => void) => Promise<void>;
// biome-ignore lint/complexity/noBannedTypes: the constructor of async functions has no other name.
const AsyncFunction = (async () => undefined).constructor as unknown as new (...words: string[]) => Run;

const compiled = new Map<string, Run>();

async function compile(file: string, text: string): Promise<Run> {
  const known = compiled.get(text);
  if (known) return known;
  const { code } = await transformWithOxc(text, file, { sourcemap: false });
  const linked = await moduleRunnerTransform(code, null, file, code);
  if (!linked) throw new Error(`${file} cannot be linked`);
  const run = new AsyncFunction('__vite_ssr_import__', '__vite_ssr_exportName__', linked.code);
  compiled.set(text, run);
  return run;
}

/** Loads files of the folder; `changed` are texts in the place of the files' own. Modules that no changed text is part of are shared. */
export function moduleLinker(sources: SourceTexts) {
  const sound = new Map<string, Promise<Linked>>();

  async function load(file: string, changed: SourceTexts, made: Map<string, Promise<Linked>>): Promise<Linked> {
    const base = changed.size > 0 ? await sound.get(file) : undefined;
    if (base && ![...base.files].some((each) => changed.has(each))) return base;
    const under = changed.size > 0 ? made : sound;
    let found = under.get(file);
    if (!found) under.set(file, (found = evaluate(file, changed, made)));
    return found;
  }

  async function evaluate(file: string, changed: SourceTexts, made: Map<string, Promise<Linked>>): Promise<Linked> {
    const run = await compile(file, changed.get(file) ?? (sources.get(file) as string));
    const exports: Record<string, unknown> = {};
    const files = new Set([file]);
    await run(
      async (path) => {
        const own = /^\.\/(.+)$/.exec(path)?.[1];
        if (own === undefined) return path.startsWith('.') ? await import(new URL(path, FOLDER).href) : await import(path);
        const inner = await load(own, changed, made);
        for (const each of inner.files) files.add(each);
        return inner.exports;
      },
      (exported, get) => Object.defineProperty(exports, exported, { get, enumerable: true }),
    );
    return { exports, files };
  }

  return {
    /** A file's exports, with these texts changed. @throws what the changed text throws when it is loaded. */
    async load(file: string, changed: SourceTexts = new Map()): Promise<Linked> {
      if (changed.size > 0) await load(file, new Map(), new Map());
      return load(file, changed, new Map());
    },
  };
}

/** The machine that a file exports. */
export function machineIn(exports: Exports): AnyStateMachine {
  const found = Object.entries(exports).find(([name]) => name.endsWith('Machine'))?.[1] as AnyStateMachine;
  (found as unknown as { options: object }).options = { ...found.options, maxIterations: MOST_STEPS };
  return found;
}
