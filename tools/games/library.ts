import { join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import { nearest } from '../../engine/descriptions/suggest.ts';
import type { FamilyDescription } from '../../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';
import { familiesIn, listJson, readDescription } from '../../server/descriptions/files.ts';

/** A game ready to work with, or why there is none: not there (with a guess), or a file that is refused. */
export type Found =
  | { readonly ok: true; readonly compiled: CompiledGame }
  | { readonly ok: false; readonly guess: string | undefined; readonly problem: string | undefined };

/** The games of a folder, each loaded when it is first asked for. */
export class Library {
  private readonly folder: string;
  private readonly lang: Lang;
  private readonly codes: ReadonlySet<string>;
  private readonly families: ReadonlyMap<string, FamilyDescription | null>;
  private readonly games = new Map<string, Found>();

  private constructor(folder: string, lang: Lang, codes: ReadonlySet<string>, families: ReadonlyMap<string, FamilyDescription | null>) {
    this.folder = folder;
    this.lang = lang;
    this.codes = codes;
    this.families = families;
  }

  static async open(folder: string, lang: Lang): Promise<Library> {
    const names = await listJson(folder);
    const families = await familiesIn(join(folder, 'families'));
    return new Library(folder, lang, new Set(names.map((name) => name.slice(0, -'.json'.length))), families);
  }

  async game(code: string): Promise<Found> {
    const known = this.games.get(code);
    if (known) return known;
    // Only names that the folder lists are opened, so a code can never point out of it; only they are remembered.
    if (!this.codes.has(code)) return { ok: false, guess: nearest(code, this.codes), problem: undefined };
    const found = await this.load(code);
    this.games.set(code, found);
    return found;
  }

  private async load(code: string): Promise<Found> {
    const file = join(this.folder, `${code}.json`);
    const refused = (problem: string): Found => ({ ok: false, guess: undefined, problem });
    const read = await readDescription(file);
    if (!read.ok) return refused(formatProblem(read.problem, this.lang));
    const loaded = loadGame(read.text, { file, families: this.families });
    const [first] = loaded.ok ? [] : loaded.problems;
    if (!loaded.ok) return refused(first ? formatProblem(first, this.lang) : file);
    const { document } = loaded;
    try {
      const family = document.family === undefined ? undefined : (this.families.get(document.family) ?? undefined);
      return { ok: true, compiled: compileGame(resolveGame(document, family)) };
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  }
}
