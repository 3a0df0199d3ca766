/**
 * The screens of the desk: descriptions in the language of the app's screens, in a folder of their own (app/desk/descriptions), judged by the
 * same checks with the desk's calls for words. A player's phone cannot fetch them: only a session of an operator gets them, and only the parts that
 * the role has rights for. A changed file takes effect at once; a wrong file leaves the former version in force.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../../engine/descriptions/problem.ts';
import type { RoutesDescription } from '../../../engine/descriptions/routes.ts';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import type { Vocabulary } from '../../../engine/descriptions/screens/vocabulary.ts';
import { deskVocabulary, DESK_TABLE } from '../../../protocol/desk/table.ts';
import type { Right } from '../../../protocol/desk/rights.ts';

export interface DeskPages {
  /** The parts of the pages for these rights. */
  of(rights: readonly Right[]): { readonly menu: unknown; readonly routes: unknown; readonly screens: Readonly<Record<string, unknown>> };
  /** The fault of the files. */
  problems(): readonly Problem[];
}

interface MenuEntry {
  readonly code: string;
  readonly needs?: { readonly permission: string };
}
interface Menu {
  readonly entries: readonly MenuEntry[];
}
interface Screen {
  readonly code: string;
  readonly sources?: Readonly<Record<string, { readonly call: string }>>;
}

export interface DeskDocuments {
  readonly menu: Menu;
  readonly routes: RoutesDescription;
  readonly screens: readonly Screen[];
}

/** Names that the desk's host performs. */
export const DESK_FUNCTIONS = {
  logout: {},
  secondStep: {},
  workshop: {},
  saveFile: { arguments: { name: 'required', text: 'required' } },
} as const;

const rightOf = new Map(DESK_TABLE.map(({ path, right }) => [path.toLowerCase(), right]));

/** What a screen needs to be shown: the rights of the calls that it loads from. */
export const rightsOfScreen = ({ sources = {} }: Screen): readonly Right[] =>
  Object.values(sources).flatMap(({ call }) => rightOf.get(call.toLowerCase()) ?? []);

/** Reads the folder of the desk and reports its fault. `terms`: those of the product. */
export function readDesk(
  folder: string,
  terms: Vocabulary['terms'],
): { readonly documents?: DeskDocuments; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  function read<T>(
    file: string,
    kind: 'screen' | 'menu' | 'routes',
    findings?: (document: unknown) => ReturnType<typeof screenFindings>,
  ): T | undefined {
    const path = join(folder, file);
    const loaded = loadDocument(readFileSync(path, 'utf8'), { file: path, kind });
    const faults = loaded.ok ? loaded.report(findings?.(loaded.document) ?? []) : loaded.problems;
    problems.push(...faults);
    return loaded.ok && faults.length === 0 ? (loaded.document as T) : undefined;
  }
  const routes = read<RoutesDescription>('routes.json', 'routes');
  const menu = read<Menu>('desk.json', 'menu');
  const files = readdirSync(join(folder, 'screens')).filter((name) => name.endsWith('.json'));
  const vocabulary: Vocabulary = {
    calls: deskVocabulary(),
    ...(routes === undefined ? {} : { routes }),
    screens: files.map((name) => name.slice(0, -'.json'.length)),
    menus: menu === undefined ? [] : ['desk'],
    menuCodes: menu?.entries.map(({ code }) => code) ?? [],
    functions: DESK_FUNCTIONS,
    lists: [],
    ...(terms === undefined ? {} : { terms }),
  };
  const screens = files.map((name) => read<Screen>(join('screens', name), 'screen', (document) => screenFindings(document, vocabulary)));
  const whole = screens.filter((screen): screen is Screen => screen !== undefined);
  if (routes === undefined || menu === undefined || whole.length < screens.length) return { problems };
  return { documents: { routes, menu, screens: whole }, problems };
}

/** `folder`: that of the desk. `log` gets each problem once. */
export function openDeskPages(folder: string, terms: () => Vocabulary['terms'], log: (line: string) => void): DeskPages {
  let stamp = '';
  let documents: DeskDocuments | undefined;
  let problems: readonly Problem[] = [];

  function refresh(): void {
    const files = [
      'routes.json',
      'desk.json',
      ...readdirSync(join(folder, 'screens'))
        .sort()
        .map((name) => join('screens', name)),
    ];
    const now = files.map((file) => `${file} ${statSync(join(folder, file)).mtimeMs}`).join('\n');
    if (now === stamp) return;
    stamp = now;
    const read = readDesk(folder, terms());
    problems = read.problems;
    for (const problem of problems) log(`desk: ${formatProblem(problem)}`);
    documents = read.documents ?? documents;
  }

  return {
    problems: () => problems,
    of(rights) {
      try {
        refresh();
      } catch (error) {
        log(`desk: ${(error as Error).message}`);
      }
      if (documents === undefined) return { menu: null, routes: null, screens: {} };
      const has = (right: string): boolean => (rights as readonly string[]).includes(right);
      const screens = documents.screens.filter((screen) => rightsOfScreen(screen).every(has));
      const shown = new Set(screens.map(({ code }) => code));
      return {
        menu: { ...documents.menu, entries: documents.menu.entries.filter(({ needs }) => needs === undefined || has(needs.permission)) },
        routes: { ...documents.routes, routes: documents.routes.routes.filter(({ screen }) => screen === undefined || shown.has(screen)) },
        screens: Object.fromEntries(screens.map((screen) => [screen.code, screen])),
      };
    },
  };
}
