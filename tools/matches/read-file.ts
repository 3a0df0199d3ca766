/** A file of matches in any of the formats that people have: football.json, football.txt, football-data.co.uk. Its content tells which. */
import { isFootballData, readFootballData } from './football-data.ts';
import { readMatches } from './read.ts';
import { readTextFile } from './text-file.ts';
import { wrongYears } from './wrong-years.ts';
import type { ReadMatchesResult } from './written.ts';

/** The places of matches and mistakes begin with the name of the file: "en.1.json matches[3]", "cup.txt:12". */
export function readMatchFile(file: string, text: string): ReadMatchesResult {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  if (/^[[{]/.test(content) && !/^\[\w{3} /.test(content)) return placed(withoutWrongYears(readMatches(text)), `${file} `, `${file}: `);
  return placed(withoutWrongYears(isFootballData(content) ? readFootballData(text) : readTextFile(text)), `${file}:`, `${file}:`);
}

function withoutWrongYears(read: ReadMatchesResult): ReadMatchesResult {
  const { matches: wrong, mistakes } = wrongYears(read.matches);
  if (mistakes.length === 0) return read;
  return {
    ok: false,
    mistakes: [...(read.ok ? [] : read.mistakes), ...mistakes],
    matches: read.matches.filter((match) => !wrong.has(match)),
  };
}

function placed(read: ReadMatchesResult, before: string, beforeMistake: string): ReadMatchesResult {
  const matches = read.matches.map((match) => ({ ...match, at: `${before}${match.at}` }));
  if (!read.ok) return { ...read, matches, mistakes: read.mistakes.map((mistake) => `${beforeMistake}${mistake}`) };
  return { ...read, matches, ...(read.unused && { unused: read.unused.map((each) => `${beforeMistake}${each}`) }) };
}
