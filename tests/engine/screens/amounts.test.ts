/** An amount that stands alone says its currency: ¥ before it, or 元 in its label. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const FOLDER = 'app/descriptions/screens';
type Json = Readonly<Record<string, unknown>>;

function* objectsOf(node: unknown): Generator<Json> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield node as Json;
  for (const value of Object.values(node)) yield* objectsOf(value);
}

/** The texts of large amounts: of heroes, tiles and figures of a card, each with all that its object says. */
function amountsOf(block: Json): readonly { readonly text: string; readonly said: string }[] {
  const figures = [...(block.block === 'tiles' ? (block.tiles as Json[]) : []), ...((block.figures ?? []) as Json[])];
  const values = figures.map((figure) => ({ text: String(figure.value), said: JSON.stringify(figure) }));
  return block.block === 'hero' ? [...values, { text: String(block.amount), said: JSON.stringify(block) }] : values;
}

/** `signed` has its sign instead. */
const isBare = (text: string): boolean => /(?<!¥\{|'¥' \+ )\bmoney\(/.test(text);

it('the large amounts of all screens say their currency', () => {
  const bare = readdirSync(FOLDER).flatMap((name) =>
    [...objectsOf(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')))]
      .flatMap(amountsOf)
      .filter(({ text, said }) => isBare(text) && !said.includes('元'))
      .map(({ text }) => `${name}: ${text}`),
  );
  expect(bare).toEqual([]);
});

it.each([
  ['{money(aFen)}', true],
  ["{empty(aFen) ? '' : money(aFen)}", true],
  ['¥{money(aFen)}', false],
  ["{empty(aFen) ? '' : '¥' + money(aFen)}", false],
  ['{signed(aFen)}', false],
])('%s is bare: %s', (text, bare) => {
  expect(isBare(text)).toBe(bare);
});
