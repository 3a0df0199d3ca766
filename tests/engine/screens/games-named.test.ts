/** Choices of a game that stand in a screen's own file: every game that the list is about, by its name, and no other. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

interface Described {
  readonly code: string;
  readonly name: string;
  readonly groupBuy?: boolean;
  readonly release?: boolean;
}
const inFolder = (folder: string): Described[] =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.json'))
    .map((name) => read(`${folder}${name}`));
const games = [...inFolder('games/'), ...inFolder('games/sports/')];

/** Lists of {value, label} in which one of these codes is chosen. */
function listsOf(part: unknown, codes: ReadonlySet<string>): { readonly value: string; readonly label: string }[][] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap((each) => listsOf(each, codes));
  return Array.isArray(part) && part.some(({ value } = {}) => codes.has(value)) ? [part, ...inside] : inside;
}

it.each([
  ['buyTogether', 2, games.filter(({ groupBuy }) => groupBuy)],
  ['followOrder1', 3, games.filter(({ release }) => release)],
  ['followOrderRank', 1, games.filter(({ release }) => release)],
  ['betRecordSmallGame', 1, inFolder('games/small/')],
])('%s', (screen, lists, about) => {
  const names = Object.fromEntries(about.map(({ code, name }) => [code, name]));
  const found = listsOf(read(`app/descriptions/screens/${screen}.json`), new Set(Object.keys(names)));
  expect(found).toHaveLength(lists);
  for (const list of found)
    expect(Object.fromEntries(list.filter(({ value }) => value !== '').map(({ value, label }) => [value, label]))).toEqual(names);
});

it('customMade: of group orders and of releases, in new rules and in changed ones', () => {
  const screen = read('app/descriptions/screens/customMade.json');
  const named = (about: readonly Described[]) => Object.fromEntries(about.map(({ code, name }) => [code, name]));
  const found = listsOf(screen, new Set(games.map(({ code }) => code))).map((list) =>
    Object.fromEntries(list.filter(({ value }) => value !== '').map(({ value, label }) => [value, label])),
  );
  const [groups, releases] = [named(games.filter(({ groupBuy }) => groupBuy)), named(games.filter(({ release }) => release))];
  expect(found).toEqual([releases, groups, releases, groups]);
});
