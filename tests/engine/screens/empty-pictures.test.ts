/** An empty list shows a picture of its usual content. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'app/descriptions/screens';

/** The empty states in a part of a screen, as `title: picture`. */
function emptyStates(node: unknown): { readonly title: string; readonly icon?: string }[] {
  if (Array.isArray(node)) return node.flatMap(emptyStates);
  if (typeof node !== 'object' || node === null) return [];
  const own = 'empty' in node && typeof node.empty === 'object' ? [node.empty as { title: string; icon?: string }] : [];
  return [...own, ...Object.values(node).flatMap(emptyStates)];
}

it('every empty state of a screen names its picture', () => {
  const nameless = readdirSync(FOLDER).flatMap((name) =>
    emptyStates(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')))
      .filter(({ icon }) => icon === undefined)
      .map(({ title }) => `${name}: ${title}`),
  );
  expect(nameless).toEqual([]);
});
