import { join } from 'node:path';
import type { Lang } from '../../engine/descriptions/codes.ts';
import { loadDocument, loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { calendarOf, resolveGame } from '../../engine/descriptions/resolve.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { resolveSport } from '../../engine/descriptions/sports/resolve.ts';
import type { PassesDescription, SportFile } from '../../engine/descriptions/sports/types.ts';
import { nearestName } from '../../engine/descriptions/suggest.ts';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { type CompiledGame, compileGame } from '../../engine/rules/index.ts';
import { type CompiledSport, compileSport } from '../../engine/rules/sports/index.ts';
import { calendarsIn, familiesIn, listJson, readDescription } from '../../server/catalog/files.ts';

/** The reason for a missing game: no file has the code (`guess`: a similar code), or its file is refused (`problem`). */
interface NotFound {
  readonly ok: false;
  readonly guess: string | undefined;
  readonly problem: string | undefined;
}

/** A number game. `compiled` has the sets of numbers at the library's instant; `game` is the description, for other instants. */
export type GameLookup = { readonly ok: true; readonly compiled: CompiledGame; readonly game: Game } | NotFound;
/** A sports game. */
type FoundSport = { readonly ok: true; readonly sport: CompiledSport } | NotFound;

const refused = (problem: string): NotFound => ({ ok: false, guess: undefined, problem });

/** The games of a folder and of its folder sports/. Each is loaded at its first use. */
export class GameLibrary {
  private readonly folder: string;
  private readonly lang: Lang;
  private readonly codes: ReadonlySet<string>;
  private readonly sports: ReadonlySet<string>;
  private readonly families: ReadonlyMap<string, FamilyDescription | null>;
  private readonly calendars: ReadonlyMap<string, CalendarDescription | null>;
  readonly atMs: number;
  private readonly games = new Map<string, GameLookup | FoundSport>();

  private constructor(
    folder: string,
    lang: Lang,
    codes: ReadonlySet<string>,
    sports: ReadonlySet<string>,
    families: ReadonlyMap<string, FamilyDescription | null>,
    calendars: ReadonlyMap<string, CalendarDescription | null>,
    atMs: number,
  ) {
    this.atMs = atMs;
    this.folder = folder;
    this.lang = lang;
    this.codes = codes;
    this.sports = sports;
    this.families = families;
    this.calendars = calendars;
  }

  /** `atMs`: the instant of the draws, unix ms, for sets of numbers that change with the day (生肖); now when left out. */
  static async open(folder: string, lang: Lang, atMs: number = Date.now()): Promise<GameLibrary> {
    const [games, sports, families, calendars] = await Promise.all([
      codesIn(folder),
      codesIn(join(folder, 'sports')),
      familiesIn(join(folder, 'families')),
      calendarsIn(join(folder, 'calendars')),
    ]);
    return new GameLibrary(folder, lang, games, sports, families, calendars, atMs);
  }

  /** A family of scratch cards; undefined when no file has this code. */
  async scratch(code: string): Promise<{ readonly ok: true; readonly card: ScratchDescription } | NotFound | undefined> {
    if (!(await codesIn(join(this.folder, 'scratch'))).has(code)) return undefined;
    const card = await this.document<ScratchDescription>('scratch', join(this.folder, 'scratch', `${code}.json`));
    return 'ok' in card ? card : { ok: true, card };
  }

  /** A number game. For a sports game the result is a problem. */
  async game(code: string): Promise<GameLookup> {
    const found = await this.find(code);
    if (!('sport' in found)) return found;
    return refused(this.lang === 'zh' ? '这是竞技游戏，没有开奖号码' : 'it is a sports game and has no drawn numbers');
  }

  async find(code: string): Promise<GameLookup | FoundSport> {
    const known = this.games.get(code);
    if (known) return known;
    // Only codes of files in the folder are opened, so a code cannot name a file outside of it.
    const isSport = this.sports.has(code);
    if (!isSport && !this.codes.has(code))
      return { ok: false, guess: nearestName(code, [...this.codes, ...this.sports]), problem: undefined };
    const found = await (isSport ? this.loadSport(code) : this.load(code));
    this.games.set(code, found);
    return found;
  }

  private async load(code: string): Promise<GameLookup> {
    const file = join(this.folder, `${code}.json`);
    const read = await readDescription(file);
    if (!read.ok) return refused(formatProblem(read.problem, this.lang));
    const loaded = loadGame(read.text, { file, families: this.families });
    const [first] = loaded.ok ? [] : loaded.problems;
    if (!loaded.ok) return refused(first ? formatProblem(first, this.lang) : file);
    const { document } = loaded;
    try {
      const family = document.family === undefined ? undefined : (this.families.get(document.family) ?? undefined);
      const game = resolveGame(document, family, this.calendars.get(calendarOf(document) ?? '') ?? undefined);
      return { ok: true, compiled: compileGame(game, this.atMs), game };
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  }

  private async loadSport(code: string): Promise<FoundSport> {
    const file = await this.document<SportFile>('sport', join(this.folder, 'sports', `${code}.json`));
    if ('ok' in file) return file;
    const base =
      file.like === undefined ? undefined : await this.document<SportFile>('sport', join(this.folder, 'sports', `${file.like}.json`));
    if (base !== undefined && 'ok' in base) return base;
    const sport = resolveSport(file, base);
    if (sport.passes === undefined) return { ok: true, sport: compileSport(sport) };
    const passes = await this.document<PassesDescription>('passes', join(this.folder, 'passes', `${sport.passes}.json`));
    return 'ok' in passes ? passes : { ok: true, sport: compileSport(sport, passes) };
  }

  private async document<T extends object>(kind: string, file: string): Promise<T | NotFound> {
    const read = await readDescription(file);
    if (!read.ok) return refused(formatProblem(read.problem, this.lang));
    const loaded = loadDocument(read.text, { file, kind });
    const [first] = loaded.ok ? [] : loaded.problems;
    return loaded.ok ? (loaded.document as unknown as T) : refused(first ? formatProblem(first, this.lang) : file);
  }
}

async function codesIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set((await listJson(folder)).map((name) => name.slice(0, -'.json'.length)));
}
