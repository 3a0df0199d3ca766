import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PLACE = /:(?:nth-|first-|last-|only-|empty)/;
const COMBINATOR = /^\)*[^\s>+~]*[\s>+~]/;

/** Whether a selector asks inside `:has()` for a place among siblings, and then styles other elements than the one that it asks of. */
function reachesPast(selector: string): boolean {
  return [...selector.matchAll(/:has\(/g)].some(({ index }) => {
    let depth = 1;
    let end = index + ':has('.length;
    for (; depth > 0 && end < selector.length; end += 1) depth += selector[end] === '(' ? 1 : selector[end] === ')' ? -1 : 0;
    return PLACE.test(selector.slice(index, end)) && COMBINATOR.test(selector.slice(end).trimEnd());
  });
}

/**
 * Whenever anything is put into a page or taken out of it, Chromium looks for rules whose `:has()` could hold again. One that asks for a place
 * among siblings could hold for every parent there is, so that everything below all of them was styled again: most of a board with each tap
 * and with each second of its countdown.
 */
describe('selectors with :has()', () => {
  it.each([
    ['.row:has(> :nth-child(4):last-child) > *', true],
    ['.row:has(.chip:first-child) .chip', true],
    ['.row:not(:has(> .bar:last-child))::after', false],
    ['.row:has(.chip) > *', false],
  ])('%s reaches past what it asks of: %s', (selector, expected) => {
    expect(reachesPast(selector)).toBe(expected);
  });

  it('ask for no place among siblings where they style something else', () => {
    const found = ['engine', 'app'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.css'))
        .flatMap((name) => {
          const rules = readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
          const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector.trim());
          return selectors.filter(reachesPast).map((selector) => `${join(folder, name)}: ${selector}`);
        }),
    );
    expect(found).toEqual([]);
  });
});
