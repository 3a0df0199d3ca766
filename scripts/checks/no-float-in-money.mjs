// Money is integer fen. In the paths that touch it there is no float literal, no float parsing or formatting, and no Number division.
import { sources, withoutComments } from './source.mjs';

const MONEY_PATHS = [
  'engine/rules',
  'engine/small',
  'engine/quiz',
  'engine/descriptions/format.ts',
  'server/ledger',
  'server/lottery/orders',
  'server/lottery/draws',
  'server/mini-games/small',
  'server/mini-games/quiz',
  'server/mini-games/scratch',
  'engine/descriptions/scratch',
  'server/platform/database',
  'protocol',
];
const RULES = [
  [/\bparseFloat\s*\(/, 'parseFloat'],
  [/\.toFixed\s*\(/, 'toFixed'],
  [/\bMath\.(round|sqrt|pow|random)\s*\(/, 'Math.round, sqrt, pow or random'],
  [/(?<![\w.'"`-])\d+\.\d+(?![\w.'"`])/, 'a float literal'],
  [/[Ff]en\w*\)?\s*\/(?![/*])|\bNumber\([^)]*[Ff]en[^)]*\)\s*[/*]/, 'a division of fen; divide BigInt and say which way it rounds'],
  [/\b(real|double precision|float[48]?)\b(?=[\s,)])/i, 'a float column'],
];

export function check() {
  const problems = [];
  for (const { file, text } of sources(MONEY_PATHS, /\.ts$/)) {
    withoutComments(text)
      .split('\n')
      .forEach((line, index) => {
        const bare = line.replace(/\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*(?=[.,;)\s])/g, '');
        for (const [pattern, what] of RULES) {
          if (what.startsWith('a float column') && !/sql|CREATE|ALTER|column/i.test(line)) continue;
          if (/\d+n\b/.test(bare) && what.startsWith('a division')) continue;
          if (pattern.test(bare)) problems.push(`${file}:${index + 1} has ${what} in a money path`);
        }
      });
  }
  return problems;
}
