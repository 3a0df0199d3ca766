/** Folders of descriptions that a test changes, and the publication that reads them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import type { KindCheckers } from '../../server/catalog/checkers.ts';
import { openPublication, type Publication } from '../../server/catalog/publication.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What stands during a test. */
export interface PublicationFolders {
  readonly folder: string;
  readonly gamesDir: string;
  readonly appDir: string;
  /** What the publication has said. */
  readonly log: string[];
}

/** Makes folders before each test of the file, and takes them away after it. */
export function publicationFolders() {
  let now: PublicationFolders;
  let publication: Publication | undefined;
  let onLog: ((line: string) => void) | undefined;

  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'caipu-descriptions-'));
    now = { folder, gamesDir: join(folder, 'games'), appDir: join(folder, 'app'), log: [] };
    // Three games of different shape, every family and every calendar; what else the project describes has no say here.
    for (const part of ['families', 'calendars']) cpSync(join(ROOT, 'games', part), join(now.gamesDir, part), { recursive: true });
    for (const code of ['jlffc', 'jsks', 'ssq']) cpSync(join(ROOT, `games/${code}.json`), join(now.gamesDir, `${code}.json`));
    mkdirSync(now.appDir);
    cpSync(join(ROOT, 'app/descriptions/routes.json'), join(now.appDir, 'routes.json'));
    onLog = undefined;
  });

  afterEach(async () => {
    await publication?.close();
    publication = undefined;
    rmSync(now.folder, { recursive: true, force: true });
  });

  return {
    now: () => now,
    /** The app's descriptions but for its texts, which tell of games that are not here. */
    copyApp(): void {
      const texts = ['help', 'articles'].map((name) => join(ROOT, 'app/descriptions', name));
      cpSync(join(ROOT, 'app/descriptions'), now.appDir, { recursive: true, filter: (path) => !texts.includes(path) });
    },
    /** Opens the one publication of a test. */
    async open(watch = false, kinds?: readonly KindCheckers[], startLater = false, lookEveryMs?: number): Promise<Publication> {
      const { gamesDir, appDir, log } = now;
      publication = await openPublication({
        gamesDir,
        appDir,
        watch,
        startLater,
        ...(kinds ? { kinds } : {}),
        ...(lookEveryMs === undefined ? {} : { lookEveryMs }),
        log: (line) => {
          log.push(line);
          onLog?.(line);
        },
      });
      return publication;
    },
    nextLog: (wanted: RegExp): Promise<string> =>
      new Promise((resolve) => {
        onLog = (line) => wanted.test(line) && resolve(line);
      }),
  };
}

/** The next index that the test waits for: one that `wanted` accepts. */
export function nextIndex(from: Publication, wanted: (index: DescriptionIndex) => boolean = () => true): Promise<DescriptionIndex> {
  return new Promise((resolve) => {
    const end = from.onChange((index) => {
      if (!wanted(index)) return;
      end();
      resolve(index);
    });
  });
}

export const codesOf = (index: DescriptionIndex): string[] => index.games.map(({ code }) => code).sort();
export const gameText = (code: string, change: (text: string) => string = (text) => text): string =>
  change(readFileSync(join(ROOT, 'games/jlffc.json'), 'utf8').replace('"jlffc"', `"${code}"`));
export const fiveOfEleven = gameText('gd11x5', (text) =>
  text.replace('"ssc"', '"11x5"').replace('"drawsPerDay": 1440', '"drawsPerDay": 42').replace('"everySeconds": 60', '"everySeconds": 1200'),
);
