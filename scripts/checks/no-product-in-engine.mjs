// The strings of engine/ contain no game code, family, play, route, API path, brand or host. These belong in descriptions.
import { json, list, sources, strings } from './source.mjs';

/** Codes that are also common words, and do not name a game when they are alone. */
const PLAIN_WORDS = new Set([
  'index',
  'setting',
  'search',
  'login',
  'register',
  'result',
  'scores',
  'grow',
  'app',
  'win',
  'DS',
  'FS',
  'DT',
  // The kind of a game on matches, and a kind of small games (schemas/small.schema.json).
  'sport',
  'slot',
  'HH',
  'BF',
  'SF',
  'HZ',
  'LH',
]);

function names() {
  const codes = new Set();
  for (const name of list('games')) codes.add(json(`games/${name}`).code);
  for (const name of list('games/families')) codes.add(json(`games/families/${name}`).code);
  for (const name of list('app/descriptions/brands')) codes.add(json(`app/descriptions/brands/${name}`).code);
  const { gameKeys, routes, aliases } = json('app/descriptions/routes.json');
  collectKeys(gameKeys, codes);
  const paths = new Set(
    [...routes.map((route) => route.path), ...(aliases ?? []).map((alias) => alias.path)]
      .map((path) => path.split('/')[1]?.toLowerCase())
      .filter(Boolean),
  );
  return { codes: [...codes].filter((code) => !PLAIN_WORDS.has(code)), paths };
}

/** Collects the words in the key rules: lists of keys, `contains`, and keys of tables. Templates and labels are not keys. */
function collectKeys(node, codes) {
  if (typeof node === 'string') {
    if (/^[a-z0-9]{2,}$/i.test(node)) codes.add(node);
  } else if (Array.isArray(node)) for (const item of node) collectKeys(item, codes);
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) if (!['to', 'login', 'note'].includes(key)) collectKeys(value, codes);
}

export function check() {
  const { codes, paths } = names();
  const problems = [];
  for (const { file, text } of sources(['engine'])) {
    for (const { value, line } of strings(text)) {
      const word = codes.find((code) => value === code || new RegExp(`(^|[/"'\\s])${code}([/"'\\s]|$)`).test(value));
      if (word) problems.push(`${file}:${line} names "${word}"; say it in a description`);
      const route = /^\/([A-Za-z0-9]+)/.exec(value)?.[1]?.toLowerCase();
      if (route && (paths.has(route) || route === 'api'))
        problems.push(`${file}:${line} names the route "${value}"; say it in a description`);
      if (/https?:\/\/[a-z0-9]/i.test(value) && !value.includes('www.w3.org')) problems.push(`${file}:${line} names a host: "${value}"`);
    }
  }
  return problems;
}
