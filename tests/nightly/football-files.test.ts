/**
 * Public files of football, where they are at hand: CAIPU_FOOTBALL is a folder with the repositories of openfootball under their names (england,
 * worldcup, football.json …), and CSV files of football-data.co.uk in folders named by the division (E0, D1 …). Every file is imported as an
 * operator would import it, with new teams accepted. The table of counts is printed.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportedMatch } from '../../tools/matches/convert.ts';
import { DIVISIONS } from '../../tools/matches/football-data.ts';
import { writeLeague } from '../../tools/matches/new-teams.ts';
import { checkedWith, planImport, type ReadFiles, readFiles } from '../../tools/matches/plan.ts';
import { provenMatches } from '../../tools/matches/results.ts';
import { storeMatches } from '../../tools/matches/store.ts';
import { root, startServer, type TestServer } from '../server/support/server.ts';

const AT = process.env.CAIPU_FOOTBALL ?? '';
const LEAGUES: Readonly<Record<string, { readonly json: string; readonly text?: readonly [string, RegExp] }>> = {
  ECL: { json: 'en.1', text: ['england', /^1-.*\.txt$/] },
  DAL: { json: 'de.1', text: ['deutschland', /^1-.*\.txt$/] },
  CAL: { json: 'es.1', text: ['espana', /^1-.*\.txt$/] },
  EAL: { json: 'it.1', text: ['italy', /^1-.*\.txt$/] },
  FAL: { json: 'fr.1' },
  HJL: { json: 'nl.1' },
  BJL: { json: 'be.1' },
  PCL: { json: 'pt.1' },
  SGL: { json: 'sco.1' },
  OGB: { json: 'uefa.cl', text: ['champions-league', /^cl\.txt$/] },
};
/** Files with results that nobody can date, or whose score after 90 minutes stands nowhere. A person enters those. */
const MOST_REFUSED_PERMILLE = 5;

const inFolder = (folder: string, name: RegExp): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => name.test(file))
        .sort()
        .map((file) => join(folder, file))
    : [];
/** The seasons from 2010 on. */
const seasons = (repository: string): string[] => inFolder(join(AT, repository), /^20[12]\d(-\d\d)?$/);

function importsOf(league: string): string[][] {
  const { json, text } = LEAGUES[league] ?? { json: '' };
  const csv = Object.keys(DIVISIONS).filter((division) => DIVISIONS[division] === league);
  return [
    ...seasons('football.json').flatMap((season) => inFolder(season, new RegExp(`^${json}\\.json$`))),
    ...(text === undefined ? [] : seasons(text[0]).flatMap((season) => inFolder(season, text[1]))),
    ...csv.flatMap((division) => inFolder(join(AT, division), /\.csv$/i)),
  ].map((file) => [file]);
}
const cups = (repository: string): string[][] =>
  inFolder(join(AT, repository), /^\d{4}--/)
    .map((folder) => inFolder(folder, /^(cup|cup_finals|euro)\.txt$/))
    .filter((files) => files.length > 0);

describe.skipIf(AT === '')('public files of football', () => {
  let server: TestServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'caipu-football-'));
    cpSync(join(root, 'games/leagues'), join(folder, 'leagues'), { recursive: true });
    server = await startServer();
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function imported(
    code: string,
    files: readonly string[],
  ): Promise<{ read: ReadFiles; matches: readonly ImportedMatch[]; refused: readonly string[]; fresh: number }> {
    const read = readFiles(files.map((file) => ({ file: file.slice(AT.length + 1), text: readFileSync(file, 'utf8') })));
    const plan = await planImport({ folder, code, read });
    if (typeof plan === 'string') throw new Error(plan);
    const { news } = plan;
    if (news !== undefined) {
      if (!news.draft.ok) throw new Error(news.draft.problem);
      await writeLeague(join(folder, 'leagues', `${code}.json`), news.draft.text ?? '');
    }
    const checked = news?.draft.ok ? checkedWith(news.draft.league, read) : plan.checked;
    const { proven, mistakes } = await provenMatches(server.context.database, checked.matches);
    await storeMatches(server.context.database, proven);
    return { read, matches: proven, refused: [...read.mistakes, ...checked.mistakes, ...mistakes], fresh: news?.teams.length ?? 0 };
  }

  it.each([
    ...Object.keys(LEAGUES).map((code) => [code, importsOf(code)] as const),
    ['sjb', cups('worldcup')] as const,
    ['ozb', cups('euro')] as const,
  ])(
    '%s',
    async (code, imports) => {
      let [matches, written, fresh] = [0, 0, 0];
      const refused: string[] = [];
      for (const files of imports) {
        const result = await imported(code, files);
        written += result.read.written.length + result.read.mistakes.length;
        matches += result.matches.length;
        fresh += result.fresh;
        refused.push(...result.refused);
        // Two names of one file are never one team.
        const names = new Map<string, Set<string>>();
        for (const match of result.matches)
          for (const [team, name] of [
            [match.home, match.written.home],
            [match.away, match.written.away],
          ] as const)
            names.set(team, new Set([...(names.get(team) ?? []), name]));
        expect([...names].filter(([, of]) => of.size > 1 && files.length === 1).map(([team, of]) => [files, team, ...of])).toEqual([]);
      }
      process.stdout.write(`${code}: ${imports.flat().length} files, ${matches} matches, ${refused.length} refused, ${fresh} new teams\n`);
      for (const mistake of refused) process.stdout.write(`  ${mistake.split(' / ')[0]}\n`);
      expect(imports.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThanOrEqual(Math.ceil((written * MOST_REFUSED_PERMILLE) / 1000) + (code === 'ozb' ? 30 : 0));
    },
    600_000,
  );
});
